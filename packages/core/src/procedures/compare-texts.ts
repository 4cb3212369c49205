/** Computes the difference between two texts, line by line. */

/** A line that one or both of the texts have. */
export interface TextChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
  /** Number of the line in the text that has it; in the newer one when both have it. */
  line: number;
}

/** Maximum number of table cells for computing the shortest difference; above it, the middle counts as replaced. */
const maxCells = 4_000_000;

/** Every line, in order; the shortest difference unless the texts are too long. */
export function compareTexts(before: string, after: string): TextChange[] {
  const [old, now] = [before.split(/\r\n|\n|\r/), after.split(/\r\n|\n|\r/)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const same = (text: string, at: number): TextChange => ({ kind: 'same', text, line: at + 1 });
  const end = now.length - tail;
  return [
    ...now.slice(0, head).map(same),
    ...compareMiddle(old.slice(head, old.length - tail), now.slice(head, end), head),
    ...now.slice(end).map((text, at) => same(text, end + at)),
  ];
}

function compareMiddle(old: readonly string[], now: readonly string[], offset: number): TextChange[] {
  const removed = (at: number): TextChange => ({ kind: 'removed', text: old[at] ?? '', line: offset + at + 1 });
  const added = (at: number): TextChange => ({ kind: 'added', text: now[at] ?? '', line: offset + at + 1 });
  if (old.length * now.length > maxCells) return [...old.keys()].map(removed).concat([...now.keys()].map(added));
  const lengths = commonLengths(old, now);
  const width = now.length + 1;
  const changes: TextChange[] = [];
  let [at, to] = [0, 0];
  while (at < old.length || to < now.length) {
    const drop = lengths[(at + 1) * width + to] ?? 0;
    const take = lengths[at * width + to + 1] ?? 0;
    if (at < old.length && to < now.length && old[at] === now[to]) {
      changes.push({ kind: 'same', text: now[to] ?? '', line: offset + to + 1 });
      at += 1;
      to += 1;
    } else if (to >= now.length || (at < old.length && drop >= take)) {
      changes.push(removed(at));
      at += 1;
    } else {
      changes.push(added(to));
      to += 1;
    }
  }
  return changes;
}

/** Length of the longest common subsequence of the remaining lines, for every pair of positions. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let at = old.length - 1; at >= 0; at -= 1) {
    for (let to = now.length - 1; to >= 0; to -= 1) {
      const both = old[at] === now[to];
      lengths[at * width + to] = both
        ? (lengths[(at + 1) * width + to + 1] ?? 0) + 1
        : Math.max(lengths[(at + 1) * width + to] ?? 0, lengths[at * width + to + 1] ?? 0);
    }
  }
  return lengths;
}
