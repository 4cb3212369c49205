/** References inside a document. */
import type { JsonValue } from '@dragoman/model';
import { getPointer } from '../schema/pointer.js';

/** The target of a reference inside the document; undefined for anything else. */
export function findTarget(root: JsonValue, reference: string): JsonValue | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  try {
    return getPointer(root, decodeURIComponent(reference.slice(1)));
  } catch {
    return getPointer(root, reference.slice(1));
  }
}
