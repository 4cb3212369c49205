/** What the author is typing at an offset: a name or a value, and of which part of the document. */
import type { TextRange } from '../service/language-service.js';
import type { StructureNode } from './node.js';
import { nodesAround, pathOf } from './node.js';
import { looksLikeJson } from './scan-text.js';

/** The place of the cursor. */
export interface CursorContext {
  role: 'name' | 'value';
  /** Path of the object that gets the name, or of the value; list positions are `0` where they do not matter. */
  path: string[];
  /** The text before the cursor that a completion replaces. */
  typed: string;
  replace: TextRange;
  /** Names that the object already has. */
  siblings: readonly string[];
  /** How names and texts must be written here. */
  syntax: 'json' | 'flow' | 'block';
  /** For a name: a colon follows already. */
  hasColon: boolean;
}

/** The context of an offset. */
export function contextAt(text: string, root: StructureNode, offset: number): CursorContext {
  const around = nodesAround(root, offset);
  const open = around.findLast(
    ({ kind, flow, start, end }) => kind !== 'scalar' && flow && start < offset && offset <= end,
  );
  if (open !== undefined && (offset < open.end || !/[}\]]/.test(text[open.end - 1] ?? ''))) {
    return flowContext(text, around.slice(0, around.indexOf(open) + 1), offset);
  }
  return blockContext(text, offset);
}

const hasColonAfter = (text: string, at: number) => /^["']?\s*:/.test(text.slice(at, at + 60));

function flowContext(text: string, around: readonly StructureNode[], offset: number): CursorContext {
  const open = around.at(-1);
  const path = pathOf(around);
  const syntax = looksLikeJson(text) ? 'json' : 'flow';
  const from = lastMark(text, offset, open?.start ?? 0);
  const inValue = text[from] === ':' || open?.kind === 'list';
  const start = from + 1 + (/^\s*/.exec(text.slice(from + 1, offset))?.[0].length ?? 0);
  const quoted = /^["']/.test(text.slice(start, offset));
  const typed = text.slice(start + (quoted ? 1 : 0), offset);
  const rest = /^[\w$./#-]*/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0;
  const closing = quoted && text[offset + rest] === text[start] ? 1 : 0;
  const replace = { start, end: offset + rest + closing };
  const siblings = open?.kind === 'map' ? open.children.flatMap(({ key }) => key ?? []) : [];
  if (!inValue)
    return { role: 'name', path, typed, replace, siblings, syntax, hasColon: hasColonAfter(text, replace.end) };
  const member = open?.children.findLast(({ name, start: at }) => (name?.start ?? at) <= from);
  const last = open?.kind === 'list' ? '0' : (member?.key ?? '');
  return { role: 'value', path: [...path, last], typed, replace, siblings, syntax, hasColon: false };
}

/** Offset of the mark before the cursor that decides between a name and a value, outside of strings. */
function lastMark(text: string, offset: number, start: number): number {
  let found = start;
  let quote: string | undefined;
  let depth = 0;
  for (let at = start; at < offset; at += 1) {
    const mark = text[at];
    if (quote !== undefined) {
      if (mark === '\\') at += 1;
      else if (mark === quote) quote = undefined;
    } else if (mark === '"' || (mark === "'" && /[\s,:[{]/.test(text[at - 1] ?? ' '))) quote = mark;
    else if (at > start && (mark === '{' || mark === '[')) depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    else if (depth === 0 && (mark === ',' || mark === ':' || mark === '{' || mark === '[')) found = at;
  }
  return found;
}

interface BlockLine {
  /** Column of the name, behind dashes. */
  column: number;
  /** Columns of the dashes before it. */
  dashes: number[];
  name?: string;
  isBlank: boolean;
}

const named = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#:][^#:]*(?::\S[^#:]*)*))\s*:(?=\s|$)/;

function readLine(line: string): BlockLine {
  let column = 0;
  const dashes: number[] = [];
  for (;;) {
    while (line[column] === ' ') column += 1;
    if (line[column] !== '-' || !/\s|^$/.test(line[column + 1] ?? ' ')) break;
    dashes.push(column);
    column += 1;
  }
  const rest = line.slice(column);
  const found = named.exec(rest);
  const name = found === null ? undefined : (found[1] ?? found[2] ?? found[3]);
  return {
    column,
    dashes,
    isBlank: rest.trim() === '' || rest.startsWith('#'),
    ...(name === undefined ? {} : { name }),
  };
}

function blockContext(text: string, offset: number): CursorContext {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(start, offset);
  const own = readLine(before);
  const member = named.exec(before.slice(own.column));
  const path = climb(text, start, own);
  const rest = /^[^\s:#,"']*/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0;
  if (member !== null) {
    const from = own.column + member[0].length;
    const blank = /^\s*/.exec(before.slice(from))?.[0].length ?? 0;
    const quoted = /^["']/.test(before.slice(from + blank));
    const closing = quoted && text[offset + rest] === before[from + blank] ? 1 : 0;
    const replace = { start: start + from + blank, end: offset + rest + closing };
    const typed = before.slice(from + blank + (quoted ? 1 : 0));
    const last = own.name ?? '';
    return { role: 'value', path: [...path, last], typed, replace, siblings: [], syntax: 'block', hasColon: false };
  }
  const replace = { start: start + own.column, end: offset + rest };
  const siblings = siblingsOf(text, start, own.column);
  const hasColon = hasColonAfter(text, replace.end);
  return { role: 'name', path, typed: before.slice(own.column), replace, siblings, syntax: 'block', hasColon };
}

/** The names of the parents, found by looking for less indented lines above. */
function climb(text: string, start: number, own: BlockLine): string[] {
  const path: string[] = [];
  let { column } = own;
  const pass = (dashes: readonly number[]) => {
    for (const dash of dashes.toReversed()) {
      if (dash >= column) continue;
      path.unshift('0');
      column = dash;
    }
  };
  pass(own.dashes);
  for (let end = start - 1; end >= 0 && column >= 0; ) {
    const from = text.lastIndexOf('\n', end - 1) + 1;
    const line = readLine(text.slice(from, Math.min(end, from + 400)));
    end = from - 1;
    if (line.isBlank) continue;
    // The dashes of a list may have the indentation of the name above it.
    const isOwner = line.column < column || (line.column === column && path[0] === '0' && line.dashes.length === 0);
    if (isOwner && line.name !== undefined) {
      path.unshift(line.name);
      column = line.column;
    }
    pass(line.dashes);
    if (column === 0 && path[0] !== '0') break;
  }
  return path;
}

function siblingsOf(text: string, start: number, column: number): string[] {
  const names: string[] = [];
  const take = (line: BlockLine): boolean => {
    if (line.isBlank) return true;
    if (line.column === column && line.name !== undefined) names.push(line.name);
    return line.column >= column && (line.dashes.length === 0 || line.column > column);
  };
  for (let end = start - 1; end > 0; ) {
    const from = text.lastIndexOf('\n', end - 1) + 1;
    if (!take(readLine(text.slice(from, Math.min(end, from + 400))))) break;
    end = from - 1;
  }
  for (let from = text.indexOf('\n', start) + 1; from > 0 && from < text.length; ) {
    const end = text.indexOf('\n', from);
    const line = readLine(text.slice(from, end === -1 ? undefined : end));
    if (!line.isBlank && (line.column < column || (line.column === column && line.dashes.length > 0))) break;
    take(line);
    from = end + 1;
  }
  return names;
}
