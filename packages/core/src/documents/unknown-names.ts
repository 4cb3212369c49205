/**
 * Paths that end in a word of no dictionary, such as `/usuarios/{id}/borrar`: the word may be a verb of another
 * language, and then a GET acts. The words of the operation say only whether it reads; the document may know more.
 */
import type { ConductEvidence } from './conduct-readings.js';
import { lastSegment, readEvidence, sentencesOf, words } from './conduct-readings.js';
import { toSnakeCase } from './identifier.js';
import { onlyReads } from './reading-effects.js';

/** A word that may be a verb. */
export interface UnknownName {
  word: string;
  /** True when it ends like an infinitive of a Germanic or Romance language. */
  isVerbForm: boolean;
}

/** The unknown word at the end of a path; undefined when a text or the name says in English what the operation is. */
export function unknownName(evidence: ConductEvidence): UnknownName | undefined {
  const { path, summary, description } = evidence;
  if (readEvidence(evidence).some(onlyReads)) return undefined;
  const texts = [summary, description].flatMap((text) => sentencesOf(text, 1));
  if (texts.some((text) => startsReading(text) || words.readIntent(text).english)) return undefined;
  const segment = decoded(lastSegment(path));
  const parts = toSnakeCase(segment, '').split('_');
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  // Other scripts leave nothing: "/удалить".
  if (last === '') return segment === '' ? undefined : { word: segment, isVerbForm: true };
  // The head of an English name is its last word, and a plural is a collection; "/vaciar-cache" has its verb first.
  const word = [last, ...(words.singularOf(last) === last ? [first] : [])].find((part) => !isKnown(part));
  return word === undefined ? undefined : { word, isVerbForm: verbForm.test(word) };
}

/** "Get connector docs": too few common words to be recognized as English. */
function startsReading(text: string): boolean {
  const families = words.familiesOf(words.baseOf(/^[a-z]+/i.exec(text)?.[0] ?? ''));
  return families.length > 0 && families.every((family) => family === 'find' || family === 'read');
}

/** Infinitives of German and Dutch, then of the Romance languages. */
const verbForm = /(?:[^aeiou]en|e[rl]n|[aei]r|[aei]re|oir)$/;

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A word of the dictionary, an abbreviation, a number, or two words in one: "uptime". */
function isKnown(word: string): boolean {
  if (/\d/.test(word) || !/[aeiouy]/.test(word) || isListed(word)) return true;
  if (isAgent(word)) return true;
  if (verbForm.test(word)) return false;
  const cuts = [...word].map((_, at) => at).slice(2, -2);
  return cuts.some((at) => isListed(word.slice(0, at)) && isPlainThing(word.slice(at)));
}

/** "Time" of "uptime", but not "drop" of "airdrop". */
function isPlainThing(word: string): boolean {
  return words.isPlainlyNoun(word) || words.isRatherNoun(word) || words.isRarelyVerb(word);
}

/** "Providers": who or what does something. */
function isAgent(word: string): boolean {
  const [, stem] = /^(.{3,})[eo]rs?$/.exec(word) ?? [];
  return stem !== undefined && (words.isListedVerb(stem) || words.isListedVerb(`${stem}e`));
}

function isListed(word: string): boolean {
  const { isNoun, isVerb, isAdjective, isAdverb, inflectionOf, singularOf } = words;
  return (
    isNoun(word) ||
    isVerb(word) ||
    isAdjective(word) ||
    isAdverb(word) ||
    inflectionOf(word) !== undefined ||
    singularOf(word) !== word
  );
}
