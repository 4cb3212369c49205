/** The identity of a document's content: equal for equal JSON, whatever the order of members and the blanks. */
import { createHash } from 'node:crypto';
import type { JsonValue } from '@dragoman/model';

/** JSON text with the members of every object sorted by UTF-16 code units and without blanks (as RFC 8785). */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as JsonValue)}`);
  return `{${members.join(',')}}`;
}

/** `sha256:` and the hexadecimal digest of the canonical JSON. The document's depth must be bounded before. */
export function hashDocument(document: JsonValue): string {
  return `sha256:${createHash('sha256').update(canonicalJson(document)).digest('hex')}`;
}
