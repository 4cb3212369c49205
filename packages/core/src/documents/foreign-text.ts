/** Recognizes texts in unsupported languages: they are no evidence that an operation only reads. */
import type { ConductEvidence } from './conduct-readings.js';
import { sentencesOf, words } from './conduct-readings.js';
import { leading } from './reading-effects.js';

/** Letters of other scripts, and function words: almost every English sentence of four words has one. */
const otherLetters = /(?!\p{Script=Latin})\p{L}/gu;
const englishWords =
  /^(?:an?|the|all|of|to|for|by|and|or|with|in|on|from|this|your|is|are|as|new|get|list|create|update|delete)$/i;

/** Letters with accents, or function words of languages that many descriptions are written in. */
const accents = /\P{ASCII}/u;
const otherWords =
  /^(?:de|del|la|el|los|las|una?|por|para|con|les?|des|du|une|et|der|die|das|den|eine?|und|von|zu|mit|il|di|per|van|het|een|voor|os|do|dos|em|uma|todos|alle)$/i;

/** True when there is a text, and none of it is English: another script, or words of another language. */
export function isUnread({ summary, description }: ConductEvidence): boolean {
  const texts = [summary, description].flatMap((text) => sentencesOf(text, 2)).filter((text) => /\p{L}/u.test(text));
  return texts.length > 0 && texts.every(isForeign);
}

function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const others = text.match(otherLetters)?.length ?? 0;
  if (2 * others > letters) return true;
  const parts = text.match(/\p{L}+/gu) ?? [];
  if (isShortForeign(parts)) return true;
  if (parts.length < 3) return false;
  // Short words such as "an" and "in" belong to several languages: the majority decides.
  const english = parts.filter((part) => englishWords.test(part)).length;
  const foreign = parts.filter((part) => otherWords.test(part)).length;
  if (english > 0 || words.readIntent(text).english) return foreign >= 2 && foreign > english;
  return foreign > 0 || accents.test(text);
}

/** Maximum number of words of a title without the function words that show its language. */
const fewWords = 4;

/** "Eliminar partitura", "Konto löschen": no word is in the dictionary, or the first one is an infinitive that is not. */
function isShortForeign(parts: readonly string[]): boolean {
  if (parts.length > fewWords || parts.some((part) => englishWords.test(part) || leading.has(part.toLowerCase())))
    return false;
  // Acronyms and names in camel case are in no dictionary: "OAuth", "SCIM".
  const plain = parts
    .map((part) => part.toLowerCase())
    .filter((part, at) => part.length > 2 && isPlain(parts[at] ?? ''));
  const unknown = plain.filter((part) => !isKnown(part));
  const [start = ''] = plain;
  if (unknown.length === plain.length && (plain.length > 1 || plain.some(isForm))) return true;
  return unknown.includes(start) ? isForm(start) : unknown.some((part) => accents.test(part) && isForm(part));
}

function isPlain(part: string): boolean {
  return /^\p{L}\p{Ll}*$/u.test(part);
}

/** An infinitive of a Romance, Germanic or Slavic language, or a word with letters that English does not have. */
function isForm(part: string): boolean {
  return accents.test(part) || /(?:[ai]r|[aei]re|oir|.{4}er|[^aeiou]en|e[rl]n)$/.test(part);
}

function isKnown(word: string): boolean {
  const { isNoun, isVerb, isAdjective, isAdverb, inflectionOf, singularOf, splitCompound } = words;
  if (isNoun(word) || isVerb(word) || isAdjective(word) || isAdverb(word) || inflectionOf(word) !== undefined)
    return true;
  return singularOf(word) !== word || splitCompound(word) !== undefined;
}
