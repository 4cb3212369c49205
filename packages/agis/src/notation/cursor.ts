/** The read position in a text in the illustrative notation, and the syntax error that ends parsing. */

/** A position that advances through the text. */
export interface Cursor {
  readonly text: string;
  at: number;
  /** Open blocks, the innermost last, for messages. */
  readonly open: { name: string; at: number }[];
}

/** A syntax error; thrown only inside the notation parser. */
export class NotationFault extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Stops parsing with the problem and the open block. */
export function fail(cursor: Cursor, problem: string, at = cursor.at): never {
  const block = cursor.open.at(-1);
  const where = block === undefined ? '' : ` in the block "${block.name}"`;
  throw new NotationFault(`${problem}${where}`, at);
}

const blanks = /(?:[\s¶]+|#[^\n]*)*/y;

/** Skips white space, comments and the paragraph marks of copied text. */
export function skipBlanks(cursor: Cursor): void {
  blanks.lastIndex = cursor.at;
  blanks.test(cursor.text);
  cursor.at = Math.max(cursor.at, blanks.lastIndex);
}

/** Consumes and returns the match of a sticky pattern; undefined when it does not match. */
export function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found === undefined || found === '') return undefined;
  cursor.at += found.length;
  return found;
}

/** Consumes the text and returns true when it follows. */
export function accept(cursor: Cursor, text: string): boolean {
  if (!cursor.text.startsWith(text, cursor.at)) return false;
  cursor.at += text.length;
  return true;
}

/** The name before a colon, without consuming it; rule 7 of the notation. */
export function peekKey(cursor: Cursor): string | undefined {
  key.lastIndex = cursor.at;
  return key.exec(cursor.text)?.[0];
}

const key = /[^\s:{}[\],"“”()]{1,200}(?=[ \t]*:(?:\s|$))/y;

/** Consumes a name and its colon. */
export function acquireKey(cursor: Cursor): string {
  const name = peekKey(cursor) ?? fail(cursor, 'expected a name with a colon');
  cursor.at += name.length;
  take(cursor, /[ \t]*:/y);
  return name;
}

/** Reads a block in braces; `each` reads one member. */
export function readBraces(cursor: Cursor, block: { name: string; at: number }, each: () => void): void {
  cursor.open.push(block);
  for (;;) {
    skipBlanks(cursor);
    if (cursor.at >= cursor.text.length) throw new NotationFault(`the block "${block.name}" is never closed`, block.at);
    if (accept(cursor, '}')) break;
    const before = cursor.at;
    each();
    if (cursor.at === before) fail(cursor, `unexpected ${JSON.stringify(cursor.text[before])}`);
  }
  cursor.open.pop();
}

/** Consumes a block with balanced braces and returns its content. */
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

/** The offset after the closing quote of a quoted text; the end of the text when it is not closed. */
export function endOfQuoted(text: string, start: number): number {
  const stop = /[\\"“”]/g;
  stop.lastIndex = start + 1;
  for (let found = stop.exec(text); found !== null; found = stop.exec(text)) {
    if (found[0] !== '\\') return found.index + 1;
    stop.lastIndex = found.index + 2;
  }
  return text.length + 1;
}
