/**
 * Parses short, ordinary JSON texts in a fraction of the time of a scan: the body of nearly every call is one. It never
 * reports an error; it leaves every text that could be one to the scan, which finds the reason and its location.
 */
import type { JsonValue } from '@dragoman/model';
import type { JsonLimits } from '../schema/measure-json.js';

/** Maximum number of characters; a text of this length can neither exhaust the stack nor have many values. */
const longest = 4096;

/** The value of the text; undefined when only a scan can tell whether the text is accepted. */
export function parseShortJson(text: string, limits: JsonLimits): JsonValue | undefined {
  if (text.length > Math.min(longest, limits.values)) return undefined;
  // Escapes may form unpaired surrogates or U+0000.
  if (text.includes('\\') || text.includes('__proto__')) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    // Without escapes every string has two quotes. Parsing drops all but the last of several members with one name.
    return 2 * countStrings(value, limits.depth) === countQuotes(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The number of strings, member names included; NaN for a number out of range and for nesting beyond the depth. */
function countStrings(value: JsonValue, depth: number): number {
  if (typeof value === 'string') return 1;
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === 0) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) for (const each of value) count += countStrings(each, depth - 1);
  // Parsed JSON has no inherited enumerable members, so no list of its members has to be created.
  else for (const name in value) count += 1 + countStrings(value[name] as JsonValue, depth - 1);
  return count;
}

function countQuotes(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 34) count += 1;
  return count;
}
