import { onSettled } from "../../flow/settled.ts";
import { defineNode } from "../define-node.ts";
import { base64 } from "./base64-library.ts";
import { base64Source } from "./base64-source.ts";

/** A text as base64 with padding (spec 07 §5). */
export const base64Encode = defineNode("base64_encode", ({ settings }) => {
  const bytes = new TextEncoder().encode(base64Source(settings));
  const urlSafe = settings.flag("url_safe", false);
  const outputKey = settings.text("output_key", "base64_encoded");
  return onSettled(base64(), (library) => [[outputKey, (urlSafe ? library.base64url : library.base64).encode(bytes)]]);
});
