/** Third-party texts as models read them: plain text without instructions to its reader. */
import type { Operation } from '@dragoman/model';
import { firstSentence, toPlainText } from '@dragoman/model';
import { containsInstructions } from './contains-instructions.js';

/** The plain text; undefined when it is empty, or contains instructions before or after its markup is removed. */
export function modelText(text: string | undefined): string | undefined {
  if (text === undefined || containsInstructions(text)) return undefined;
  const plain = toPlainText(text);
  if (plain.trim() === '') return undefined;
  return plain === text || !containsInstructions(plain) ? plain : undefined;
}

/** The plain text; the text itself when only its plain form contains instructions. */
export function plainUnlessHostile(text: string): string {
  const plain = toPlainText(text);
  return plain === text || (plain !== '' && !containsInstructions(plain)) ? plain : text;
}

/** Longer summaries are descriptions. */
const maxTitleLength = 200;

/** The provider's summary as a title, if it says something else than the description; undefined otherwise. */
export function titleOf({ summary, description, derived }: Operation): string | undefined {
  if (summary === undefined || description === undefined || derived.includes('summary')) return undefined;
  const title = modelText(summary);
  if (title === undefined || title.length > maxTitleLength) return undefined;
  const said = modelText(description) ?? '';
  return title === said || title === firstSentence(said, maxTitleLength) ? undefined : title.replace(/\s+/g, ' ');
}
