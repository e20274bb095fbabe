import type { Json } from "../vocabulary/json.ts";
import type { SourceNode } from "../vocabulary/source.ts";
import type { FormatName } from "./format-name.ts";
import type { FoundAnswer, FoundCall, Note, SkippedCall } from "./found.ts";
import type { Located } from "./located.ts";
import type { Alternative, OpenedItem } from "./read-item.ts";
import type { StreamedTurn } from "./streams/streamed-turn.ts";

/** What an assistant asked for at once, and the answers that the paste has to it. */
export interface Turn {
  readonly format: FormatName;
  readonly calls: FoundCall[];
  readonly skipped: SkippedCall[];
  readonly answers: FoundAnswer[];
  readonly notes: Note[];
  readonly node: SourceNode;
  readonly alternative: Alternative | undefined;
  /** Somebody spoke after it, so that its answers would come too late. */
  closed: boolean;
}

export interface Conversation {
  readonly turns: readonly Turn[];
  /** Calls that the provider ran in messages without other calls. */
  readonly skipped: readonly SkippedCall[];
  /** What the assistant said, where there are no calls. */
  readonly spoken: readonly Located<string>[];
  readonly notes: readonly Note[];
}

/** Items in their order → turns: a message is a turn of its own, items of a list share one until somebody answers. */
export function turnsOf(items: readonly OpenedItem[]): Conversation {
  const turns: Turn[] = [];
  const skipped: SkippedCall[] = [];
  const spoken: Located<string>[] = [];
  const notes: Note[] = [];
  let open: Turn | undefined;
  let waiting: SkippedCall[] = [];
  for (const { item, piece, alternative } of items) {
    if (piece.calls.length > 0) {
      if (piece.whole || open === undefined || open.closed || open.alternative?.number !== alternative?.number) {
        if (open !== undefined) open.closed = true;
        open = turn(piece.format, item.node, alternative);
        turns.push(open);
      }
      open.calls.push(...piece.calls);
      open.notes.push(...piece.notes);
      open.skipped.push(...waiting);
      waiting = [];
    }
    (open !== undefined && !open.closed ? open.skipped : waiting).push(...piece.skipped);
    for (const answer of piece.answers) notes.push(...take(answer, turns));
    spoken.push(...piece.spoken);
    if (piece.ends && piece.answers.length === 0 && open !== undefined) open.closed = true;
  }
  skipped.push(...waiting);
  return { turns, skipped, spoken, notes };
}

export function streamedTurn(streamed: StreamedTurn, whole: SourceNode): Turn {
  const [first, last] = [streamed.calls[0]?.node, streamed.calls.at(-1)?.node];
  const node =
    first === undefined || last === undefined ? whole : { range: { start: first.range.start, end: last.range.end } };
  const made = turn(
    streamed.format,
    node,
    streamed.choice === undefined ? undefined : { number: streamed.choice, of: whole },
  );
  made.calls.push(...streamed.calls);
  made.skipped.push(...(streamed.skipped ?? []));
  made.notes.push(...streamed.notes);
  return made;
}

export function turn(format: FormatName, node: SourceNode, alternative?: Alternative): Turn {
  return { format, calls: [], skipped: [], answers: [], notes: [], node, alternative, closed: false };
}

/** Gives an answer to the turn that it answers, and says when it comes at a wrong place. */
function take(answer: FoundAnswer, turns: readonly Turn[]): readonly Note[] {
  const owner = turns.findLast((one) => one.calls.some((call) => answers(answer, call)));
  const what = answer.id === undefined ? `for \`${answer.name ?? "?"}\`` : `to \`${answer.id}\``;
  const detail = answer.id ?? answer.name ?? "";
  const { node } = answer;
  if (owner === undefined) {
    const anonymous = answer.id === undefined && answer.name === undefined ? turns.at(-1) : undefined;
    if (anonymous !== undefined) {
      anonymous.answers.push(answer);
      return [];
    }
    const message = `There is an answer ${what}, and no call before it that asked.`;
    return [{ code: "answer_without_call", message, detail, node }];
  }
  owner.answers.push(answer);
  if (!owner.closed && owner === turns.at(-1)) return [];
  const message = `The answer ${what} does not stand directly after the message that asked; providers refuse that.`;
  return [{ code: "answer_misplaced", message, detail, node }];
}

