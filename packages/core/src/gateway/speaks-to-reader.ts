/** Whether text of strangers gives its reader orders: what faces ask before they put a text where a model reads it. */

import { findInstruction } from '@dragoman/agis';
import type { JsonValue } from '@dragoman/model';
import { inspectText } from './untrusted-text.js';

/** True when some text in the value speaks to its reader; such a text is withheld, never passed on. */
export function speaksToReader(value: JsonValue): boolean {
  return inspectText(value).length > 0 || holdsInstruction(value);
}

function holdsInstruction(value: JsonValue): boolean {
  if (typeof value === 'string') return findInstruction(value) !== undefined;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsInstruction);
}
