/** Scans the block style of YAML by its indentation. Never fails: a line that fits nowhere is skipped. */
import type { StructureNode } from './node.js';
import type { Cursor } from './scan-flow.js';
import { endOfLine, scanFlow, scanQuoted } from './scan-flow.js';

/** Scans a whole YAML text. */
export function scanYaml(text: string): StructureNode {
  const cursor = { text, at: 0 };
  const first = nextLine(cursor);
  if (first === undefined) return { kind: 'map', flow: false, start: 0, end: 0, children: [] };
  if (/[[{]/.test(text[first.at] ?? '')) {
    cursor.at = first.at;
    return scanFlow(cursor);
  }
  return { ...scanBlock(cursor, first.indent, 0), start: 0, end: text.length };
}

interface Line {
  /** Offset of the first character that is not a space. */
  at: number;
  indent: number;
}

/** Nesting beyond this is not looked at. */
const maxDepth = 200;

/** The next line with content, from the line at the cursor; comments and document marks are skipped. */
function nextLine({ text, at }: Cursor): Line | undefined {
  for (let start = at; start < text.length; start = endOfLine(text, start) + 1) {
    let first = start;
    while (text.charCodeAt(first) === 32) first += 1;
    const mark = text[first];
    if (mark === undefined) return undefined;
    if (mark === '\n' || mark === '\r' || mark === '#' || text.startsWith('---', start) || mark === '%') continue;
    return { at: first, indent: first - start };
  }
  return undefined;
}

const key =
  /(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\n]|'')*)'|([^\s#[\]{}&*!|>'"%@`,-][^#\n]*?|-[^\s][^#\n]*?))\s*:(?=\s|$)/my;

/** A block whose lines have this indentation; the cursor is at the start of a line, or inside the line of a dash. */
function scanBlock(cursor: Cursor, indent: number, depth: number): StructureNode {
  const node: StructureNode = { kind: 'map', flow: false, start: -1, end: cursor.at, children: [] };
  for (let line = nextLine(cursor); line !== undefined && line.indent >= indent; line = nextLine(cursor)) {
    if (node.start === -1) node.start = line.at;
    if (line.indent > indent) cursor.at = endOfLine(cursor.text, line.at) + 1;
    else takeLine(cursor, node, { line, depth });
    node.end = cursor.at;
  }
  if (node.start === -1) node.start = cursor.at;
  return node;
}

function takeLine(cursor: Cursor, node: StructureNode, { line, depth }: { line: Line; depth: number }): void {
  const { text } = cursor;
  if (isDash(text, line.at)) {
    node.kind = 'list';
    cursor.at = line.at + 1;
    node.children.push({ ...scanItem(cursor, line, depth), key: String(node.children.length) });
    return;
  }
  key.lastIndex = line.at;
  const found = key.exec(text);
  if (found === null) {
    // A name without its colon: the author is still typing it.
    const end = endOfLine(text, line.at);
    const value = text.slice(line.at, end).trimEnd();
    const range = { start: line.at, end: line.at + value.length };
    node.children.push({ kind: 'scalar', flow: true, ...range, key: value, name: range, children: [] });
    cursor.at = end + 1;
    return;
  }
  const name = found[1] ?? found[2]?.replaceAll("''", "'") ?? found[3] ?? '';
  const colon = line.at + found[0].length;
  cursor.at = colon;
  const value = scanValue(cursor, { indent: line.indent, inMap: true, depth });
  node.children.push({ ...value, key: name, name: { start: line.at, end: line.at + found[0].trimEnd().length - 1 } });
}

function isDash(text: string, at: number): boolean {
  return text[at] === '-' && /[\s]/.test(text[at + 1] ?? '\n');
}

