/** The content hash of a document: equal for equal JSON, whatever the order of members and the white space. */

import { canonicalJson } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { sha256Hex } from '#digest';

/** `sha256:` and the hexadecimal digest of the canonical JSON. The caller must bound the document's depth first. */
export function hashDocument(document: JsonValue): string {
  return `sha256:${sha256Hex(canonicalJson(document))}`;
}
