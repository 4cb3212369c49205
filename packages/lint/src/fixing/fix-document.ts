/** Applies the safe edits of findings to the text: comments, order and layout stay unchanged. */
import type { LocatedDocument } from '@dragoman/documents';
import {
  childPointer,
  getPointer,
  parseLocatedJson,
  parsePointer,
  parseYaml,
  stringifyYaml,
} from '@dragoman/documents';
import type { Fix, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { LintFinding } from '../rule-model/rule.js';
import { changeValue } from './change-value.js';
import { removeItem } from './remove-item.js';
import { removeMember } from './remove-member.js';

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
  const document = open(text, isJson);
  if (document === undefined) return { text, applied: 0 };
  const ordered = [...fixes.values()].sort(lastItemFirst);
  return editTogether(document, ordered, isJson) ?? editOneByOne(document, ordered, isJson);
}

/** All edits at once, verified once; undefined when one of them depends on another, or changes more than it should. */
function editTogether(document: LocatedDocument, fixes: readonly Fix[], isJson: boolean): FixedDocument | undefined {
  const edits = fixes.flatMap((fix) => (fix.value === undefined ? [] : (editOf(document, fix, isJson) ?? [])));
  if (edits.length !== fixes.length) return undefined;
  edits.sort((one, other) => other.start - one.start);
  const overlaps = edits.some(({ end }, at) => at > 0 && end > (edits[at - 1]?.start ?? 0));
  if (overlaps || new Set(edits.map(({ start }) => start)).size < edits.length) return undefined;
  const parts: string[] = [];
  let end = document.text.length;
  for (const edit of edits) {
    parts.push(document.text.slice(edit.end, end), edit.text);
    end = edit.start;
  }
  const text = [...parts, document.text.slice(0, end)].reverse().join('');
  const expected = fixes.reduce<JsonValue | undefined>(
    (value, fix) => (value === undefined ? value : changeValue(value, fix)),
    document.value,
  );
  const read = open(text, isJson);
  const isExact = read !== undefined && JSON.stringify(read.value) === JSON.stringify(expected);
  return isExact ? { text, applied: edits.length } : undefined;
}

function editOneByOne(first: LocatedDocument, fixes: readonly Fix[], isJson: boolean): FixedDocument {
  let document = first;
  let applied = 0;
  for (const fix of fixes) {
    const edited = editOnce(document, fix, isJson);
    if (edited === undefined) continue;
    document = edited;
    applied += 1;
  }
  return { text: document.text, applied };
}

/** A removal shifts the following items, so removals run last, from the end of the list. */
function lastItemFirst(one: Fix, other: Fix): number {
  const place = ({ pointer, value }: Fix) =>
    value === undefined ? Number(parsePointer(pointer)?.at(-1)) || 0 : Infinity;
  const [left, right] = [place(one), place(other)];
  return left === right ? 0 : right - left;
}

function editOnce(document: LocatedDocument, fix: Fix, isJson: boolean): LocatedDocument | undefined {
  const edited = fix.value === undefined ? remove(document, fix.pointer) : write(document, fix, isJson);
  const read = edited === undefined ? undefined : open(edited, isJson);
  if (read === undefined) return undefined;
  return JSON.stringify(read.value) === JSON.stringify(changeValue(document.value, fix)) ? read : undefined;
}

function remove(document: LocatedDocument, pointer: string): string | undefined {
  const parent = getPointer(document.value, pointer.slice(0, pointer.lastIndexOf('/')));
  return isJsonObject(parent) ? removeMember(document, pointer) : removeItem(document, pointer);
}

function open(text: string, isJson: boolean): LocatedDocument | undefined {
  const bytes = new TextEncoder().encode(text);
  return (isJson ? parseLocatedJson(bytes, { limits }) : parseYaml(bytes, { limits })).value;
}

function write(document: LocatedDocument, fix: Fix, isJson: boolean): string | undefined {
  const edit = editOf(document, fix, isJson);
  const { text } = document;
  return edit === undefined ? undefined : `${text.slice(0, edit.start)}${edit.text}${text.slice(edit.end)}`;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

function editOf(document: LocatedDocument, fix: Fix, isJson: boolean): Edit | undefined {
  const span = document.span(fix.pointer);
  if (span === undefined) return insert(document, fix, isJson);
  const { start, end } = span;
  const tail = document.text.slice(start, end).endsWith('\n') ? '\n' : '';
  return { start, end, text: `${JSON.stringify(fix.value)}${tail}` };
}

/** A new member is inserted as the first member of its object. */
function insert({ text, value, span }: LocatedDocument, fix: Fix, isJson: boolean): Edit | undefined {
  const steps = parsePointer(fix.pointer) ?? [];
  const parent = steps.slice(0, -1).reduce<string>((at, step) => childPointer(at, step), '');
  const place = span(parent);
  const owner = getPointer(value, parent);
  const name = steps.at(-1);
  if (place === undefined || name === undefined || !isJsonObject(owner) || Object.keys(owner).length === 0)
    return undefined;
  if (text[place.start] === '{') return insertInFlow(text, place.start + 1, { name, value: fix.value, isJson });
  const line = text.lastIndexOf('\n', place.start - 1) + 1;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = stringifyYaml({ [name]: fix.value }, { lineWidth: 0 })
    .trimEnd()
    .split('\n');
  const indent = ' '.repeat(place.start - line);
  const written = [...lines, ''].join(`${lineEnd}${indent}`);
  return { start: place.start, end: place.start, text: written };
}

interface NewMember {
  name: string;
  value: unknown;
  isJson: boolean;
}

/** In JSON of several lines, the new member is laid out like its siblings. */
function insertInFlow(text: string, at: number, { name, value, isJson }: NewMember): Edit {
  const blank = /^\s*/.exec(text.slice(at))?.[0] ?? '';
  const margin = blank.slice(blank.lastIndexOf('\n') + 1);
  const isLaidOut = isJson && blank.includes('\n');
  const written = isLaidOut ? JSON.stringify(value, null, 2).replaceAll('\n', `\n${margin}`) : JSON.stringify(value);
  const key = isJson ? JSON.stringify(name) : name;
  return { start: at, end: at, text: `${blank}${key}: ${written},${blank === '' ? ' ' : ''}` };
}
