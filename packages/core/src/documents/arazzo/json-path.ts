/**
 * The subset of JSONPath (RFC 9535) that criteria support: members, indices, wildcards, and filters over `@` with
 * comparison, logic, `count()` and `length()`. Recursive descent and slices are not supported.
 */
import type { JsonValue } from '@dragoman/model';
import type { Condition } from './condition.js';
import { ConditionError, isMet, parseCondition } from './condition.js';
import type { Scope } from './expression.js';
import type { Cursor, Segment } from './path-segments.js';
import { descend, readSegment } from './path-segments.js';

/** A parsed path. */
export type JsonPath = readonly (Segment | { filter: Condition })[];

/** Parses a whole path; throws `ConditionError`. */
export function parseJsonPath(text: string): JsonPath {
  if (!text.startsWith('$')) throw new ConditionError('a path starts with "$"');
  const cursor = { text, at: 1 };
  const path: (Segment | { filter: Condition })[] = [];
  while (cursor.at < text.length) {
    const segment = readSegment(cursor) ?? readFilter(cursor);
    if (segment === undefined) throw new ConditionError(`"${text.slice(cursor.at, cursor.at + 20)}" is not supported`);
    path.push(segment);
  }
  return path;
}

/** `[?…]` up to its closing bracket; brackets and strings inside are skipped. */
function readFilter(cursor: Cursor): { filter: Condition } | undefined {
  const { text, at } = cursor;
  if (!text.startsWith('[?', at)) return undefined;
  let open = 1;
  let end = at + 2;
  for (let quote = ''; end < text.length && open > 0; end += 1) {
    const character = text.charAt(end);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (character === '[') open += 1;
    else if (character === ']') open -= 1;
  }
  if (open > 0) throw new ConditionError('a closing "]" is missing');
  cursor.at = end;
  return { filter: parseCondition(text.slice(at + 2, end - 1)) };
}

/** True when the path matches anything in the value. */
export function finds(path: JsonPath, value: JsonValue, scope: Scope): boolean {
  let values = [value];
  for (const segment of path) {
    if ('filter' in segment) {
      values = descend(values, { every: true }).filter((here) => isMet(segment.filter, { scope, here }));
    } else values = descend(values, segment);
  }
  return values.length > 0;
}
