/**
 * Whether third-party text contains instructions to its reader: checked before a text is put where a model reads it.
 */

import { findInstruction } from '@dragoman/agis';
import type { JsonValue } from '@dragoman/model';
import { inspectText } from './untrusted-text.js';

/** True when a text in the value contains instructions; such a text is withheld, never passed on. */
export function containsInstructions(value: JsonValue): boolean {
  return inspectText(value).length > 0 || hasInstruction(value);
}

function hasInstruction(value: JsonValue): boolean {
  if (typeof value === 'string') return findInstruction(value) !== undefined;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInstruction);
}
