/** What a request body says, so that two spellings of the same JSON are the same request. */
import { canonicalJson } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';

/** Larger bodies are compared byte by byte. */
const mostBytes = 256 * 1024;

/** Digits of a number beyond which parsing could make two different numbers equal. */
const longNumber = /\d[\d.]{15}|\d[eE]/;

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
    if (longNumber.test(text.replace(texts, ''))) return bytes;
    const value = JSON.parse(text) as JsonValue;
    return isDeeper(value, mostDepth) ? bytes : canonicalJson(value);
  } catch {
    return bytes;
  }
}

function isDeeper(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((each) => isDeeper(each, depth - 1));
}
