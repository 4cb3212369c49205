/** Third-party texts as models read them: plain text without instructions to its reader. */
import type { Operation } from '@dragoman/model';
import { firstSentence, toPlainText } from '@dragoman/model';
import { hashDocument } from '../documents/hash-document.js';
import type { ReleasedTexts } from './contains-instructions.js';
import { containsInstructions, noneReleased } from './contains-instructions.js';

/**
 * The plain text; undefined when it is empty, or when it was not released and contains instructions before or after its
 * markup is removed.
 */
export function modelText(text: string | undefined, released: ReleasedTexts = noneReleased): string | undefined {
  if (text === undefined) return undefined;
  const plain = toPlainText(text);
  if (plain.trim() === '') return undefined;
  return isHeld(text, released) ? undefined : plain;
}

/** True when the text was not released and contains instructions, before or after its markup is removed. */
export function isHeld(text: string, released: ReleasedTexts = noneReleased): boolean {
  const plain = toPlainText(text);
  if (!containsInstructions(text) && (plain === text || !containsInstructions(plain))) return false;
  return !released.has(hashDocument(text));
}

/** The plain text; the text itself when only its plain form contains instructions. */
export function plainUnlessHostile(text: string): string {
  const plain = toPlainText(text);
  return plain === text || (plain !== '' && !containsInstructions(plain)) ? plain : text;
}

/** Longer summaries are descriptions. */
const maxTitleLength = 200;

/** The provider's summary as a title, if it says something else than the description; undefined otherwise. */
export function titleOf(
  { summary, description, derived }: Operation,
  released: ReleasedTexts = noneReleased,
): string | undefined {
  if (summary === undefined || description === undefined || derived.includes('summary')) return undefined;
  const title = modelText(summary, released);
  if (title === undefined || title.length > maxTitleLength) return undefined;
  const said = modelText(description, released) ?? '';
  return title === said || title === firstSentence(said, maxTitleLength) ? undefined : title.replace(/\s+/g, ' ');
}
