/** The identity of a document's content: equal for equal JSON, whatever the order of members and the blanks. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';

/** `sha256:` and the hexadecimal digest of the canonical JSON. The document's depth must be bounded before. */
export function hashDocument(document: JsonValue): string {
  return `sha256:${createHash('sha256').update(canonicalJson(document)).digest('hex')}`;
}