/** An item: a value, or a block that begins on the line of the dash. */
function scanItem(cursor: Cursor, line: Line, depth: number): StructureNode {
  const { text } = cursor;
  const start = cursor.at;
  let first = start;
  while (text[first] === ' ') first += 1;
  key.lastIndex = first;
  if (depth < maxDepth && (isDash(text, first) || (!/[{["']/.test(text[first] ?? '') && key.test(text)))) {
    return scanInline(cursor, { at: first, indent: line.indent + first - line.at }, depth);
  }
  return scanValue(cursor, { indent: line.indent, inMap: false, depth });
}

/** A block that begins behind a dash: its first line is taken by hand, the others by their indentation. */
function scanInline(cursor: Cursor, first: Line, depth: number): StructureNode {
  const node: StructureNode = { kind: 'map', flow: false, start: first.at, end: first.at, children: [] };
  takeLine(cursor, node, { line: first, depth: depth + 1 });
  const rest = scanBlock(cursor, first.indent, depth + 1);
  const offset = node.kind === 'list' ? node.children.length : 0;
  const more =
    rest.kind === 'list' ? rest.children.map((child, at) => ({ ...child, key: String(at + offset) })) : rest.children;
  return { ...node, children: [...node.children, ...more], end: Math.max(rest.end, node.children.at(-1)?.end ?? 0) };
}

interface Owner {
  indent: number;
  inMap: boolean;
  depth: number;
}

/** The value after a colon or a dash; the cursor moves to the start of the line behind it. */
function scanValue(cursor: Cursor, owner: Owner): StructureNode {
  const { text } = cursor;
  const marks = /[ \t]*(?:[!&][^\s]*[ \t]+)*/y;
  marks.lastIndex = cursor.at;
  cursor.at += marks.exec(text)?.[0].length ?? 0;
  const mark = text[cursor.at] ?? '\n';
  if (mark === '\n' || mark === '\r' || mark === '#') return scanBelow(cursor, owner);
  if (mark === '{' || mark === '[') return finishLine(cursor, scanFlow(cursor));
  if (mark === '"' || mark === "'") return finishLine(cursor, scanQuoted(cursor, mark));
  const isText = mark === '|' || mark === '>';
  const start = cursor.at;
  const lineEnd = endOfLine(text, start);
  cursor.at = lineEnd + 1;
  const last = skipDeeper(cursor, owner.indent, isText) ?? lineEnd;
  const raw = text.slice(start, last).trimEnd();
  const value = isText ? raw.slice(raw.indexOf('\n') + 1).replace(/^ +/gm, '') : raw.replace(/\s+#.*$/, '');
  return { kind: 'scalar', flow: true, start, end: start + (isText ? raw.length : value.length), value, children: [] };
}

/** A value on the following lines; an empty one when they are not deeper. */
function scanBelow(cursor: Cursor, { indent, inMap, depth }: Owner): StructureNode {
  const { text } = cursor;
  const empty = cursor.at;
  cursor.at = endOfLine(text, cursor.at) + 1;
  const line = nextLine(cursor);
  const isBelow =
    line !== undefined && (line.indent > indent || (inMap && line.indent === indent && isDash(text, line.at)));
  if (!isBelow || depth >= maxDepth)
    return { kind: 'scalar', flow: true, start: empty, end: empty, value: '', children: [] };
  if (line.indent > indent && !isDash(text, line.at) && !startsMember(text, line.at)) {
    cursor.at = line.at;
    return scanValue(cursor, { indent, inMap, depth: depth + 1 });
  }
  if (line.indent > indent) return scanBlock(cursor, line.indent, depth + 1);
  return scanSequence(cursor, line.indent, depth + 1);
}

function startsMember(text: string, at: number): boolean {
  key.lastIndex = at;
  return key.test(text) || /^[\w$-]+\s*$/.test(text.slice(at, endOfLine(text, at)));
}

/** A list whose dashes have the indentation of their parent. */
function scanSequence(cursor: Cursor, indent: number, depth: number): StructureNode {
  const node: StructureNode = { kind: 'list', flow: false, start: cursor.at, end: cursor.at, children: [] };
  for (let line = nextLine(cursor); line !== undefined && line.indent === indent; line = nextLine(cursor)) {
    if (!isDash(cursor.text, line.at)) break;
    takeLine(cursor, node, { line, depth });
    node.end = cursor.at;
  }
  return node;
}

/** Moves over lines that are deeper than the owner; returns the end of the last one. */
function skipDeeper(cursor: Cursor, indent: number, isText: boolean): number | undefined {
  const { text } = cursor;
  let last: number | undefined;
  while (cursor.at < text.length) {
    let first = cursor.at;
    while (text.charCodeAt(first) === 32) first += 1;
    const end = endOfLine(text, first);
    const isBlank = text.slice(first, end).trim() === '';
    if (!isBlank && first - cursor.at <= indent) return last;
    if (isBlank && !isText) return last;
    if (!isBlank) last = end;
    cursor.at = end + 1;
  }
  return last;
}

function finishLine(cursor: Cursor, node: StructureNode): StructureNode {
  cursor.at = endOfLine(cursor.text, cursor.at) + 1;
  return node;
}
