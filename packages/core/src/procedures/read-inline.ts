/**
 * The text of a block as a reader sees it: escapes are undone; URLs, link targets and tags are replaced with spaces, so
 * that nothing in them is read as a tool. Every character keeps its original position.
 */
import type { Position } from '@dragoman/model';
import type { Block } from './read-blocks.js';

/** A block's text as one string, lines joined by line feeds. */
export interface Inline {
  text: string;
  /** True for characters inside a code span. */
  isCode(at: number): boolean;
  /** Position of the character in the document, counted from 1. */
  positionOf(at: number): Position;
}

/** Joins the lines of a block. */
export function readInline({ lines }: Block): Inline {
  const source = lines.map(({ text }) => text).join('\n');
  const code = findCode(source);
  const { text, origins } = undoEscapes(hideAddresses(source, code), code);
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.text.length + 1;
  }
  return {
    text,
    isCode: (at) => code[origins[at] ?? source.length] === 1,
    positionOf(at) {
      const origin = origins[at] ?? source.length;
      const number = Math.max(
        0,
        starts.findLastIndex((start) => start <= origin),
      );
      const { line, column } = lines[number] ?? { line: 1, column: 1 };
      return { line, column: column + origin - (starts[number] ?? 0) };
    },
  };
}

/** Marks code spans: from a run of backticks to the next run of the same length, inclusive. */
function findCode(source: string): Uint8Array {
  const code = new Uint8Array(source.length + 1);
  const runs = [...source.matchAll(/`+/g)].map(({ 0: run, index }) => ({ length: run.length, index }));
  const later = new Map<number, number[]>();
  for (const [at, { length }] of runs.entries()) later.set(length, [...(later.get(length) ?? []), at]);
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at];
    if (run === undefined || isEscaped(source, run.index)) continue;
    const closing = later.get(run.length)?.find((other) => other > at);
    const end = closing === undefined ? undefined : runs[closing];
    if (closing === undefined || end === undefined) continue;
    code.fill(1, run.index, end.index + end.length);
    at = closing;
  }
  return code;
}

function isEscaped(source: string, at: number): boolean {
  let slashes = 0;
  while (source[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

const address = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>`"]+/gi;
const tag = /<\/?[a-z][^<>\n]{0,500}>/gi;
const target = /\]\([^()\s]{0,500}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?(?:\s+"[^"\n]{0,200}")?\s*\)/g;

/** Replaces URLs everywhere, and tags and link targets outside code, with spaces of the same length. */
function hideAddresses(source: string, code: Uint8Array): string {
  const blank = (found: string) => found.replace(/[^\n]/g, ' ');
  const outside = (found: string, at: number) => (code[at] === 1 ? found : blank(found));
  return source
    .replace(address, blank)
    .replace(target, (found: string, at: number) => (code[at] === 1 ? found : `]${blank(found.slice(1))}`))
    .replace(tag, outside);
}

/** Undoes backslash escapes outside code, since editors write `find\_grid()`. */
function undoEscapes(source: string, code: Uint8Array): { text: string; origins: number[] } {
  const origins: number[] = [];
  let text = '';
  for (let at = 0; at < source.length; at += 1) {
    const escapes = source[at] === '\\' && code[at] !== 1 && /[!-/:-@[-`{-~]/.test(source[at + 1] ?? '');
    if (escapes) at += 1;
    origins.push(at);
    text += source[at];
  }
  return { text, origins };
}
