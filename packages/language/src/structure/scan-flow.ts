/** Scans JSON, and the flow style of YAML. Never fails: a missing mark ends the value. */
import type { StructureNode } from './node.js';

/** A position in a text. */
export interface Cursor {
  text: string;
  at: number;
}

/** Nesting beyond this is not looked at. */
const maxDepth = 200;

/** Scans the value at the cursor and moves behind it. */
export function scanFlow(cursor: Cursor, depth = 0): StructureNode {
  skipBlanks(cursor);
  const mark = cursor.text[cursor.at];
  if (depth < maxDepth && mark === '{') return scanMap(cursor, depth);
  if (depth < maxDepth && mark === '[') return scanList(cursor, depth);
  return scanScalar(cursor);
}

/** Moves over white space and comments. */
export function skipBlanks(cursor: Cursor): void {
  const { text } = cursor;
  for (;;) {
    const mark = text.charCodeAt(cursor.at);
    if (mark === 32 || mark === 10 || mark === 13 || mark === 9) cursor.at += 1;
    else if (mark === 35) cursor.at = endOfLine(text, cursor.at);
    else return;
  }
}

/** Offset of the next line end. */
export function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function scanMap(cursor: Cursor, depth: number): StructureNode {
  const node: StructureNode = { kind: 'map', flow: true, start: cursor.at, end: cursor.at, children: [] };
  const { text } = cursor;
  cursor.at += 1;
  for (skipBlanks(cursor); cursor.at < text.length && text[cursor.at] !== '}'; skipBlanks(cursor)) {
    const before = cursor.at;
    if (text[cursor.at] === ']') break;
    const name = scanScalar(cursor);
    skipBlanks(cursor);
    let value: StructureNode = { kind: 'scalar', flow: true, start: cursor.at, end: cursor.at, children: [] };
    if (text[cursor.at] === ':') {
      cursor.at += 1;
      skipBlanks(cursor);
      value = { ...value, start: cursor.at, end: cursor.at };
      if (!/[,}\]]/.test(text[cursor.at] ?? ',')) value = scanFlow(cursor, depth + 1);
    }
    node.children.push({ ...value, key: name.value ?? '', name: { start: name.start, end: name.end } });
    skipBlanks(cursor);
    if (text[cursor.at] === ',') cursor.at += 1;
    if (cursor.at === before) cursor.at += 1;
  }
  if (text[cursor.at] === '}') cursor.at += 1;
  return { ...node, end: Math.min(cursor.at, text.length) };
}

function scanList(cursor: Cursor, depth: number): StructureNode {
  const node: StructureNode = { kind: 'list', flow: true, start: cursor.at, end: cursor.at, children: [] };
  const { text } = cursor;
  cursor.at += 1;
  for (skipBlanks(cursor); cursor.at < text.length && text[cursor.at] !== ']'; skipBlanks(cursor)) {
    const before = cursor.at;
    if (text[cursor.at] === '}') break;
    node.children.push({ ...scanFlow(cursor, depth + 1), key: String(node.children.length) });
    skipBlanks(cursor);
    if (text[cursor.at] === ',') cursor.at += 1;
    if (cursor.at === before) cursor.at += 1;
  }
  if (text[cursor.at] === ']') cursor.at += 1;
  return { ...node, end: Math.min(cursor.at, text.length) };
}

const plain = /[^,{}[\]:\n]*(?::(?![\s,{}[\]]|$)[^,{}[\]:\n]*)*/y;

function scanScalar(cursor: Cursor): StructureNode {
  const { text, at: start } = cursor;
  const mark = text[start];
  if (mark === '"' || mark === "'") return scanQuoted(cursor, mark);
  plain.lastIndex = start;
  const value = (plain.exec(text)?.[0] ?? '').trimEnd();
  cursor.at = start + value.length;
  return { kind: 'scalar', flow: true, start, end: cursor.at, value, children: [] };
}

/** Scans a quoted scalar; a string that is not closed ends with its line. */
export function scanQuoted(cursor: Cursor, quote: '"' | "'"): StructureNode {
  const { text, at: start } = cursor;
  let at = start + 1;
  for (; at < text.length && text[at] !== quote; at += 1) {
    if (text[at] === '\\' && quote === '"') at += 1;
    else if (text[at] === '\n' && quote === '"' && !/^\s*[^\s"]/.test(text.slice(at + 1, at + 200))) break;
  }
  const closed = text[at] === quote;
  cursor.at = Math.min(closed ? at + 1 : endOfLine(text, start), text.length);
  const inner = text.slice(start + 1, closed ? at : cursor.at);
  return { kind: 'scalar', flow: true, start, end: cursor.at, value: unquote(inner, quote), children: [] };
}

function unquote(inner: string, quote: '"' | "'"): string {
  if (quote === "'") return inner.replaceAll("''", "'");
  if (!inner.includes('\\')) return inner;
  try {
    return JSON.parse(`"${inner.replaceAll('\n', ' ')}"`) as string;
  } catch {
    return inner;
  }
}
