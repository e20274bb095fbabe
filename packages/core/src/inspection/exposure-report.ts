import { formatFloat } from "../json/format-float.ts";
import type { CallOutcome, CallReport } from "../vocabulary/event.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { Explanation } from "../vocabulary/reference.ts";
import { pointer, SHORTEST_NEEDLE, TextFinder } from "./text-finder.ts";

/** What a value can reach. Messages are what the model gets to see. */
export type ExposureStation = "child-context" | "result" | "message" | "error";

/** A value that reached one station of one call. */
export interface ExposureHit {
  /** Position among the calls. */
  readonly call: number;
  readonly station: ExposureStation;
  /** JSON Pointer of its first place in the station's value; empty when that is the text itself. */
  readonly path: string;
  /** How often it stands there. */
  readonly places: number;
  /** The call itself holds the same text, so the value may have come from the model. */
  readonly alsoInCall: boolean;
}

/** Where one value of the context, or one secret, went. */
export interface Exposure {
  readonly origin: "context" | "secret";
  /** JSON Pointer in the context, or among the secrets: `/user/private_note`. */
  readonly path: string;
  /**
   * Whether its text was looked for. The empty text, texts of less than three characters, booleans and null cannot be
   * told from others like them: for these only the references that select them count.
   */
  readonly traced: boolean;
  /** In the order of calls and stations. Empty: it reached nothing. */
  readonly hits: readonly ExposureHit[];
}

export interface ExposureInput {
  /** The parent context as it was given, without the calls. */
  readonly context: JsonObject;
  /** The overlay; its values are cleaned out of reports, so that finding one in a text is a leak. */
  readonly secrets: JsonObject;
  /** Of a finished run (spec 11 §2), complete values. */
  readonly calls: readonly CallReport[];
}

/**
 * For every value in the context and among the secrets: the child contexts, results, messages and errors that it
 * reached. A text counts wherever it stands as such or JSON-escaped, short texts and numbers where they stand alone; a
 * child context also counts when a reference selected the value, or something around it. A value that a handler
 * changed is not recognised.
 */
export function exposureReport({ context, secrets, calls }: ExposureInput): Exposure[] {
  const sources = new Sources();
  sources.add("context", context);
  sources.add("secret", secrets);
  calls.forEach((report, call) => {
    traceCall(sources, report, call);
  });
  return sources.list;
}

interface Source extends Exposure {
  readonly hits: ExposureHit[];
}

/** From the first of these sources to before the last: all that stand in one value. */
interface Span {
  readonly first: number;
  readonly end: number;
}

/** Every leaf of the context and the overlay, in order. */
class Sources {
  readonly list: Source[] = [];
  readonly finder = new TextFinder();
  private readonly roots = new Map<Exposure["origin"], JsonObject>();
  /** Origin and pointer of every value, leaf or not. */
  private readonly spans = new Map<string, Span>();

  add(origin: Exposure["origin"], root: JsonObject): void {
    this.roots.set(origin, root);
    for (const [key, value] of root) this.collect(origin, value, [key]);
  }

  /** The sources that a reference selected, and the pointer of what it selected. Secrets win over context keys. */
  selected({ kind, reason, hops }: Explanation): { span: Span; path: string } | undefined {
    if ((kind !== "context" && kind !== "context-key") || reason !== null) return undefined;
    const origin = this.roots.get("secret")?.has(hops[0]?.segment ?? "") ? "secret" : "context";
    let at: Json | undefined = this.roots.get(origin);
    const path = hops.map(({ segment }) => {
      const token = isJsonArray(at) ? Number(segment) : segment;
      at = isJsonArray(at) ? at[Number(segment)] : isJsonObject(at) ? at.get(segment) : undefined;
      return token;
    });
    const span = this.spans.get(`${origin}${pointer(path)}`);
    return span === undefined ? undefined : { span, path: pointer(path) };
  }

  private collect(origin: Exposure["origin"], value: Json, path: (string | number)[]): void {
    const first = this.list.length;
    const members = isJsonArray(value) ? value.entries() : isJsonObject(value) ? value.entries() : undefined;
    if (members === undefined) this.leaf(origin, value, pointer(path));
    for (const [token, member] of members ?? []) {
      path.push(token);
      this.collect(origin, member, path);
      path.pop();
    }
    this.spans.set(`${origin}${pointer(path)}`, { first, end: this.list.length });
  }

  private leaf(origin: Exposure["origin"], value: Json, path: string): void {
    const owner = this.list.length;
    const texts = soughtTexts(value);
    const word = typeof value !== "string" || value.length === SHORTEST_NEEDLE;
    for (const text of texts) this.finder.add({ owner, text, word });
    this.list.push({ origin, path, traced: texts.length > 0, hits: [] });
  }
}

/** The forms in which a value is looked for; none when it is too common. */
function soughtTexts(value: Json): string[] {
  const text =
    typeof value === "string"
      ? value
      : typeof value === "bigint"
        ? `${value}`
        : typeof value === "number"
          ? formatFloat(value)
          : "";
  if (text.length < SHORTEST_NEEDLE) return [];
  const escaped = JSON.stringify(text).slice(1, -1);
  return escaped === text ? [text] : [text, escaped];
}

function traceCall(sources: Sources, report: CallReport, call: number): void {
  const inCall = new Set<number>();
  sources.finder.search(report.call, (owner) => inCall.add(owner));
  for (const [station, value] of stationsOf(report.outcome)) {
    const found = new Map<number, { path: string; places: number }>();
    sources.finder.search(value, (owner, path) => {
      const hit = found.get(owner);
      if (hit === undefined) found.set(owner, { path: path(), places: 1 });
      else hit.places++;
    });
    if (station === "child-context") addSelected(sources, report.references, value, found);
    for (const [owner, hit] of found) {
      sources.list[owner]?.hits.push({ call, station, ...hit, alsoInCall: inCall.has(owner) });
    }
  }
}

function stationsOf(outcome: CallOutcome): [ExposureStation, Json][] {
  if (outcome.status === "error") return [["error", outcome.error]];
  if (outcome.status === "cancelled" || outcome.status === "not-run") return [];
  const stations: [ExposureStation, Json | undefined][] = [
    ["child-context", outcome.child_input],
    ["result", outcome.entry.get("result")],
    ["message", outcome.message],
    ["error", outcome.entry.get("error")],
  ];
  return stations.filter((station): station is [ExposureStation, Json] => station[1] !== undefined);
}

/** Values that reached the child context by a reference, though no text tells: secrets, booleans, short texts. */
function addSelected(
  sources: Sources,
  references: readonly Explanation[],
  childInput: Json,
  found: Map<number, { path: string; places: number }>,
): void {
  const reached = new Map<number, { path: string; places: number }>();
  for (const explanation of references) {
    const selected = sources.selected(explanation);
    if (selected === undefined || !arrived(explanation.key, childInput)) continue;
    for (let owner = selected.span.first; owner < selected.span.end; owner++) {
      const below = sources.list[owner]?.path.slice(selected.path.length) ?? "";
      const hit = reached.get(owner);
      if (hit === undefined) reached.set(owner, { path: `/${explanation.key}${below}`, places: 1 });
      else hit.places++;
    }
  }
  for (const [owner, hit] of reached) if (!found.has(owner)) found.set(owner, hit);
}

/** Inputs under a key of the overlay are taken out before the child starts (spec 05 §1). */
function arrived(key: string, childInput: Json): boolean {
  const name = key.split("/", 1)[0] ?? "";
  return isJsonObject(childInput) && childInput.has(name.replaceAll("~1", "/").replaceAll("~0", "~"));
}
