import { isJsonObject, type JsonObject, parseJson, printJson } from "@tool-dispatch/core";
import { readFromServer, storedId } from "./stored-link.ts";

/** Begins the hash of a link; the number is the version of the form. */
const PREFIX = "#s=1.";

/** A link that would inflate beyond this many bytes is refused while it is read. */
export const MOST_BYTES = 4 * 1024 * 1024;

/** Links longer than this do not survive mail programs and chats. */
export const LONGEST_LINK = 32_000;

export type DecodedLink =
  | { readonly ok: true; readonly document: JsonObject }
  | { readonly ok: false; readonly message: string };

/** A scenario document as the hash of a link: `#s=1.` and base64url of its deflated JSON. */
export async function encodeLink(document: JsonObject): Promise<string> {
  const bytes = new TextEncoder().encode(printJson(document));
  const deflated = await new Response(
    blobStream(bytes).pipeThrough(new CompressionStream("deflate-raw")),
  ).arrayBuffer();
  return PREFIX + toBase64Url(new Uint8Array(deflated));
}

export function isShareLink(hash: string): boolean {
  return hash.startsWith("#s=");
}

/** Reads what `encodeLink` made, never inflating more than `MOST_BYTES`, or what the server keeps under the link. */
export async function decodeLink(hash: string): Promise<DecodedLink> {
  const id = storedId(hash);
  if (id !== undefined) return readStored(id);
  if (!hash.startsWith(PREFIX)) return refused("This link was made by a newer version of the playground.");
  const packed = fromBase64Url(hash.slice(PREFIX.length));
  if (packed === undefined) return refused("This link is damaged: it has characters that no link of ours has.");
  const text = await inflate(packed);
  if (typeof text !== "string") return text;
  const parsed = parseJson(text);
  if (parsed.ok && isJsonObject(parsed.value)) return { ok: true, document: parsed.value };
  return refused("This link is damaged: it holds no scenario.");
}

async function readStored(id: string): Promise<DecodedLink> {
  const read = await readFromServer(id);
  if (!read.ok) return read;
  const parsed = parseJson(read.text);
  return parsed.ok && isJsonObject(parsed.value)
    ? { ok: true, document: parsed.value }
    : refused("This link leads to no scenario.");
}

function refused(message: string): Extract<DecodedLink, { ok: false }> {
  return { ok: false, message };
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<string | Extract<DecodedLink, { ok: false }>> {
  const reader = blobStream(packed).pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength;
      if (size > MOST_BYTES) {
        await reader.cancel();
        return refused(`This link holds more than ${MOST_BYTES / 1024 / 1024} MiB and was not opened.`);
      }
      parts.push(part.value);
    }
    return await new Blob(parts as BlobPart[]).text();
  } catch {
    return refused("This link is damaged: a part of it is missing.");
  }
}

function blobStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([bytes]).stream();
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    return undefined;
  }
}
