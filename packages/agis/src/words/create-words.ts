/** Combines the word table, the curated lists and the rules of inflection into the interface that the passes use. */
import { findWord, type LexiconEntry } from './lexicon.js';
import { areListedAlike, areListedOpposites, hasListedOpposite } from './opposites.js';
import { readIntent } from './read-intent.js';
import { createRecall } from './recall.js';
import { remember } from './remember.js';
import { serviceNouns } from './service-nouns.js';
import { verbFamilies } from './verb-families.js';
import { listCandidates, listSingulars } from './verb-forms.js';
import { listed, modernNouns, modernVerbs, pathNouns, pathVerbs } from './word-lists.js';
import { wordTable } from './word-table.js';
import type { Inflection, VerbFamily, Words } from './words.js';

/** A project's own words in base form, in addition to the built-in ones. */
export interface OwnWords {
  verbs?: readonly string[];
  nouns?: readonly string[];
}

/** Shared state of the functions below: the curated lists, indexed. */
interface Knowledge {
  verbs: ReadonlySet<string>;
  nouns: ReadonlySet<string>;
  families: ReadonlyMap<string, readonly VerbFamily[]>;
  look(word: string): LexiconEntry | undefined;
}

/** Maximum length of a word that is looked up. */
const maxWordLength = 40;

const prefixes = /^(?:re|un|de|dis|mis|pre|over|out|auto|co)(?=[a-z]{3})/;

/** Creates the knowledge of English words. This is cheap and reads nothing from disk. */
export function createWords(own: OwnWords = {}): Words {
  const known = prepare(own);
  const verb = rememberShort((word) => isVerb(known, word));
  const inflection = rememberShort((word) => inflectionOf(known, word));
  const singular = rememberShort((word) => singularOf(known, word));
  const recall = createRecall(() => words);
  const words: Words = {
    isVerb: (word) => verb(fold(word)),
    isListedVerb: (word) => isListedVerb(known, fold(word)),
    isNoun: (word) => isNoun(known, fold(word)),
    isPerson: (noun) => isPerson(known, fold(noun)),
    isAdjective: (word) => known.look(fold(word))?.adjective !== undefined,
    isRatherAdjective: (word) => isRatherAdjective(known, fold(word)),
    isRatherVerb: (word) => isRatherVerb(known, fold(word)),
    verbMargin: (word) => verbMargin(known, fold(word)),
    isRarelyNoun: (word) => (known.look(fold(word))?.noun ?? 0) <= 3,
    isPrefixedVerb: (word) => isPrefixedVerb(known, fold(word)),
    isAdverb: (word) => known.look(fold(word))?.adverb !== undefined,
    hasNounReading: (word) => hasNounReading(known, fold(word)),
    inflectionOf: (word) => inflection(fold(word)),
    isPlainlyNoun: (word) => isPlainlyNoun(known, fold(word)),
    isRatherNoun: (word) => isRatherNoun(known, fold(word)),
    isRarelyVerb: (word) => isRarelyVerb(known, fold(word)),
    otherBaseOf: (word) => otherBaseOf(known, fold(word)),
    baseOf: (word) => inflection(fold(word))?.base ?? fold(word),
    singularOf: (word) => singular(fold(word)),
    verbOf: (noun) => known.look(fold(noun))?.actionOf,
    splitCompound: (word) => splitCompound(known, fold(word)),
    familiesOf: (verb) => known.families.get(fold(verb)) ?? known.look(fold(verb))?.families ?? [],
    isFiled: (verb) => known.families.has(fold(verb)),
    areOpposed: (verb, other) => areOpposed(known, fold(verb), fold(other)),
    readIntent: (sentence) => recall(readIntent, sentence),
    recall,
  };
  return words;
}

function prepare({ verbs = [], nouns = [] }: OwnWords): Knowledge {
  const families = new Map<string, VerbFamily[]>();
  for (const [family, list] of Object.entries(verbFamilies) as [VerbFamily, string][])
    for (const verb of listed(list)) families.set(verb, [...(families.get(verb) ?? []), family]);
  return {
    families,
    verbs: new Set([...modernVerbs, ...families.keys(), ...verbs.map(fold)]),
    nouns: new Set([...modernNouns, ...nouns.map(fold)]),
    look: rememberShort(lookUp),
  };
}

function fold(word: string): string {
  return word.toLowerCase();
}

/** Caches answers for words; input that is too long is not cached, so that nothing large is retained. */
function rememberShort<Answer>(ask: (word: string) => Answer): (word: string) => Answer {
  const asked = remember(ask);
  return (word) => (word.length > maxWordLength ? ask(word) : asked(word));
}

