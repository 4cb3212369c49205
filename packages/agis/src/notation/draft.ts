/** What the notation reader has made so far: places of values, remarks, and endpoints with parts left out. */

import type { Span } from '@dragoman/documents';
import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';

/** Something worth a warning that does not end the reading. */
export interface NotationRemark {
  kind: 'unknown-block' | 'unknown-type' | 'repeated-name';
  pointer: string;
  name: string;
}

/** The growing result. */
export interface NotationDraft {
  spans: Map<string, Span>;
  remarks: NotationRemark[];
  elided: Set<string>;
}

/** Puts a member into an object and notes where it stands. */
export function putMember(
  draft: NotationDraft,
  { object, pointer }: { object: JsonObject; pointer: string },
  { name, value, span }: { name: string; value: JsonValue; span: Span },
): void {
  const at = childPointer(pointer, name);
  if (Object.hasOwn(object, name)) draft.remarks.push({ kind: 'repeated-name', pointer: at, name });
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  draft.spans.set(at, span);
}
