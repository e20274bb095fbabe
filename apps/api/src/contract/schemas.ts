import { z } from "@hono/zod-openapi";
import { FORMAT_NAMES, REPLY_FORMATS } from "@tool-dispatch/core";

// Objects are loose where the document may grow (spec 11): a client must not fail at a field that it does not know.

const place = z.looseObject({
  document: z.string().describe("`calls`, `tools`, `context`, `secrets`, `scenario`, `body`, or a flow's file name"),
  line: z.int().min(1),
  column: z.int().min(1),
});

export const problemDocument = z
  .looseObject({
    type: z.string().describe("`/problems/` and the code"),
    title: z.string(),
    status: z.int(),
    code: z.string().describe("Stable"),
    detail: z.string(),
    where: place.optional().describe("When a place in the body is meant"),
    problems: z.array(z.unknown()).optional(),
  })
  .openapi("Problem");

export const scenario = z
  .looseObject({
    version: z.literal(1).optional(),
    name: z.string().optional(),
    kind: z.enum(["dispatch", "flow", "validate"]).optional(),
    calls: z.unknown().optional().describe("Tool calls, or a text that holds them in any known format"),
    tools: z.unknown().optional().describe("The mapping, or its text as JSON or Lua"),
    context: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
    secrets: z.record(z.string(), z.unknown()).optional().describe("Replaced by a marker in all that is published"),
    options: z.looseObject({ limits: z.record(z.string(), z.unknown()).optional() }).optional(),
    flows: z.record(z.string(), z.string()).optional().describe("File name → Lua"),
    exchanges: z.array(z.unknown()).optional().describe("Scripted answers for network nodes"),
    expect: z.record(z.string(), z.unknown()).optional(),
  })
  .openapi("Scenario");

const outcome = z.enum(["ok", "error", "cancelled"]);

export const finishedRun = z
  .looseObject({
    kind: z.enum(["dispatch", "flow", "validate", "unreadable"]),
    outcome,
    output: z.record(z.string(), z.unknown()).optional().describe("The published keys; kind dispatch, outcome ok"),
    context: z.record(z.string(), z.unknown()).optional(),
    tasks: z.record(z.string(), z.unknown()).optional(),
    error: z.string().optional(),
    problems: z.array(z.looseObject({ code: z.string(), message: z.string() })),
    calls: z
      .array(z.looseObject({ call: z.unknown(), references: z.array(z.unknown()), outcome: z.unknown() }))
      .optional(),
    reply: z.unknown().optional().describe("With `reply`: the results in that provider's shape"),
    duration_ms: z.number().min(0),
  })
  .openapi("FinishedRun");

export const validation = z
  .looseObject({
    kind: z.literal("validate"),
    outcome,
    valid: z.boolean(),
    errors: z.array(z.string()),
    warnings: z.array(z.looseObject({ code: z.string(), message: z.string(), line: z.int(), column: z.int() })),
    problems: z.array(z.unknown()),
    duration_ms: z.number().min(0),
  })
  .openapi("Validation");

const runState = z.enum(["queued", "running", "ended"]);

export const acceptedRun = z.looseObject({ id: z.string(), state: runState }).openapi("AcceptedRun");

export const shownRun = z
  .looseObject({ id: z.string(), state: runState, result: finishedRun.optional() })
  .openapi("ShownRun");

export const importRequest = z
  .looseObject({
    text: z.string().describe("What was pasted"),
    format: z.enum(FORMAT_NAMES).optional(),
    turn: z.int().min(1).optional(),
    reply: z.enum(REPLY_FORMATS).optional(),
    tool_definitions: z.unknown().optional(),
  })
  .openapi("ImportRequest");

export const importedCalls = z.looseObject({ format: z.unknown(), calls: z.unknown() }).openapi("ImportedCalls");

export const storedLink = z
  .looseObject({
    id: z.string(),
    delete_token: z.string().describe("Given once; the server keeps its hash alone"),
    expires_at: z.iso.datetime(),
  })
  .openapi("StoredLink");

export type StoredLink = z.infer<typeof storedLink>;

export const health = z.object({ status: z.literal("ok") }).openapi("Health");

export const readiness = z
  .object({ status: z.enum(["ready", "not-ready"]), checks: z.record(z.string(), z.enum(["ok", "failed"])) })
  .openapi("Readiness");

export const description = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) });

/** Path parameter: an unknown one is not found, whatever it looks like. */
export const byId = z.object({ id: z.string().min(1).max(200) });

export const replyQuery = z.object({
  reply: z.enum(REPLY_FORMATS).optional().describe("Give the results in this provider's shape too"),
});

export const acknowledgedQuery = z.object({
  acknowledged: z.enum(["true", "false"]).optional().describe("Store texts that look like credentials all the same"),
});

export const preferHeader = z.object({
  prefer: z.string().optional().describe("`respond-async`: answer 202 with a location at once"),
});

export const lastEventHeader = z.object({
  "last-event-id": z
    .string()
    .regex(/^\d{1,9}$/, "must be the number of an event")
    .optional()
    .describe("Go on after this event, without gap or repeat"),
});

export const bearerHeader = z.object({
  authorization: z.string().optional().describe("`Bearer` and the delete token"),
});
