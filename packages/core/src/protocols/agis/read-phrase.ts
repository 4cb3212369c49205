/** Reads the object of a sentence: its determiner, its words without clauses and purposes, and its number. */
import type { Words } from '@dragoman/agis';

/** The object of a verb. */
export interface Phrase {
  /** `a`, `the`, `all`, or nothing. */
  determiner: string;
  /** The rest, without parentheses, relative clauses and purposes. */
  text: string;
  isMany: boolean;
}

const pronouns: ReadonlySet<string> = new Set(
  'it them this that these those everything something you your one'.split(' '),
);

const boundary =
  /\s*(?:\s[-–—]\s|\b(?:that|which|who|whose|where|when|while|if|unless|so that|because|once|after|before|by|using|via|based|according|including|without|with|such|whether|given that|and\/or|in bulk|you|we|they)\b).*$/i;

/** The object of a verb; undefined when the words after it are something else. */
export function readPhrase(given: string, verb: string, words: Words): Phrase | undefined {
  const searched = /^(?:search|look|find)$/.test(verb)
    ? given.replace(/^(?:for|through|over|across|in)\s+/i, '')
    : given;
  const whole = cutVerbs(cutComma(searched), words).trim();
  const cut = whole.replace(boundary, '').trim();
  // "A report" alone says too little; "a report that details the traffic" does not.
  const text = /^(?:an? |the )?\w+$/.test(cut) && / that /.test(whole) && whole.split(' ').length <= 16 ? whole : cut;
  const match =
    /^(an?|the|all(?: the| of the| your)?|any|each|every|your own|your|my|our|this|these|its|their|one|multiple|some|one or more|a single)\s+/i.exec(
      text,
    );
  const rest = text.slice(match?.[0].length ?? 0).replace(/^(?:specific|single|particular|given|existing) /i, '');
  const noun = lowerTitle(shorten(trimEnd(rest, words)));
  const [first = ''] = noun.toLowerCase().split(' ', 1);
  const isNoun =
    /^["'\w].*[A-Za-z]{2,}|^[A-Za-z]{2,}/.test(noun) &&
    !determiners.test(first) &&
    !pronouns.has(first) &&
    !prepositions.has(first) &&
    !(/ing$/.test(first) && phases.has(verb));
  if (!isNoun) return undefined;
  const determiner = determinerOf(match?.[1]);
  return { determiner, text: noun, isMany: determiner === 'all' || isPlural(noun, words) };
}

/** Verbs whose object is an activity: "Start watching a vehicle". */
const phases: ReadonlySet<string> = new Set('start stop begin continue finish pause resume enable disable'.split(' '));

/** Without punctuation, and without a participle whose agent was cut: "the class referenced". */
function trimEnd(text: string, words: Words): string {
  const plain = text.replace(/[\s\-–—|/]+$/, '').replace(/\s+(?:and|or|as|of|to|for|in|on|at|from)$/i, '');
  const [last = ''] = plain.split(' ').slice(-1);
  const isForm = /ed$/.test(last) ? words.inflectionOf(last.toLowerCase()) !== undefined : isGerund(last, words);
  const isCut = plain.includes(' ') && isForm;
  return isCut ? plain.slice(0, -last.length - 1) : plain;
}

/** "showing", which is no noun, unlike "building". */
function isGerund(word: string, words: Words): boolean {
  return /^[a-z]+ing$/.test(word) && words.inflectionOf(word) !== undefined && !words.hasNounReading(word);
}

const determiners = /^(?:an?|the|all|each|every|this|these|its|their)$/;

/** Ends at a comma, unless it separates the parts of an enumeration. */
function cutComma(text: string): string {
  const isListing = /^[^,;:.]{1,40}(?:,[^,;:.]{1,40}){1,6},? (?:and|or) [^,]{1,60}$/.test(text);
  return isListing ? text : text.replace(/\s*[,;:].*$/s, '');
}

function determinerOf(said = ''): string {
  const word = said.toLowerCase();
  if (/^all/.test(word)) return 'all';
  if (word === 'each' || word === 'every') return 'each';
  return word === 'a' || word === 'an' || word === 'one' || word === 'any' || word === 'a single'
    ? 'a'
    : word === ''
      ? ''
      : 'the';
}

const prepositions: ReadonlySet<string> = new Set(
  'of for in from on about at within under to into between per over by and or'.split(' '),
);

/** Ends before a purpose ("to obtain …") and a second action ("and compare …"). */
function cutVerbs(text: string, words: Words): string {
  // The last of several things is no second action.
  if (/,\s+(?:and|or)\s+\S+$/.test(text)) return text;
  const parts = text.split(' ');
  const at = parts.findIndex((word, index) => {
    const next = (parts[index + 1] ?? '').toLowerCase();
    if (index === 0 || !/^(?:to|and)$/i.test(word)) return false;
    // "…, and returns a new token": the second verb of a sentence in the third person.
    if (/^(?:returns|gets|sends|creates|updates|deletes|sets)$/.test(next)) return true;
    return words.isListedVerb(words.baseOf(next)) && (!words.hasNounReading(next) || words.isFiled(next));
  });
  return at < 0 ? text : parts.slice(0, at).join(' ');
}

/** At most 14 words; the last phrases go first. */
function shorten(text: string): string {
  let kept = text.split(' ');
  while (kept.length > 14) {
    const at = kept.findLastIndex((word, index) => index > 0 && prepositions.has(word.toLowerCase()));
    if (at < 1) return '';
    kept = kept.slice(0, at);
  }
  return kept.join(' ');
}

/** "Account Session" → "account session"; names such as OAuth2 and SMS stay. */
export function lowerTitle(text: string): string {
  const parts = text.split(' ');
  const isTitle = parts.every((word) => /^(?:[A-Z0-9]|of$|for$|in$|the$|an?$|and$|to$|from$|on$|or$)/.test(word));
  return isTitle ? parts.map((word) => (/^[A-Z][a-z]+s?$/.test(word) ? word.toLowerCase() : word)).join(' ') : text;
}

function isPlural(text: string, words: Words): boolean {
  const parts = text.split(' ');
  const at = parts.findIndex(
    (word, index) =>
      /^(?:that|which|who|whose)$/i.test(word) ||
      (index > 0 && /(?:able|ible)$/i.test(word) && words.isAdjective(word.toLowerCase())) ||
      (prepositions.has(word.toLowerCase()) && !/^(?:and|or)$/i.test(word)) ||
      (index > 0 && /(?:ed|ing)$/.test(word) && !words.hasNounReading(word.toLowerCase())),
  );
  const head = at < 0 ? parts : parts.slice(0, at);
  if (head.some((word) => /^and$/i.test(word))) return true;
  const given = (head.at(-1) ?? '').replace(/[^A-Za-z]/g, '');
  const last = given.toLowerCase();
  if (/(?:ss|us|is|news)$/.test(last) || /^[A-Z]+$/.test(given)) return false;
  return words.singularOf(last) !== last || /[^s]s$/.test(last);
}
