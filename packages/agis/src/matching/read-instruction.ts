/** Parses an instruction: its verbs by weight, its words, and its values. */
import type { VerbFamily, Words } from '../words/words.js';
import type { Mention } from './mentions.js';
import { findMentions } from './mentions.js';
import type { Today } from './moments.js';
import type { Synonyms } from './synonyms.js';
import type { Token } from './tokens.js';
import { cutTokens } from './tokens.js';

/** A verb that may be the requested action. */
export interface AskedVerb {
  /** Base form. */
  verb: string;
  /** 0..1: how likely it is the action, by its position and kind. */
  weight: number;
  /** `phrase`: a phrasal verb; `noun`: derived from a noun, as "reserve" from "reservation". */
  from: 'verb' | 'phrase' | 'noun';
  /** Index of its token. */
  index: number;
}

/** A parsed instruction. */
export interface Instruction {
  tokens: readonly Token[];
  mentions: readonly Mention[];
  verbs: readonly AskedVerb[];
  /** True when it asks for information rather than for an action. */
  question: boolean;
  /** Content words, in base or singular form, with their tokens; without values and polite phrases. */
  terms: ReadonlyMap<string, number>;
}

/** Dependencies of parsing. */
export interface ReadingKnowledge {
  words: Words;
  synonyms: Synonyms;
}

const courtesy =
  /^(?:please|kindly|hi|hello|hey|can you|could you|would you|will you|can i|could i|may i|i want to|we want to|i need to|we need to|i would like to|i'd like to|we'd like to|i have to|help me|help me to|let's|i'm|i am|we are|we're)\b[\s,]*/;
/** Light verbs, whose object often names the action. */
const lightVerbs: ReadonlySet<string> = new Set(
  'get give make have need want do take put set let tell go be keep like'.split(' '),
);
const questionWords: ReadonlySet<string> = new Set(
  'what where when which who whose how why is are was were do does did has have had am any anything'
    .split(' ')
    .flatMap((word) => [word, `${word}'s`]),
);
const reading: readonly VerbFamily[] = ['find', 'read', 'analyse'];
const emptyWords: ReadonlySet<string> = new Set(
  `a an the this that these those my your his her our their me us you i we he she they it to of in on at by for from with as and or
   but if so up off out into about please can could would will shall may might must be is are was were been am do does did have has had
   not no don't won't there here any some all every each more most much many than then now just also too very need want like get give
   let make put set us what where when which who whose how why i'm i'd what's where's yet instead further`.split(/\s+/),
);

/** Parses an instruction; never throws, whatever the input. */
export function readInstruction(text: string, today: Today, { words, synonyms }: ReadingKnowledge): Instruction {
  const tokens = cutTokens(text);
  const mentions = findMentions(tokens, today);
  const start = skipCourtesy(tokens);
  const question = questionWords.has(tokens[start]?.lower ?? '') && !isImperative(tokens, start, words);
  const covered = new Set(
    mentions.flatMap(({ start: from, end }) => Array.from({ length: end - from }, (_, step) => from + step)),
  );
  const free = tokens.filter(({ kind, index }) => kind === 'word' && !covered.has(index));
  return {
    tokens,
    mentions,
    question,
    verbs: findVerbs({ tokens, free, start, words, synonyms }),
    terms: findTerms(free, words),
  };
}

/** "Have the statement sent" is rare; "do", "is" and "have" at the start usually introduce a question. */
function isImperative(tokens: readonly Token[], start: number, words: Words): boolean {
  const first = tokens[start]?.lower ?? '';
  return !questionWords.has(first) && words.isVerb(first);
}

function skipCourtesy(tokens: readonly Token[]): number {
  let at = 0;
  for (;;) {
    const rest = tokens
      .slice(at, at + 6)
      .map(({ lower }) => lower)
      .join(' ');
    const length = courtesy.exec(rest)?.[0].trim().replace(/,$/, '').trim();
    if (length === undefined || length === '') return at;
    at += length.split(/\s+/).length;
    while (tokens[at]?.kind === 'mark') at += 1;
  }
}

interface VerbSearch {
  tokens: readonly Token[];
  free: readonly Token[];
  start: number;
  words: Words;
  synonyms: Synonyms;
}

function findVerbs({ tokens, free, start, words, synonyms }: VerbSearch): AskedVerb[] {
  const found = free.flatMap(({ lower, index }): AskedVerb[] => {
    const weight = placeWeight(tokens, index, start);
    const next = tokens[index + 1]?.lower ?? '';
    const phrase = synonyms.phrase(`${words.baseOf(lower)} ${next}`) ?? synonyms.phrase(`${lower} ${next}`);
    if (phrase !== undefined) return [{ verb: phrase, weight, from: 'phrase', index }];
    const base = words.baseOf(lower);
    const hidden = words.verbOf(words.singularOf(lower));
    const asVerb =
      words.isVerb(base) && !emptyWords.has(lower) ? [{ verb: base, weight, from: 'verb' as const, index }] : [];
    const asNoun = hidden === undefined ? [] : [{ verb: hidden, weight: 0.75, from: 'noun' as const, index }];
    return [...asVerb, ...asNoun];
  });
  const first = free.find(({ index }) => index === start);
  // An unknown word at the start is most likely the verb, perhaps of another language.
  if (first !== undefined && !emptyWords.has(first.lower) && !found.some(({ index }) => index === start)) {
    found.unshift({ verb: first.lower, weight: 1, from: 'verb', index: start });
  }
  const leading = found.find(({ weight, from }) => weight === 1 && from !== 'noun');
  // "make a reservation", "get a quote": the noun after a light verb is the action.
  const light = leading === undefined || lightVerbs.has(leading.verb);
  return found.map((each) => (light && each !== leading ? { ...each, weight: Math.min(1, each.weight + 0.2) } : each));
}

/** A verb at the start of its clause is an imperative; elsewhere that is less likely. */
function placeWeight(tokens: readonly Token[], index: number, start: number): number {
  const before = tokens[index - 1];
  if (index === start || before?.kind === 'mark') return 1;
  if (before?.lower === 'to' || before?.lower === 'and' || before?.lower === 'please' || before?.lower === 'not')
    return 0.9;
  return 0.6;
}

function findTerms(free: readonly Token[], words: Words): Map<string, number> {
  const terms = new Map<string, number>();
  for (const { lower, index } of free) {
    if (emptyWords.has(lower) || lower.length < 2) continue;
    const term = termOf(lower, words);
    if (!terms.has(term)) terms.set(term, index);
  }
  return terms;
}

/** A word in the form in which terms are compared: singular, and verbs in base form. */
export function termOf(word: string, words: Words): string {
  const lower = word.toLowerCase().replace(/['’]s?$/, '');
  const singular = words.singularOf(lower);
  if (singular !== lower) return singular;
  // Some plurals are listed as words ("days"); here they are still reduced to the singular.
  return /[^s]s$/.test(lower) && words.isNoun(lower.slice(0, -1)) ? lower.slice(0, -1) : words.baseOf(lower);
}

/** The content words of a text, as terms. */
export function termsOf(text: string, words: Words): string[] {
  const cut =
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return cut.filter((word) => word.length > 1 && !emptyWords.has(word)).map((word) => termOf(word, words));
}

/** True when a verb of these families only reads. */
export function onlyReads(families: readonly VerbFamily[]): boolean {
  return families.length > 0 && families.every((family) => reading.includes(family));
}

/** True when a verb of these families always changes something. */
export function onlyChanges(families: readonly VerbFamily[]): boolean {
  return families.length > 0 && families.every((family) => !reading.includes(family));
}
