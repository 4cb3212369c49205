/**
 * Finds YAML locations by indentation: keys of block mappings and dashes of block sequences; flow-style values resolve
 * to their line.
 */
import { createLineFinder, parsePointer } from '@dragoman/documents';
import type { Location } from '@dragoman/model';

/** Creates a finder that reads only lines; each block is scanned once, on first use. */
export function locateInBlocks(text: string): (pointer: string) => Location {
  const lines = listLines(text);
  const known = new Map<Child, ReadonlyMap<string, Child>>();
  const position = createLineFinder(text);
  const root: Child = { line: -1, offset: 0, end: 0, indent: -1 };
  const places = new Map<string, Found>([['', { child: root, whole: true }]]);
  /** The node at a pointer, or its nearest ancestor; found through its parent, which many nodes share. */
  const find = (pointer: string): Found => {
    const kept = places.get(pointer);
    if (kept !== undefined) return kept;
    const cut = pointer.lastIndexOf('/');
    const parent = cut === -1 ? { child: root, whole: false } : find(pointer.slice(0, cut));
    const found = parent.whole ? step(parent.child, pointer.slice(cut)) : parent;
    places.set(pointer, found);
    return found;
  };
  const step = (child: Child, rest: string): Found => {
    const children = known.get(child) ?? listChildren(text, lines, child);
    known.set(child, children);
    const next = children.get(parsePointer(rest)?.[0] ?? '');
    return next === undefined ? { child, whole: false } : { child: next, whole: true };
  };
  return (pointer) => {
    const { child } = find(pointer);
    return { pointer, start: position(child.offset), end: position(child.end) };
  };
}

interface Found {
  child: Child;
  /** True for the node itself, false for an ancestor. */
  whole: boolean;
}

interface Line {
  offset: number;
  indent: number;
  length: number;
}

interface Child {
  /** Index of its first line. */
  line: number;
  offset: number;
  end: number;
  /** Lines indented more than this belong to it. */
  indent: number;
  /** The value after the dash or colon on the same line starts here. */
  inline?: number;
}

function listLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let offset = 0; offset <= text.length; ) {
    const end = text.indexOf('\n', offset);
    const stop = end === -1 ? text.length : end;
    let indent = 0;
    while (text.charCodeAt(offset + indent) === 32 && offset + indent < stop) indent += 1;
    // A line that ends in CRLF is blank without its carriage return.
    const length = stop - offset - (text.charCodeAt(stop - 1) === 13 && stop > offset ? 1 : 0);
    lines.push({ offset, indent, length });
    if (end === -1) break;
    offset = stop + 1;
  }
  return lines;
}

const key = /(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#\-[\]{}&*!|>'"%@`][^#\n]*?|-[^\s][^#\n]*?))\s*:(?=\s|$)/y;

/** The members of a block: lines at the first deeper indentation, up to the first line that is not deeper. */
function listChildren(text: string, lines: readonly Line[], parent: Child): Map<string, Child> {
  const children = new Map<string, Child>();
  let index = 0;
  let level: number | undefined;
  const take = (line: number, start: number, indent: number) => {
    if (text[start] === '-' && /[\s]/.test(text[start + 1] ?? '\n')) {
      const inner = start + 1 + (/^ */.exec(text.slice(start + 1, start + 40))?.[0].length ?? 0);
      children.set(String(index), { line, offset: start, end: start + 1, indent, inline: inner });
      index += 1;
      return;
    }
    key.lastIndex = start;
    const found = key.exec(text);
    if (found === null) return;
    const name = found[1] ?? found[2]?.replaceAll("''", "'") ?? found[3] ?? '';
    children.set(name, { line, offset: start, end: start + found[0].trimEnd().length - 1, indent });
  };
  if (parent.inline !== undefined && /[^\r\n]/.test(text[parent.inline] ?? '')) {
    const line = lines[parent.line];
    level = line === undefined ? undefined : parent.inline - line.offset;
    if (level !== undefined) take(parent.line, parent.inline, level);
  }
  for (let at = parent.line + 1; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || line.length === line.indent || text[line.offset + line.indent] === '#') continue;
    const dash = text[line.offset + line.indent] === '-' && /\s/.test(text[line.offset + line.indent + 1] ?? '\n');
    const deeper =
      line.indent > parent.indent || (dash && line.indent === parent.indent && parent.inline === undefined);
    if (!deeper) break;
    level ??= line.indent;
    if (line.indent === level) take(at, line.offset + line.indent, line.indent);
  }
  return children;
}
