/** Distinguishes titles from sentences: "Email QR Code" and "Deposit method by ID" name a thing, "Lock the door" says what is done. */

import type { Words } from '@dragoman/agis';
import { joiningWords, recordWords } from './verb-table.js';

/** False for "Single file", "Bulk import", "Form style": the first word of a title rather than an imperative. */
export function isUsual(word: string, words: Words): boolean {
  return word !== 'form' && words.isFiled(word) && !words.isAdjective(word);
}

/** Nouns of deeds that begin a title as verbs: "Import Sandbox". */
const moving = /^(?:import|export|upload|download|sync|clone|copy|merge|purchase)$/;

/** "Email QR Code": a title whose first word is as much a noun as a verb, and not the verb of the operationId. */
export function isNounTitle(
  sentence: string,
  { id, template }: Pick<SentencePlace, 'id' | 'template'>,
  words: Words,
): boolean {
  const parts = sentence.replace(/[.!]+$/, '').split(/\s+/);
  const first = parts[0]?.toLowerCase() ?? '';
  if (parts.length < 2 || first === id || recordWords.has(first)) return false;
  // "Phone number validation" of `/phone/validation`
  const address = (template.split(/[?#]/, 1)[0] ?? '').toLowerCase();
  const end = parts.at(-1)?.toLowerCase() ?? '';
  if (/ion$/.test(end) && address.includes(`/${first}/`) && address.endsWith(`/${end}`) && words.hasNounReading(first))
    return true;
  // "Reset Factors" of an address that acts has its verb first.
  const [family] = words.familiesOf(first);
  const last = template.split(/[?#]/, 1)[0]?.split('/').at(-1)?.toLowerCase() ?? '';
  if (moving.test(first)) return false;
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

/** "Clear cache" of `POST /clear-cache`: the address says the same, in the singular, so that it is an action. */
export function isActionSegment(sentence: string | undefined, template: string, words: Words): boolean {
  const tokens = sentence?.toLowerCase().match(/[a-z]+/g) ?? [];
  const segment = template.split(/[?#]/, 1)[0]?.replace(/\/+$/, '').split('/').at(-1) ?? '';
  const [first = '', last = ''] = [tokens[0], tokens.at(-1)];
  return (
    tokens.length > 1 &&
    tokens.join('') === segment.toLowerCase().replaceAll(/[^a-z]/g, '') &&
    words.isListedVerb(first) &&
    words.isFiled(first) &&
    // "Reverse email" is a kind of search.
    (!words.isAdjective(first) || words.familiesOf(first)[0] === 'end') &&
    words.singularOf(last) === last
  );
}

/** The operation that a sentence is about. */
export interface SentencePlace {
  id: string;
  /** The address of the operation. */
  template: string;
  /** True for an address that is only read. */
  reads: boolean;
  /** First words that a second source has as a verb: the address, or the other text. */
  backed?: ReadonlySet<string>;
}

/** "Rule data" and "Long text" of an address that is read are titles; "Track parcels" and "Lock the door" are not. */
export function isTitleOfReading(sentence: string, words: Words): boolean {
  const [first = '', second = ''] = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  const base = words.baseOf(first);
  if (words.isRatherVerb(first)) return false;
  // "Register user and return a token" names two actions.
  if (words.isListedVerb(first) && / and (?:returns?|gets?|sends?|creates?|updates?) [a-z]/i.test(sentence))
    return false;
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
  // "Hives matching a filter"
  const isNow =
    /^(?:matching|containing|waiting|awaiting|belonging|having|requiring|needing|pending|starting|ending|living|running)$/.test(
      second,
    ) && third !== '';
  return /[^su]s$/.test(first) && words.isNoun(first) && ((isPast && isJoined) || isNow);
}

/** "Training status": the noun of an activity before another noun, and no verb. */
export function isGerundTitle(text: string, words: Words): boolean {
  const [first = '', second = '', third = ''] = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return /ing$/.test(first) && third === '' && words.isNoun(first) && words.isNoun(second) && !words.isVerb(second);
}

/** "Pack asset upload" of `/packs/{id}/assets`: the first word is the thing. */
export function namesThing(sentence: string, template: string, words: Words): boolean {
  const [first = '', second = ''] = sentence.toLowerCase().match(/[a-z]+/g) ?? [];
  const isNoun = words.hasNounReading(first) && !isDeterminer(second) && !recordWords.has(first);
  return isNoun && new RegExp(`/${first}s/\\{`, 'i').test(template);
}

/** True for an article and words in its place. */
export function isDeterminer(word: string): boolean {
  return /^(?:an?|the|all|this|your|one|each|every|any)$/.test(word);
}