function lookUp(word: string): LexiconEntry | undefined {
  return word.length > maxWordLength ? undefined : findWord(wordTable, word);
}

function isListedVerb(known: Knowledge, word: string): boolean {
  return known.verbs.has(word) || known.look(word)?.verb !== undefined;
}

function isVerb(known: Knowledge, word: string): boolean {
  if (isListedVerb(known, word)) return true;
  if (known.look(word) !== undefined || known.nouns.has(word) || word.length > maxWordLength) return false;
  return /^[a-z]{3,}(?:ize|[^w]ise|ify)$/.test(word) || isPrefixed(known, word);
}

/** The base of "extubating"; the base form alone may be a compound, such as "duedate". */
function isRareVerb(known: Knowledge, base: string): boolean {
  if (known.look(base) !== undefined || known.nouns.has(base)) return false;
  return /^[a-z]{3,}[aeiou][bcdglmnprtv]ate$/.test(base) && !/(?:date|rate|state|plate|template|gate|mate)$/.test(base);
}

/**
 * "reprice" is a verb because "price" is; only one prefix, and never for a word that the table lists as something else.
 */
function isPrefixed(known: Knowledge, word: string): boolean {
  const rest = word.replace(prefixes, '');
  return rest !== word && (known.verbs.has(rest) || known.look(rest)?.verb !== undefined);
}

function isNoun(known: Knowledge, word: string): boolean {
  const singular = singularOf(known, word);
  return isStored(known, singular);
}

/** True for a noun in the singular. */
function isStored(known: Knowledge, word: string): boolean {
  return known.nouns.has(word) || known.look(word)?.noun !== undefined || serviceNouns.has(word);
}

/** Known ones, and words such as "attendee" that are in no table because their verb is. */
function isPerson(known: Knowledge, noun: string): boolean {
  const entry = known.look(singularOf(known, noun));
  if (entry !== undefined) return entry.person;
  return (
    /^(?:people|persons)$/.test(noun) ||
    (/^(?:[a-z]+)ees?$/.test(noun) && isListedVerb(known, noun.replace(/ees?$/, '')))
  );
}

const nounEndings = /(?:tion|sion|ment|ness|ity|ship|ance|ence|ency|ancy|ysis)s?$/;
const agentEndings = /(?:er|or)$/;

/**
 * Agent nouns in -er are ignored unless they are very common: in other languages the ending forms verbs ("commander").
 */
function isPlainlyNoun(known: Knowledge, word: string): boolean {
  if (!isNoun(known, word) || isVerb(known, word)) return false;
  const singular = singularOf(known, word);
  const entry = known.look(singular);
  if (known.nouns.has(singular) || nounEndings.test(word) || entry?.actionOf !== undefined) return true;
  return (entry?.noun ?? 0) >= (agentEndings.test(singular) ? 5 : 2);
}

function isRatherNoun(known: Knowledge, word: string): boolean {
  const entry = known.look(word);
  return (entry?.noun ?? 0) > (entry?.verb ?? 0);
}

/** The steps of frequency between the two readings; a word that only its ending shows is an adjective. */
function isRatherAdjective(known: Knowledge, word: string): boolean {
  const entry = known.look(word);
  if (known.nouns.has(word) || adjectiveNouns.has(word)) return false;
  if (entry === undefined) return adjectiveEndings.test(word) && !isNoun(known, word);
  const { adjective, noun, verb = 0 } = entry;
  if (adjective === undefined) return false;
  if (noun === undefined) return true;
  if (verb > adjective) return false;
  return noun === 0 ? adjective >= 2 : noun <= 2 && adjective - noun >= 4;
}

function isRatherVerb(known: Knowledge, word: string): boolean {
  const { verb = 0, noun = 0 } = known.look(word) ?? {};
  return known.families.has(word) && noun <= 1 && verb - noun >= 2 && !pathNouns.has(word) && !known.nouns.has(word);
}

function verbMargin(known: Knowledge, word: string): number {
  const { verb, noun = 0 } = known.look(word) ?? {};
  if (verb === undefined || pathNouns.has(word) || known.nouns.has(word)) return 0;
  return Math.max(verb - noun, 0);
}

/** Forms that are also past forms: "unread", "unset". */
const sameInPast = /(?:read|set|put|cut|shut|split|hurt|cast|bid|spread|shed|quit|let)$/;

function isPrefixedVerb(known: Knowledge, word: string): boolean {
  if (known.look(word) !== undefined || known.verbs.has(word) || known.nouns.has(word)) return false;
  const rest = word.replace(/^(?:un|re|de|dis)(?=[a-z]{4})/, '');
  return rest !== word && known.look(rest)?.verb !== undefined && !sameInPast.test(word);
}

