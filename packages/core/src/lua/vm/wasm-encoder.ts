/** Just enough of WebAssembly's binary format to write the small module that stands between Lua and JavaScript. */

export const I32 = 0x7f;

export interface FunctionType {
  readonly params: number;
  readonly results: 0 | 1;
}

/** Unsigned LEB128; every number written here is below 2³¹. */
export function uleb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

/** Signed LEB128, as constants want it. */
export function sleb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(done ? low : low | 0x80);
    if (done) return bytes;
  }
}

export function vector(items: readonly (readonly number[])[]): number[] {
  return [...uleb(items.length), ...items.flat()];
}

export function name(text: string): number[] {
  return [...uleb(text.length), ...Array.from(text, (char) => char.charCodeAt(0))];
}

export function functionType(type: FunctionType): number[] {
  const params = Array.from({ length: type.params }, () => [I32]);
  const results = Array.from({ length: type.results }, () => [I32]);
  return [0x60, ...vector(params), ...vector(results)];
}

export function section(id: number, content: readonly number[]): number[] {
  return [id, ...uleb(content.length), ...content];
}

export function wasmModule(sections: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections.flat()]);
}
