/** An open document: its text, and its offsets as lines and characters, which the protocol counts from 0 in UTF-16. */
import type { TextEdit, TextRange } from '@dragoman/language';

/** A position of the protocol. */
export interface LspPosition {
  line: number;
  character: number;
}

/** A range of the protocol. */
export interface LspRange {
  start: LspPosition;
  end: LspPosition;
}

/** An open document. */
export interface TextDocument {
  uri: string;
  version: number;
  text: string;
  offsetAt(position: LspPosition): number;
  rangeOf(range: TextRange): LspRange;
  editOf(edit: TextEdit): { range: LspRange; newText: string };
}

/** A change: of a range, or of the whole text. */
export interface ContentChange {
  range?: LspRange;
  text: string;
}

/** Opens a document. */
export function createTextDocument(uri: string, version: number, text: string): TextDocument {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const offsetAt = ({ line, character }: LspPosition) => {
    const start = starts[line] ?? text.length;
    return Math.min(start + character, (starts[line + 1] ?? text.length + 1) - 1, text.length);
  };
  const positionAt = (offset: number): LspPosition => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - (starts[low] ?? 0) };
  };
  const rangeOf = ({ start, end }: TextRange) => ({ start: positionAt(start), end: positionAt(end) });
  return {
    ...{ uri, version, text, offsetAt, rangeOf },
    editOf: (edit) => ({ range: rangeOf(edit), newText: edit.text }),
  };
}

/** The document after changes, which apply one after the other. */
export function changeDocument(
  document: TextDocument,
  version: number,
  changes: readonly ContentChange[],
): TextDocument {
  return changes.reduce((now, { range, text }) => {
    if (range === undefined) return createTextDocument(now.uri, version, text);
    const [start, end] = [now.offsetAt(range.start), now.offsetAt(range.end)];
    return createTextDocument(now.uri, version, now.text.slice(0, start) + text + now.text.slice(end));
  }, document);
}
