import { describe, expect, it } from "vitest";
import { nodeClass, nodeTypes } from "./node-types.ts";
import { nodeImplementation } from "./registry.ts";
import { failure } from "./testing/run-node.ts";

const ENGINE_CLASSES = ["lua", "flow"];

describe("[07 §7] node types", () => {
  it("are 103, each once", () => {
    expect(nodeTypes).toHaveLength(103);
    expect(new Set(nodeTypes).size).toBe(103);
  });

  it("have an implementation, except those that the engine brings", () => {
    for (const type of nodeTypes) {
      expect([type, nodeImplementation(type) === undefined]).toEqual([
        type,
        ENGINE_CLASSES.includes(nodeClass(type) ?? ""),
      ]);
    }
  });

  it("do not include names of JavaScript", () => {
    for (const type of ["__proto__", "constructor", "toString", ""]) expect(nodeImplementation(type)).toBeUndefined();
  });

  it("fail with what they need and what to do, when the host cannot lend it", async () => {
    expect(await failure("db_query", {})).toBe(
      "db_query needs a database, which this host does not lend. For a trial run, replace the step by a function " +
        "handler that returns the keys it would publish, or put those keys into the context.",
    );
    expect(await failure("s3_get_object", {})).toContain("s3_get_object needs an object storage on the network");
    expect(await failure("shell_command", {})).toContain("needs other processes");
    expect(await failure("pdf_merge", {})).toContain("needs files");
  });
});
