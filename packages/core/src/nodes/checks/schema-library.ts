import { lazily } from "../lazily.ts";

export type SchemaLibrary = typeof import("@cfworker/json-schema");

/** A validator that interprets schemas: one that compiles them to code could not run under the page's policy. */
export const schemaLibrary = lazily<SchemaLibrary>("JSON Schema", () => import("@cfworker/json-schema"));