function answers(answer: FoundAnswer, call: FoundCall): boolean {
  if (call.parts === undefined) return false;
  const { id, name } = call.parts;
  if (answer.id !== undefined) return answer.id === id;
  return answer.name !== undefined && answer.name === name;
}

/** Each answer with the position of its call. Where there are no ids, names and order decide (spec 10 §1). */
function matchAnswers(of: Turn): readonly { readonly call: number; readonly answer: FoundAnswer }[] {
  const taken = new Set<number>();
  return of.answers.flatMap((answer) => {
    const fits = (call: FoundCall) => answers(answer, call) || (answer.id === undefined && answer.name === undefined);
    const candidates = of.calls.flatMap((call, index) => (call.parts !== undefined && fits(call) ? [index] : []));
    const call = candidates.find((index) => !taken.has(index)) ?? candidates.at(-1);
    if (call === undefined) return [];
    taken.add(call);
    return [{ call, answer }];
  });
}

/** Per call, how many answers it has. */
export function answerCounts(of: Turn): readonly number[] {
  const counts = of.calls.map(() => 0);
  for (const { call } of matchAnswers(of)) counts[call] = (counts[call] ?? 0) + 1;
  return counts;
}

/** The calls that have an answer with content, each with its last one. */
export function answeredCalls(of: Turn): readonly { readonly call: FoundCall; readonly content: Json }[] {
  const contents = new Map<FoundCall, Json>();
  for (const { call, answer } of matchAnswers(of)) {
    const found = of.calls[call];
    if (found !== undefined && answer.content !== undefined) contents.set(found, answer.content);
  }
  return [...contents].map(([call, content]) => ({ call, content }));
}

export function isAnswered(of: Turn): boolean {
  const counts = answerCounts(of);
  return of.calls.length > 0 && of.calls.every((call, index) => call.parts === undefined || (counts[index] ?? 0) > 0);
}

/** The last turn that is not fully answered, else the last; of several answers to one question the first. */
export function chooseTurn(turns: readonly Turn[]): number {
  const open = turns.findLastIndex((one) => !isAnswered(one));
  const chosen = open < 0 ? turns.length - 1 : open;
  const group = turns[chosen]?.alternative?.of;
  return group === undefined ? chosen : turns.findIndex((one) => one.alternative?.of === group && one.calls.length > 0);
}

/** What a provider would refuse in a conversation that has answers: calls without one, and with more than one. */
export function conversationNotes({ turns, notes }: Conversation): readonly Note[] {
  const anyAnswer = turns.some((one) => one.answers.length > 0);
  return [...notes, ...turns.flatMap((one, index) => turnNotes(one, index === turns.length - 1, anyAnswer))];
}

function turnNotes(of: Turn, last: boolean, anyAnswer: boolean): readonly Note[] {
  const counts = answerCounts(of);
  const due = anyAnswer && (!last || of.closed || of.answers.length > 0);
  return of.calls.flatMap((call, index): Note[] => {
    if (call.parts === undefined) return [];
    const count = counts[index] ?? 0;
    const detail = labelOf(call.parts.id, call.parts.name);
    if (count === 0 && due) {
      const message = `The call \`${detail}\` is not answered, and the conversation goes on; providers refuse that.`;
      return [{ code: "call_unanswered", message, detail, node: call.node }];
    }
    if (count < 2) return [];
    const message = `The call \`${detail}\` is answered ${count} times; providers want one answer.`;
    return [{ code: "call_answered_twice", message, detail, node: call.node }];
  });
}

function labelOf(id: Json | undefined, name: Json | undefined): string {
  if (typeof id === "string") return id;
  return typeof name === "string" ? name : "?";
}
