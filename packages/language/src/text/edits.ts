/** Edits of a text. */
import type { TextEdit } from '../service/language-service.js';

/** The text after the edits, which are ordered and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let written = '';
  let at = 0;
  for (const edit of edits) {
    written += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return written + text.slice(at);
}

/** The edits that turn one text into another: one per group of changed lines when the lines can be matched, else one. */
export function editsBetween(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  const lines = [splitLines(before), splitLines(after)] as const;
  const edits = lines[0].length === lines[1].length ? matchLines(lines[0], lines[1]) : undefined;
  return edits ?? [smallestEdit(before, after, 0)];
}

/** Lines with their line ends. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Texts with equally many lines differ line by line, unless most lines have moved. */
function matchLines(before: readonly string[], after: readonly string[]): TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  let at = 0;
  for (const [number, line] of before.entries()) {
    const other = after[number] ?? '';
    if (line !== other) edits.push(smallestEdit(line, other, at));
    if (edits.length > 10_000) return undefined;
    at += line.length;
  }
  return edits;
}

/** The part between the common beginning and the common end. */
function smallestEdit(before: string, after: string, offset: number): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return {
    start: offset + start,
    end: offset + before.length - same,
    text: after.slice(start, after.length - same),
  };
}
