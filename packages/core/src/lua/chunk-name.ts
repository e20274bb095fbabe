/** Lua prints at most this many bytes of a chunk's name, the end of it after `...`. */
const SHOWN_BYTES = 59;

export function chunkName(name: string): string {
  return `@${name}`;
}

/** Puts the complete name back where Lua cut it. */
export function withFullName(text: string, name: string): string {
  const bytes = new TextEncoder().encode(name);
  if (bytes.length <= SHOWN_BYTES) return text;
  const cut = `...${new TextDecoder().decode(bytes.slice(bytes.length - (SHOWN_BYTES - 3)))}`;
  return text.replaceAll(`${cut}:`, `${name}:`);
}

/** Line of a text that begins with `NAME:LINE:`. */
export function lineOf(text: string, name: string): number | undefined {
  if (!text.startsWith(`${name}:`)) return undefined;
  const digits = /^(\d+):/.exec(text.slice(name.length + 1))?.[1];
  return digits === undefined ? undefined : Number(digits);
}
