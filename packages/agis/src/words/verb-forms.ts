/** Reverses regular English verb forms and plurals: the base words that a form may come from. */
import type { VerbForm } from './words.js';

/** A possible base word, and the form that it would have. */
export interface Candidate {
  base: string;
  form: VerbForm;
}

/** Every possible base form of a regular form; the caller checks that such a verb exists. */
export function listCandidates(word: string): Candidate[] {
  if (word.endsWith('ing')) return name(stems(word.slice(0, -3), true), 'participle');
  if (word.endsWith('ied')) return name([`${word.slice(0, -3)}y`, word.slice(0, -1)], 'past');
  if (word.endsWith('ed')) return name(stems(word.slice(0, -2), false), 'past');
  return name(undoS(word), 'third-person');
}

/** The possible singulars of a regular plural. */
export function listSingulars(word: string): string[] {
  return undoS(word);
}

function undoS(word: string): string[] {
  if (!word.endsWith('s') || word.endsWith('ss')) return [];
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1), ...undoubled(word.slice(0, -2))];
  return [word.slice(0, -1)];
}

/** "plann" → plan, "reserv" → reserve, "panick" → panic; before -ing also "dy" → die. */
function stems(stem: string, beforeIng: boolean): string[] {
  const plain = [stem, `${stem}e`, ...undoubled(stem)];
  if (stem.endsWith('ck')) plain.push(stem.slice(0, -1));
  if (beforeIng && stem.endsWith('y')) plain.push(`${stem.slice(0, -1)}ie`);
  return plain;
}

function undoubled(stem: string): string[] {
  return /([bdfgklmnprstvz])\1$/.test(stem) ? [stem.slice(0, -1)] : [];
}

function name(bases: readonly string[], form: VerbForm): Candidate[] {
  return bases.filter((base) => base.length >= 2).map((base) => ({ base, form }));
}
