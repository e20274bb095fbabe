// The domain in the order in which data goes through it.
export type * from "./vocabulary/event.ts";
export type * from "./vocabulary/exchange.ts";
export type * from "./vocabulary/flow.ts";
export type * from "./vocabulary/json.ts";
export type * from "./vocabulary/limits.ts";
export type * from "./vocabulary/problem.ts";
export type * from "./vocabulary/reference.ts";
export type * from "./vocabulary/scenario.ts";
export type * from "./vocabulary/source.ts";
export type * from "./vocabulary/tool-call.ts";
export { isJsonArray, isJsonObject, jsonType } from "./vocabulary/json.ts";
export type * from "./ports/host.ts";
export type * from "./ports/journal.ts";
export type * from "./ports/lua.ts";
export type * from "./ports/lua-analysis.ts";
export type * from "./ports/node.ts";
export type * from "./ports/runner.ts";
export { faultSentence } from "./json/fault-sentence.ts";
export { formatFloat } from "./json/format-float.ts";
export { jsonEquals, jsonEqualsByValue } from "./json/json-equals.ts";
export { type JsonSyntaxError, parseJson, parseJsonWithSource } from "./json/parse-json.ts";
export { placeAt } from "./json/place-at.ts";
export { fromPlain, toPlain } from "./json/plain-json.ts";
export { compactJson, prettyJson, printJson } from "./json/print-json.ts";
export { compareCodePoints } from "./json/sort-keys.ts";
export { stringContentOffsets } from "./json/string-content-offsets.ts";
export { utf8Length } from "./json/utf8-length.ts";
export { FORMAT_NAMES, FORMAT_TITLES, type FormatName, isFormatName } from "./import/format-name.ts";
export type { SkippedCall, SkipReason } from "./import/found.ts";
export { importCalls } from "./import/import-calls.ts";
export type { ImportedAnswer, ImportedCalls, ImportedTurn, ImportOptions } from "./import/imported-calls.ts";
export type { Located } from "./import/located.ts";
export { callArguments, callId, callIndex, callName } from "./normalise/call-fields.ts";
export { type NormalisedCalls, normaliseCall, normaliseCalls } from "./normalise/normalise-calls.ts";
export { type RepairedArguments, repairArguments } from "./normalise/repair-arguments.ts";
export { type ExplainedInput, explainInput, explainReference } from "./references/explain.ts";
export { likelyInputs } from "./references/likely-inputs.ts";
export { resolveInput, resolveReference } from "./references/resolve.ts";
export type { ReferenceScope } from "./references/walk.ts";
export { checkSecrets, type SecretWarning } from "./redaction/check-secrets.ts";
export { createRedactor, type Redactor } from "./redaction/create-redactor.ts";
export { REDACTED } from "./redaction/marker.ts";
export { redactExplanation } from "./redaction/redact-explanation.ts";
export { scrubDiagnostics } from "./redaction/scrub-diagnostics.ts";
export {
  type Exposure,
  type ExposureHit,
  type ExposureInput,
  type ExposureStation,
  exposureReport,
} from "./inspection/exposure-report.ts";
export { inspectContext, inspectOutput, inspectValue } from "./inspection/inspect.ts";
export { findTokenLike, type TokenLike } from "./inspection/find-token-like.ts";
export { argumentFault, type ArgumentFault } from "./findings/argument-fault.ts";
export { argumentPlace, callField } from "./findings/call-place.ts";
export { type CheckCallsInput, checkCalls } from "./findings/check-calls.ts";
export { missingArguments } from "./findings/check-definitions.ts";
export { checkMessages } from "./findings/check-messages.ts";
export { readToolDefinitions, type ToolDefinitions } from "./findings/tool-definitions.ts";
export { evaluateCondition } from "./nodes/conditions.ts";
export { createFetchNetwork, type FetchNetworkOptions } from "./nodes/network/fetch-network.ts";
export type { FetchedResponse, FetchInit, FetchPort } from "./nodes/network/fetch-port.ts";
export { createScriptedNetwork } from "./nodes/network/scripted-network.ts";
export { type NodeClass, nodeClass, nodeTypes } from "./nodes/node-types.ts";
export { checkPlaceholders, fillPlaceholders, type PlaceholderFault } from "./nodes/placeholders.ts";
export { nodeImplementation } from "./nodes/registry.ts";
export { checkFlow } from "./flow/check-flow.ts";
export { type FlowValidation, type ValidateFlowRequest, validateFlow } from "./flow/validate-flow.ts";
export { type Reply, reply } from "./reply/reply.ts";
export { isReplyFormat, REPLY_FORMATS, type ReplyFormat, replyFormatOf } from "./reply/reply-format.ts";
export { importDocument, type ImportRequest, replyToJson } from "./scenario/import-document.ts";
export { CallReports } from "./run/call-reports.ts";
export { conduct, type RunPorts } from "./run/conduct.ts";
export { FlowLoader } from "./run/flow-loader.ts";
export { createMemoryCache } from "./run/memory-cache.ts";
export { streamRun } from "./run/stream-run.ts";
export { eventFromJson, eventToJson, explanationToJson, finishedRunFromJson, finishedRunToJson } from "./run/wire.ts";
export { checkExpectation, type Difference } from "./scenario/check-expectation.ts";
export { type Ceilings, readLimits, STANDARD_LIMITS } from "./scenario/read-limits.ts";
export {
  type ReadScenarioHost,
  readScenario,
  readScenarioDocument,
} from "./scenario/read-scenario.ts";
export { readTools, type ToolsText } from "./scenario/read-tools.ts";
