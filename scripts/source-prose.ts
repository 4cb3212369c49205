/** Extracts what people read in a file: comments, string literals and names of a source, the prose of a Markdown page. */
import { parseSync } from 'vite';

/** A piece of text; newlines, comment stars and code are blanks, so that offsets still match the file. */
export interface Passage {
  kind: 'comment' | 'string' | 'prose';
  text: string;
  /** Offset of the text in the file. */
  start: number;
}

/** A name in a source, at its first occurrence. */
export interface Name {
  name: string;
  start: number;
}

/** Everything in a file that is written for readers. */
export interface Prose {
  passages: Passage[];
  names: Name[];
}

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

/** Extracts the prose of a TypeScript or JavaScript source. */
export function readSourceProse(file: string, source: string): Prose {
  const { program, comments } = parseSync(file, source);
  const passages: Passage[] = comments.map(({ start, end }) => ({
    kind: 'comment',
    text: blank(blank(source.slice(start, end), /\n\s*\*?|^\/[/*]+|\*\/$/g), /`[^`\n]*`/g),
    start,
  }));
  const names = new Map<string, Name>();
  const pending: Node[] = [program as unknown as Node];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { type, start, end } = node;
    if (type === 'Identifier' && typeof node.name === 'string') {
      const earlier = names.get(node.name);
      if (earlier === undefined || earlier.start > start) names.set(node.name, { name: node.name, start });
    }
    if (type === 'TemplateElement' || (type === 'Literal' && typeof node.value === 'string')) {
      passages.push({ kind: 'string', text: blank(source.slice(start, end), /\n|\\n/g), start });
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) pending.push(child);
    }
  }
  return { passages: passages.sort((a, b) => a.start - b.start), names: [...names.values()] };
}

/** Extracts the prose of a Markdown page, without code, link targets and HTML comments. */
export function readPageProse(page: string): Prose {
  const code = /^ *(```|~~~)[\s\S]*?^ *\1|`[^`\n]*`|\]\([^()\s]*\)|<!--[\s\S]*?-->/gm;
  return { passages: [{ kind: 'prose', text: blank(blank(page, code), /\n(?!\n)/g), start: 0 }], names: [] };
}

/** Number of the line at an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (match) => ' '.repeat(match.length));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
