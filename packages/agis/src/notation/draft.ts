/** The intermediate result of the notation parser: spans of values, remarks, and elided endpoints. */

import type { Span } from '@dragoman/documents';
import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';

/** A finding that does not end parsing. */
export interface NotationRemark {
  kind: 'unknown-block' | 'unknown-type' | 'repeated-name';
  pointer: string;
  name: string;
}

/** The intermediate result. */
export interface NotationDraft {
  spans: Map<string, Span>;
  remarks: NotationRemark[];
  elided: Set<string>;
}

/** Adds a member to an object and records its span. */
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
