/** JSON text with plain decimals; `JSON.stringify` would print 1e-7. */
import type { JsonValue } from '@dragoman/model';
import { writeDecimal } from './write-decimal.js';

/** The value as JSON with two spaces per level; `indent` is the current level. */
export function writeJson(value: JsonValue, indent = 0): string {
  if (typeof value === 'number') return writeDecimal(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const array = Array.isArray(value);
  const inside = '  '.repeat(indent + 1);
  const items = array
    ? value.map((item) => inside + writeJson(item, indent + 1))
    : Object.entries(value).map(([name, item]) => `${inside}${JSON.stringify(name)}: ${writeJson(item, indent + 1)}`);
  if (items.length === 0) return array ? '[]' : '{}';
  const [open, close] = array ? ['[', ']'] : ['{', '}'];
  return `${open}\n${items.join(',\n')}\n${'  '.repeat(indent)}${close}`;
}
