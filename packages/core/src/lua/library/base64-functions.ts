import type { Sandbox } from "../sandbox.ts";
import { pushBytes, stringBytes } from "../vm/text.ts";
import { type FunctionDefinition, raise } from "./lua-function.ts";

/** `base64_encode`, `base64_decode` (spec 04 §2): standard alphabet, padded, any bytes. */
export const base64Functions: readonly FunctionDefinition[] = [
  { place: "base64_encode", make: (sandbox) => (L) => encode(sandbox, L) },
  { place: "base64_decode", make: (sandbox) => (L) => decode(sandbox, L) },
];

const ALPHABET = Uint8Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", (char) =>
  char.charCodeAt(0),
);
const PADDING = 0x3d;
const VALUES = new Int8Array(256).fill(-1);
ALPHABET.forEach((byte, value) => {
  VALUES[byte] = value;
});

function encode(sandbox: Sandbox, L: number): number {
  const { machine, meter } = sandbox;
  machine.lua.luaL_checklstring(L, 1, 0);
  const bytes = stringBytes(machine, L, 1);
  meter.charge(bytes.length);
  pushBytes(machine, L, encodeBase64(bytes));
  return 1;
}

function decode(sandbox: Sandbox, L: number): number {
  const { machine, meter } = sandbox;
  machine.lua.luaL_checklstring(L, 1, 0);
  const bytes = stringBytes(machine, L, 1);
  meter.charge(bytes.length);
  const decoded = decodeBase64(bytes);
  if (typeof decoded === "string") return raise(sandbox, L, `base64_decode failed: ${decoded}`);
  pushBytes(machine, L, decoded);
  return 1;
}

function encodeBase64(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(PADDING);
  const digit = (bits: number) => ALPHABET[bits & 63] ?? PADDING;
  let out = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    const bits = (a << 16) | (b << 8) | c;
    text[out] = digit(bits >> 18);
    text[out + 1] = digit(bits >> 12);
    if (i + 1 < bytes.length) text[out + 2] = digit(bits >> 6);
    if (i + 2 < bytes.length) text[out + 3] = digit(bits);
    out += 4;
  }
  return text;
}

/** The bytes, or why the text is no base64. */
function decodeBase64(text: Uint8Array): Uint8Array | string {
  if (text.length % 4 !== 0) return "length is not a multiple of 4";
  const padding = text.at(-1) !== PADDING ? 0 : text.at(-2) !== PADDING ? 1 : 2;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let [bits, held, out] = [0, 0, 0];
  for (let i = 0; i < digits; i++) {
    const value = VALUES[text[i] ?? 0] ?? -1;
    if (value < 0) return `invalid character at byte ${i + 1}`;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[out] = (bits >> held) & 0xff;
    out += 1;
  }
  if ((bits & ((1 << held) - 1)) !== 0) return "unused bits of the last character are not zero";
  return bytes;
}
