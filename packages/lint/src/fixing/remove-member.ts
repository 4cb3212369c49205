/** Removes one member of an object from a text; the caller verifies that nothing else changes. */
import type { LocatedDocument } from '@dragoman/documents';

/** The name of a member before its value, in JSON and YAML. */
const namePattern = /(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|[^\s"',{}[\]:#][^"',{}[\]:#\n]*?)\s*:\s*$/;

/** Characters before a value in which its name is looked for. */
const longestName = 1_000;

/** The text without the member; undefined when its name cannot be found. */
export function removeMember({ text, span }: LocatedDocument, pointer: string): string | undefined {
  const value = span(pointer);
  if (value === undefined) return undefined;
  const before = text.slice(Math.max(0, value.start - longestName), value.start);
  const name = namePattern.exec(before);
  if (name === null) return undefined;
  const start = value.start - name[0].length;
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^\s*,/.exec(text.slice(value.end));
  const comma = /,\s*$/.exec(text.slice(Math.max(0, start - longestName), start));
  if (comma !== null) return text.slice(0, start - comma[0].length) + text.slice(value.end);
  if (rest !== null) {
    const next = value.end + rest[0].length;
    return text.slice(0, start) + text.slice(next + (/^\s*/.exec(text.slice(next))?.[0].length ?? 0));
  }
  const isBlock = text.slice(line, start).trim() === '' && !/[{[]\s*$/.test(text.slice(0, start));
  if (!isBlock) return text.slice(0, start) + text.slice(value.end);
  const end = text.startsWith('\n', value.end - 1) ? value.end : text.indexOf('\n', value.end) + 1;
  return text.slice(0, line) + (end === 0 ? '' : text.slice(end));
}
