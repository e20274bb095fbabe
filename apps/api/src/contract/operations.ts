import { createRoute, type RouteConfig, type z } from "@hono/zod-openapi";
import { OPERATION_PATHS, type OperationName } from "./operation-paths.ts";
import * as schemas from "./schemas.ts";

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const answer = (description: string, schema: z.ZodType) => ({ description, content: json(schema) });
const problem = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: schemas.problemDocument } },
});
const body = (description: string, schema: z.ZodType) => ({ required: true, description, content: json(schema) });
const events = {
  "text/event-stream": {
    schema: {
      type: "string",
      description: "One event a message: `id`, `event`, `data`; the last is `run-end`",
    } as const,
  },
};

const LIMITED = { 429: problem("Asked too often, or the queue is full; `Retry-After` says when to ask again") };
const BODY = {
  400: problem("The body, or a parameter, is not what is described here"),
  413: problem("The body is too large"),
  415: problem("The body is not sent as JSON"),
  422: problem("The body takes too much time or memory to read"),
  ...LIMITED,
};
const RUN = { 404: problem("There is no such run, or not any more"), ...LIMITED };
const LINK = { 404: problem("There is no such link, or it has expired"), ...LIMITED };
const CLOSING = { 503: problem("The server is shutting down") };

/** The operations as they are described; requests are validated by the same schemas. */
export const OPERATIONS: Readonly<Record<OperationName, RouteConfig>> = {
  startRun: createRoute({
    ...OPERATION_PATHS.startRun,
    summary: "Run a scenario",
    description: "Leaving the connection cancels the run, unless it was answered with 202.",
    request: { query: schemas.replyQuery, headers: schemas.preferHeader, body: body("A scenario", schemas.scenario) },
    responses: {
      200: {
        description: "The finished run, or its events as they come when `text/event-stream` is accepted",
        content: { ...json(schemas.finishedRun), ...events },
      },
      202: answer("The run was taken; `Location` says where it is found", schemas.acceptedRun),
      ...BODY,
      ...CLOSING,
    },
  }),
  showRun: createRoute({
    ...OPERATION_PATHS.showRun,
    summary: "Where a run stands",
    description: "Values that are larger than the inspection limit are shown as markers.",
    request: { params: schemas.byId },
    responses: { 200: answer("The run as it is shown", schemas.shownRun), ...RUN },
  }),
  readEvents: createRoute({
    ...OPERATION_PATHS.readEvents,
    summary: "The events of a run",
    description: "From the first one, or after the one that is named; ends with the run.",
    request: { params: schemas.byId, headers: schemas.lastEventHeader },
    responses: { 200: { description: "The events", content: events }, 400: problem("No such event"), ...RUN },
  }),
  readResult: createRoute({
    ...OPERATION_PATHS.readResult,
    summary: "The result of a run, with complete values",
    request: { params: schemas.byId, query: schemas.replyQuery },
    responses: {
      200: answer("The finished run", schemas.finishedRun),
      400: problem("No such format"),
      409: problem("The run has not ended"),
      ...RUN,
    },
  }),
  cancelRun: createRoute({
    ...OPERATION_PATHS.cancelRun,
    summary: "Cancel a run",
    request: { params: schemas.byId },
    responses: { 204: { description: "It is cancelled, or had ended" }, ...RUN },
  }),
  validateFlow: createRoute({
    ...OPERATION_PATHS.validateFlow,
    summary: "Check a flow without running its steps",
    description: "The flow is `options.entry`, else the only one, else `main.lua`.",
    request: { body: body("A scenario with `flows`", schemas.scenario) },
    responses: { 200: answer("What was found", schemas.validation), ...BODY, ...CLOSING },
  }),
  importCalls: createRoute({
    ...OPERATION_PATHS.importCalls,
    summary: "Find the tool calls in a pasted text",
    request: { body: body("The text, and how to read it", schemas.importRequest) },
    responses: { 200: answer("The calls and what is odd about them", schemas.importedCalls), ...BODY },
  }),
  storeLink: createRoute({
    ...OPERATION_PATHS.storeLink,
    summary: "Store a scenario under a link",
    description: "At most 1 MiB, without values of secrets. Texts that look like credentials are refused with places.",
    request: { query: schemas.acknowledgedQuery, body: body("A scenario", schemas.scenario) },
    responses: {
      201: answer("The link, until when it lasts, and the token that deletes it", schemas.storedLink),
      ...BODY,
      422: problem("Texts look like credentials, or the body takes too much to read; `problems` holds the places"),
    },
  }),
  readLink: createRoute({
    ...OPERATION_PATHS.readLink,
    summary: "The scenario of a link",
    request: { params: schemas.byId },
    responses: { 200: answer("The scenario; `x-expires-at` says until when", schemas.scenario), ...LINK },
  }),
  deleteLink: createRoute({
    ...OPERATION_PATHS.deleteLink,
    summary: "Delete a link",
    request: { params: schemas.byId, headers: schemas.bearerHeader },
    responses: {
      204: { description: "It is deleted" },
      401: problem("No token was sent"),
      403: problem("It is another token"),
      ...LINK,
    },
  }),
  readHealth: createRoute({
    ...OPERATION_PATHS.readHealth,
    summary: "The process answers",
    responses: { 200: answer("It does", schemas.health) },
  }),
  readReadiness: createRoute({
    ...OPERATION_PATHS.readReadiness,
    summary: "The server can do its work",
    responses: { 200: answer("It can", schemas.readiness), 503: answer("It cannot now", schemas.readiness) },
  }),
  readDescription: createRoute({
    ...OPERATION_PATHS.readDescription,
    summary: "This description",
    responses: { 200: answer("OpenAPI 3.1", schemas.description) },
  }),
};
