/** Applies the safe edits of findings to the text: comments, order and layout stay unchanged. */
import type { LocatedDocument } from '@dragoman/documents';
import { childPointer, getPointer, parseLocatedJson, parsePointer, parseYaml } from '@dragoman/documents';
import type { Fix } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { LintFinding } from '../rule-model/rule.js';
import { changeValue } from './change-value.js';
import { removeItem } from './remove-item.js';

/** The text after the edits. */
export interface FixedDocument {
  text: string;
  applied: number;
}

const limits = { bytes: 64 * 1024 * 1024, depth: 256, values: 3_000_000 };

/** Applies every fix; skips an edit that would change anything except the intended value. */
export function fixDocument(text: string, findings: readonly LintFinding[]): FixedDocument {
  const fixes = new Map<string, Fix>();
  for (const { fix } of findings) if (fix !== undefined) fixes.set(fix.pointer, fix);
  if (fixes.size === 0) return { text, applied: 0 };
  const isJson = /^\uFEFF?\s*[[{"]/.test(text.slice(0, 200));
  let document = open(text, isJson);
  let applied = 0;
  for (const fix of [...fixes.values()].sort(lastItemFirst)) {
    const edited = document === undefined ? undefined : editOnce(document, fix, isJson);
    if (edited === undefined) continue;
    document = edited;
    applied += 1;
  }
  return { text: applied === 0 || document === undefined ? text : document.text, applied };
}

/** A removal shifts the following items, so removals run last, from the end of the list. */
function lastItemFirst(one: Fix, other: Fix): number {
  const place = ({ pointer, value }: Fix) =>
    value === undefined ? Number(parsePointer(pointer)?.at(-1)) || 0 : Infinity;
  const [left, right] = [place(one), place(other)];
  return left === right ? 0 : right - left;
}

function editOnce(document: LocatedDocument, fix: Fix, isJson: boolean): LocatedDocument | undefined {
  const edited = fix.value === undefined ? removeItem(document, fix.pointer) : write(document, fix, isJson);
  const read = edited === undefined ? undefined : open(edited, isJson);
  if (read === undefined) return undefined;
  return JSON.stringify(read.value) === JSON.stringify(changeValue(document.value, fix)) ? read : undefined;
}

function open(text: string, isJson: boolean): LocatedDocument | undefined {
  const bytes = new TextEncoder().encode(text);
  return (isJson ? parseLocatedJson(bytes, { limits }) : parseYaml(bytes, { limits })).value;
}

function write(document: LocatedDocument, fix: Fix, isJson: boolean): string | undefined {
  const written = JSON.stringify(fix.value);
  const span = document.span(fix.pointer);
  if (span === undefined) return insert(document, fix, { written, isJson });
  const { text } = document;
  const tail = text.slice(span.start, span.end).endsWith('\n') ? '\n' : '';
  return `${text.slice(0, span.start)}${written}${tail}${text.slice(span.end)}`;
}

/** A new member is inserted as the first member of its object. */
function insert(
  document: LocatedDocument,
  { pointer }: Fix,
  { written, isJson }: { written: string; isJson: boolean },
): string | undefined {
  const steps = parsePointer(pointer) ?? [];
  const parent = steps.slice(0, -1).reduce<string>((at, step) => childPointer(at, step), '');
  const span = document.span(parent);
  const owner = getPointer(document.value, parent);
  const name = steps.at(-1);
  if (span === undefined || name === undefined || !isJsonObject(owner) || Object.keys(owner).length === 0)
    return undefined;
  const { text } = document;
  if (text[span.start] === '{') {
    const key = isJson ? JSON.stringify(name) : name;
    const blank = /^\s*/.exec(text.slice(span.start + 1))?.[0] ?? '';
    return `${text.slice(0, span.start + 1)}${blank}${key}: ${written},${blank === '' ? ' ' : ''}${text.slice(span.start + 1)}`;
  }
  const line = text.lastIndexOf('\n', span.start - 1) + 1;
  const indent = ' '.repeat(span.start - line);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text.slice(0, span.start)}${name}: ${written}${lineEnd}${indent}${text.slice(span.start)}`;
}
