/** Canonical JSON text: the same for equal values, as input for hashes and comparisons. */
import type { JsonValue } from '@dragoman/model';

/** JSON text with the members of every object sorted by UTF-16 code units and without white space (as RFC 8785). */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'string') return quoteJson(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let text = '{';
  for (const name of sorted(Object.keys(value))) {
    text += `${text.length === 1 ? '' : ','}${quoteJson(name)}:${canonicalJson(value[name] as JsonValue)}`;
  }
  return `${text}}`;
}

/** Up to this many names are sorted by insertion, because `Array.prototype.sort` is slower for short lists. */
const fewNames = 12;

/** Sorts the array in place by UTF-16 code units. */
function sorted(names: string[]): string[] {
  if (names.length > fewNames) return names.sort();
  for (let end = 1; end < names.length; end += 1) {
    const name = names[end] as string;
    let at = end;
    for (; at > 0 && (names[at - 1] as string) > name; at -= 1) names[at] = names[at - 1] as string;
    names[at] = name;
  }
  return names;
}

/** Characters that need no escape. */
const plain = /^[ !#-[\]-~]*$/;

/** The text as a JSON string literal. Most texts need no escape, and the fast path skips `JSON.stringify`. */
export function quoteJson(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}
