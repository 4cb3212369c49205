/** The reader's place in a text in the illustrative notation, and the fault that ends the reading. */

/** A place that moves on through the text. */
export interface Cursor {
  readonly text: string;
  at: number;
  /** Blocks that are open, the innermost last, for messages. */
  readonly open: { name: string; at: number }[];
}

/** A fault of the syntax; thrown inside the notation reader only. */
export class NotationFault extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Stops the reading with what was expected here and which block is open. */
export function fail(cursor: Cursor, problem: string, at = cursor.at): never {
  const block = cursor.open.at(-1);
  const where = block === undefined ? '' : ` in the block "${block.name}"`;
  throw new NotationFault(`${problem}${where}`, at);
}

const blanks = /(?:[\s¶]+|#[^\n]*)*/y;

/** Moves over blanks, comments and the paragraph marks of copies. */
export function skipBlanks(cursor: Cursor): void {
  blanks.lastIndex = cursor.at;
  blanks.test(cursor.text);
  cursor.at = Math.max(cursor.at, blanks.lastIndex);
}

/** The text that a sticky pattern finds here, and moves over it; undefined when there is none. */
export function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found === undefined || found === '') return undefined;
  cursor.at += found.length;
  return found;
}

/** True when the text goes on with this; moves over it. */
export function accept(cursor: Cursor, text: string): boolean {
  if (!cursor.text.startsWith(text, cursor.at)) return false;
  cursor.at += text.length;
  return true;
}

/** The name before a colon that ends it, without moving; rule 7 of the notation. */
export function peekKey(cursor: Cursor): string | undefined {
  key.lastIndex = cursor.at;
  return key.exec(cursor.text)?.[0];
}

const key = /[^\s:{}[\],"“”()]{1,200}(?=[ \t]*:(?:\s|$))/y;

/** Moves over a name and its colon. */
export function takeKey(cursor: Cursor): string {
  const name = peekKey(cursor) ?? fail(cursor, 'expected a name with a colon');
  cursor.at += name.length;
  take(cursor, /[ \t]*:/y);
  return name;
}

/** Reads a block in braces: `each` reads one member at a time. */
export function readBraces(cursor: Cursor, block: { name: string; at: number }, each: () => void): void {
  cursor.open.push(block);
  for (;;) {
    skipBlanks(cursor);
    if (cursor.at >= cursor.text.length) throw new NotationFault(`the block "${block.name}" is never closed`, block.at);
    if (accept(cursor, '}')) break;
    const before = cursor.at;
    each();
    if (cursor.at === before) fail(cursor, `cannot be understood: ${JSON.stringify(cursor.text[before])}`);
  }
  cursor.open.pop();
}

/** Moves over a block by its braces and gives what stands between them. */
export function takeBalanced(cursor: Cursor, name: string): string {
  const start = cursor.at;
  let depth = 0;
  const interesting = /["“”{}]/g;
  for (interesting.lastIndex = start; ; ) {
    const found = interesting.exec(cursor.text);
    if (found === null) throw new NotationFault(`the block "${name}" is never closed`, start);
    if (found[0] === '{') depth += 1;
    else if (found[0] === '}') depth -= 1;
    else interesting.lastIndex = endOfQuoted(cursor.text, found.index);
    if (depth === 0) {
      cursor.at = found.index + 1;
      return cursor.text.slice(start + 1, found.index);
    }
  }
}

/** Where a quoted text ends, behind its closing quote; the end of the text when it has none. */
export function endOfQuoted(text: string, start: number): number {
  const stop = /[\\"“”]/g;
  stop.lastIndex = start + 1;
  for (let found = stop.exec(text); found !== null; found = stop.exec(text)) {
    if (found[0] !== '\\') return found.index + 1;
    stop.lastIndex = found.index + 2;
  }
  return text.length + 1;
}
