/** Makes the safe edits of findings in the text itself: comments, order and layout stay as they are. */
import type { LocatedDocument } from '@dragoman/core';
import { childPointer, getPointer, parseDescription, parseLocatedJson, parsePointer, parseYaml } from '@dragoman/core';
import type { Fix, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { LintFinding } from './rule.js';

/** The text after the edits. */
export interface FixedDocument {
  text: string;
  applied: number;
}

const limits = { bytes: 64 * 1024 * 1024, depth: 256, values: 3_000_000 };

/** Makes every fix; an edit after which the text would say anything else than intended is not made. */
export function fixDocument(text: string, findings: readonly LintFinding[]): FixedDocument {
  const fixes = new Map<string, Fix>();
  for (const { fix } of findings) if (fix !== undefined && fix.value !== undefined) fixes.set(fix.pointer, fix);
  let fixed = text;
  let applied = 0;
  for (const fix of fixes.values()) {
    const edited = editOnce(fixed, fix);
    if (edited === undefined || !says(edited, fix)) continue;
    fixed = edited;
    applied += 1;
  }
  return { text: fixed, applied };
}

function editOnce(text: string, fix: Fix): string | undefined {
  const bytes = new TextEncoder().encode(text);
  const isJson = /^\uFEFF?\s*[[{"]/.test(text.slice(0, 200));
  const { value: document } = isJson ? parseLocatedJson(bytes, { limits }) : parseYaml(bytes, { limits });
  if (document === undefined) return undefined;
  const written = JSON.stringify(fix.value);
  const span = document.span(fix.pointer);
  if (span === undefined) return insert(document, fix, { written, isJson });
  const tail = text.slice(span.start, span.end).endsWith('\n') ? '\n' : '';
  return `${text.slice(0, span.start)}${written}${tail}${text.slice(span.end)}`;
}

/** A new member becomes the first one of its object. */
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
  return `${text.slice(0, span.start)}${name}: ${written}\n${indent}${text.slice(span.start)}`;
}

function says(text: string, { pointer, value }: Fix): boolean {
  try {
    const read: JsonValue = parseDescription(new TextEncoder().encode(text));
    return JSON.stringify(getPointer(read, pointer)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
