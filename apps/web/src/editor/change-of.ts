/** Text around a change is shown up to here; a change itself up to there. */
const AROUND = 24;
const LONGEST = 160;

/** Two texts as what they share at both ends, and what differs between. */
export interface Change {
  readonly before: string;
  readonly removed: string;
  readonly added: string;
  readonly after: string;
}

/** The change from one text to another, shortened for a line; characters are never cut in half. */
export function changeOf(from: string, to: string): Change {
  const [left, right] = [[...from], [...to]];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let end = 0;
  const most = Math.min(left.length, right.length) - start;
  while (end < most && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  return {
    before: shortenedStart(left.slice(0, start)),
    removed: shortened(left.slice(start, left.length - end)),
    added: shortened(right.slice(start, right.length - end)),
    after: shortenedEnd(left.slice(left.length - end)),
  };
}

function shortened(text: readonly string[]): string {
  return text.length <= LONGEST ? text.join("") : `${text.slice(0, LONGEST).join("")}…`;
}

function shortenedStart(text: readonly string[]): string {
  return text.length <= AROUND ? text.join("") : `…${text.slice(-AROUND).join("")}`;
}

function shortenedEnd(text: readonly string[]): string {
  return text.length <= AROUND ? text.join("") : `${text.slice(0, AROUND).join("")}…`;
}