/** Adjectives that name things in commerce, sports and organizations. */
const adjectiveNouns = listed(`
  collectable collectible consumable convertible deliverable disposable durable eatable final major military mobile payable perishable
  personal printable receivable renewable returnable special valuable wearable
`);
const adjectiveEndings = /^[a-z]{3,}(?:able|ible|ical|ional|onal|ital|less|ous|istic|worthy|proof)$/;

function isRarelyVerb(known: Knowledge, word: string): boolean {
  const entry = known.look(word);
  return entry?.verb === 0 && (entry.noun ?? 0) >= 2 && !known.families.has(word);
}

function otherBaseOf(known: Knowledge, word: string): string | undefined {
  const entry = known.look(word);
  const other = entry?.formOf;
  if (entry?.verb === undefined || other === undefined) return undefined;
  return commonness(known, other) > commonness(known, word) ? other : undefined;
}

function hasNounReading(known: Knowledge, word: string): boolean {
  if (pathVerbs.has(word)) return false;
  const singular = singularOf(known, word);
  return pathNouns.has(singular) || isNoun(known, word);
}

function singularOf(known: Knowledge, word: string): string {
  const entry = known.look(word);
  if (entry?.pluralOf !== undefined && entry.noun === undefined) return entry.pluralOf;
  if (entry?.noun !== undefined || known.nouns.has(word) || serviceNouns.has(word)) return word;
  const found = listSingulars(word).find((each) => isStored(known, each));
  return found ?? word;
}

function inflectionOf(known: Knowledge, word: string): Inflection | undefined {
  if (word.length > maxWordLength || isVerb(known, word)) return undefined;
  const irregular = known.look(word)?.formOf;
  if (irregular !== undefined) {
    const form = word.endsWith('ing') ? 'participle' : word.endsWith('s') ? 'third-person' : 'past';
    return { base: irregular, form, irregular: true };
  }
  const prefixed = prefixedForm(known, word);
  if (prefixed !== undefined) return prefixed;
  const [best] = listCandidates(word)
    .filter(({ base }) => isVerb(known, base) || isRareVerb(known, base))
    .sort((a, b) => commonness(known, b.base) - commonness(known, a.base));
  return best && { ...best, irregular: false };
}

/** "reshot" is a form of "reshoot" because "shot" is one of "shoot". */
function prefixedForm(known: Knowledge, word: string): Inflection | undefined {
  const rest = word.replace(prefixes, '');
  const base = rest === word ? undefined : known.look(rest)?.formOf;
  if (base === undefined || known.look(word) !== undefined || known.nouns.has(word)) return undefined;
  return { base: `${word.slice(0, -rest.length)}${base}`, form: 'past', irregular: true };
}

/** A curated verb is more likely meant than one that is only in the table. */
function commonness(known: Knowledge, verb: string): number {
  return (known.look(verb)?.verb ?? 0) + (known.verbs.has(verb) ? 5 : 0);
}

function splitCompound(known: Knowledge, word: string): readonly [string, string] | undefined {
  if (word.length > maxWordLength || isVerb(known, word) || isNoun(known, word)) return undefined;
  for (let at = word.length - 3; at >= 3; at--) {
    const verb = word.slice(0, at);
    const noun = word.slice(at);
    const long = noun.length >= 5 || (noun.length >= 4 && verb.length >= 5);
    if (long && known.families.has(verb) && isNoun(known, noun) && commonNoun(known, noun)) return [verb, noun];
  }
  return undefined;
}

/** Rare nouns match almost any string of letters. */
function commonNoun(known: Knowledge, word: string): boolean {
  const singular = singularOf(known, word);
  return known.nouns.has(singular) || (known.look(singular)?.noun ?? 0) >= 1;
}

function areOpposed(known: Knowledge, verb: string, other: string): boolean {
  if (areListedOpposites(verb, other)) return true;
  const lists = (one: string, two: string) => known.look(one)?.antonyms.includes(two) === true;
  if (areListedAlike(verb, other)) return false;
  if (lists(verb, other) || lists(other, verb)) return true;
  // A verb without listed opposites has those of the verbs that share its usual meaning: "commence" of "begin".
  const pairs = shareMeaning(known, verb).flatMap((one) =>
    shareMeaning(known, other).map((two) => [one, two] as const),
  );
  return (
    pairs.some(([one, two]) => areListedOpposites(one, two)) &&
    !pairs.some(([one, two]) => one === two || areListedAlike(one, two))
  );
}

function shareMeaning(known: Knowledge, verb: string): readonly string[] {
  return hasListedOpposite(verb) ? [verb] : (known.look(verb)?.alike ?? []);
}
