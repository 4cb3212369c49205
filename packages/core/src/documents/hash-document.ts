/** The content hash of a document: equal for equal JSON, whatever the order of members and the white space. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';

/** `sha256:` and the hexadecimal digest of the canonical JSON. The caller must bound the document's depth first. */
export function hashDocument(document: JsonValue): string {
  return `sha256:${createHash('sha256').update(canonicalJson(document)).digest('hex')}`;
}
