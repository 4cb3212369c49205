/** Distinguishes titles from sentences: "Email QR Code" and "Deposit method by ID" name a thing, "Lock the door" says what is done. */

import type { Words } from '@dragoman/agis';
import { joiningWords, recordWords } from './verb-table.js';

/** False for "Single file", "Bulk import", "Form style": the first word of a title rather than an imperative. */
export function isUsual(word: string, words: Words): boolean {
  return word !== 'form' && words.isFiled(word) && !words.isAdjective(word);
}

/** "Email QR Code": a title whose first word is as much a noun as a verb, and not the verb of the operationId. */
export function isNounTitle(
  sentence: string,
  { id, template }: Pick<SentencePlace, 'id' | 'template'>,
  words: Words,
): boolean {
  const parts = sentence.replace(/[.!]+$/, '').split(/\s+/);
  const first = parts[0]?.toLowerCase() ?? '';
  if (parts.length < 2 || first === id || recordWords.has(first)) return false;
  // "Reset Factors" of an address that acts has its verb first.
  const [family] = words.familiesOf(first);
  const last = template.split(/[?#]/, 1)[0]?.split('/').at(-1)?.toLowerCase() ?? '';
  if (family === 'change' || family === 'end' || family === 'analyse' || (last.startsWith(first) && last !== first))
    return false;
  return parts.every((word) => /^[A-Z0-9(]/.test(word)) && words.hasNounReading(first) && words.baseOf(first) === first;
}

/** "SMS" in "Bulk SMS": in capitals, although the sentence is not. */
export function isAbbreviation(verb: string, sentence: string): boolean {
  return sentence !== sentence.toUpperCase() && new RegExp(`\\b${verb.toUpperCase()}\\b`).test(sentence);
}

/** "Deposit method by ID" of `/deposit-methods`: the address shows that both words are one noun. */
export function isCompound(template: string, first: string, second: string): boolean {
  return second.length > 2 && new RegExp(`\\b${first}[-_]?${second.replace(/(?:ies|y|e?s)$/, '')}`, 'i').test(template);
}

/** The operation that a sentence is about. */
export interface SentencePlace {
  id: string;
  /** The address of the operation. */
  template: string;
  /** True for an address that is only read. */
  reads: boolean;
}

/** "Rule data" and "Long text" of an address that is read are titles; "Track parcels" and "Lock the door" are not. */
export function isTitleOfReading(sentence: string, words: Words): boolean {
  const [first = '', second = ''] = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  const base = words.baseOf(first);
  const isGerund =
    (/ing$/.test(first) && words.isNoun(first)) || (/^(?:of|to)$/.test(second) && words.hasNounReading(first));
  const isReceived = isQualified(sentence, words);
  const isOther =
    isGerund ||
    isReceived ||
    (words.isVerb(base) && !words.isListedVerb(base)) ||
    (base !== first ? words.singularOf(first) === base : words.isAdjective(first));
  if (recordWords.has(base) || (!isOther && !words.hasNounReading(first)) || isDeterminer(second)) return false;
  const [family] = words.familiesOf(base);
  return (
    isGerund ||
    isReceived ||
    !(family === 'read' || family === 'find' || family === 'analyse' || (family === 'run' && words.isFiled(base)))
  );
}

/** "Funds received by a company": a plural and its participle rather than a verb. */
export function isQualified(text: string, words: Words): boolean {
  const [first = '', second = '', third = ''] = text.toLowerCase().split(' ', 3);
  const isPast =
    (/ed$/.test(second) && words.inflectionOf(second)?.form === 'past') ||
    /^(?:cast|made|sent|held|given|paid|sold|built|written|taken|bought|kept|known|seen|shown|drawn)$/.test(second);
  const isJoined = joiningWords.has(third) || /^(?:under|within|during|between|over)$/.test(third);
  return /[^su]s$/.test(first) && words.isNoun(first) && isPast && isJoined;
}

/** True for an article and words in its place. */
export function isDeterminer(word: string): boolean {
  return /^(?:an?|the|all|this|your|one|each|every|any)$/.test(word);
}
