import { base64, base64url } from "@scure/base";
import { defineNode } from "../define-node.ts";
import { base64Source } from "./base64-source.ts";

/** A text as base64 with padding (spec 07 §5). */
export const base64Encode = defineNode("base64_encode", ({ settings }) => {
  const bytes = new TextEncoder().encode(base64Source(settings));
  const coder = settings.flag("url_safe", false) ? base64url : base64;
  return [[settings.text("output_key", "base64_encoded"), coder.encode(bytes)]];
});
