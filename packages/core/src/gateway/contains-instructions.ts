/**
 * Whether third-party text contains instructions to its reader: checked before a text is put where a model reads it. A
 * text that somebody has released is shown; a release is bound to the exact text.
 */
import { agisLimits, findInstruction } from '@dragoman/agis';
import type { TextMatch } from '@dragoman/documents';
import { inspectText, matchText } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { toPlainText } from '@dragoman/model';
import { hashDocument } from '../documents/hash-document.js';

/** Hashes of the texts of one service that were released. */
export type ReleasedTexts = ReadonlySet<string>;

/** For services without releases. */
export const noneReleased: ReleasedTexts = new Set();

/** True when a text in the value contains instructions and was not released; such a text is held, never passed on. */
export function containsInstructions(value: JsonValue, released: ReleasedTexts = noneReleased): boolean {
  if (!isSuspected(value)) return false;
  return released.size === 0 || hasHeld(value, released);
}

/** A text that is searched as a whole needs no second inspection: both find the same. */
function isSuspected(value: JsonValue): boolean {
  if (typeof value === 'string' && value.length <= agisLimits.searched) return hasInstruction(value);
  return inspectText(value).length > 0 || hasInstruction(value);
}

function hasInstruction(value: JsonValue): boolean {
  if (typeof value === 'string') return findInstruction(value) !== undefined;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInstruction);
}

/** True when one of the strings was not released, or a member name contains instructions. */
function hasHeld(value: JsonValue, released: ReleasedTexts): boolean {
  if (typeof value === 'string') return containsInstructions(value) && !released.has(hashDocument(value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => containsInstructions(name) || hasHeld(member, released));
}

/** Why a text is held: each kind of finding once, with the words that caused it; empty when the text is shown. */
export function findSuspicions(text: string): TextMatch[] {
  const plain = toPlainText(text);
  const found = [text, ...(plain === text ? [] : [plain])].flatMap((form) => {
    const matches = matchText(form);
    const words = matches.length > 0 ? undefined : findInstruction(form);
    return words === undefined ? matches : [{ code: 'text/addressed-to-model' as const, words }];
  });
  return [...new Map(found.map((each) => [each.code, each])).values()];
}
