/** What a request body says, so that two spellings of the same JSON are the same request. */
import { canonicalJson } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';

/** Larger bodies are compared byte by byte. */
const mostBytes = 256 * 1024;

/** Numbers of so many digits, or with an exponent, may be changed by parsing. */
const longNumber = /-?\d[\d.]{15,}(?:[eE][+-]?\d+)?|-?\d[\d.]*[eE][+-]?\d+/g;

const texts = /"(?:[^"\\]|\\.)*"/g;

/** Deeper bodies are compared byte by byte. */
const mostDepth = 100;

/**
 * The canonical text of a JSON body: members in a fixed order, without insignificant spaces. The bytes themselves for
 * everything else, and for JSON that parsing could change.
 */
export function comparableBody(bytes: Uint8Array, contentType: string | null): string | Uint8Array {
  if (bytes.byteLength === 0 || bytes.byteLength > mostBytes || !/[/+]json\b/i.test(contentType ?? '')) return bytes;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!(text.replace(texts, '""').match(longNumber) ?? []).every(isExact)) return bytes;
    const value = JSON.parse(text) as JsonValue;
    return isDeeper(value, mostDepth) ? bytes : canonicalJson(value);
  } catch {
    return bytes;
  }
}

/** True when parsing keeps the value: two numbers that are equal after parsing were equal before. */
function isExact(number: string): boolean {
  const parsed = Number(number);
  return Number.isFinite(parsed) && decimalOf(number) === decimalOf(String(parsed));
}

/** The digits of a number without zeros around them, and its exponent. */
function decimalOf(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${sign}${kept} ${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

function isDeeper(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((each) => isDeeper(each, depth - 1));
}
