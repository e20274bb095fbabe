import type { Context } from "hono";
import { HttpProblem } from "./problem.ts";

/**
 * The body as text, refused before it is parsed: 415 when it is not JSON, 413 past `limitBytes` (by the declared
 * length at once, else as soon as that many bytes came), 400 when it is not UTF-8.
 */
export async function readJsonText(context: Context, limitBytes: number): Promise<string> {
  requireJson(context.req.header("content-type"));
  return readText(context, limitBytes);
}

export async function readText(context: Context, limitBytes: number): Promise<string> {
  const declared = Number(context.req.header("content-length") ?? "0");
  if (declared > limitBytes) throw tooLarge(limitBytes);
  const bytes = await collect(context.req.raw.body, limitBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new HttpProblem({ status: 400, code: "not-utf8", title: "Not text", detail: "The body is not valid UTF-8." });
  }
}

function requireJson(type: string | undefined): void {
  const mediaType = (type ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaType === "application/json" || mediaType.endsWith("+json")) return;
  throw new HttpProblem({
    status: 415,
    code: "not-json",
    title: "Unsupported media type",
    detail: "Send the document as `content-type: application/json`.",
  });
}

async function collect(body: ReadableStream<Uint8Array> | null, limitBytes: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > limitBytes) throw tooLarge(limitBytes);
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

function tooLarge(limitBytes: number): HttpProblem {
  return new HttpProblem({
    status: 413,
    code: "body-too-large",
    title: "Body too large",
    detail: `The body is larger than ${limitBytes} bytes, which is the limit here.`,
  });
}
