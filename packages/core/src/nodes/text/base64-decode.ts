import { base64, base64url, base64urlnopad } from "@scure/base";
import { defineNode } from "../define-node.ts";
import { NodeFault } from "../node-fault.ts";
import { base64Source } from "./base64-source.ts";

/** The UTF-8 text that a base64 text holds; padding may be left out in the URL alphabet (spec 07 §5). */
export const base64Decode = defineNode("base64_decode", ({ settings }) => {
  const text = base64Source(settings).trim();
  const urlSafe = settings.flag("url_safe", false);
  const outputKey = settings.text("output_key", "base64_decoded");
  const coder = !urlSafe ? base64 : text.endsWith("=") ? base64url : base64urlnopad;
  return [[outputKey, utf8(decode(() => coder.decode(text)))]];
});

function decode(read: () => Uint8Array): Uint8Array {
  try {
    return read();
  } catch (thrown) {
    throw new NodeFault(`base64_decode failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NodeFault("base64_decode failed: the decoded bytes are not valid UTF-8");
  }
}
