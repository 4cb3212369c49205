/** Removes one item from a list in a text; leaves the text unchanged when the item has a comment. */
import type { LocatedDocument } from '@dragoman/documents';
import { childPointer, parsePointer } from '@dragoman/documents';

/** The text without the item; undefined for the first item of a list and for anything that is not a plain item. */
export function removeItem({ text, span }: LocatedDocument, pointer: string): string | undefined {
  const steps = parsePointer(pointer) ?? [];
  const list = steps.slice(0, -1).reduce<string>((at, step) => childPointer(at, step), '');
  const item = span(pointer);
  const before = span(childPointer(list, String(Number(steps.at(-1)) - 1)));
  if (item === undefined || before === undefined) return undefined;
  if (/^\s*,\s*$/.test(text.slice(before.end, item.start))) return text.slice(0, before.end) + text.slice(item.end);
  return removeLine(text, item);
}

/** The item of a block list, `- item`, alone on its line. */
function removeLine(text: string, item: { start: number; end: number }): string | undefined {
  const start = text.lastIndexOf('\n', item.start - 1) + 1;
  const newline = text.indexOf('\n', item.end);
  const end = newline === -1 ? text.length : newline + 1;
  const isAlone = /^[ \t]*-[ \t]+$/.test(text.slice(start, item.start)) && text.slice(item.end, end).trim() === '';
  return isAlone ? text.slice(0, start) + text.slice(end) : undefined;
}
