/** Whether a text is a noun phrase of which every word is understood; what is not is never part of a generated sentence. */
import type { Words } from '@dragoman/agis';
import { singularOf } from './inflect-noun.js';

const joiners =
  /^(?:of|for|in|from|on|about|at|within|under|to|into|between|per|over|by|as|against|near|across|during|along|around|through|throughout|among|inside|outside|via|with|and|or|and\/or)$/i;
const coordination = /^(?:and|or|and\/or|,)$/i;
const determiners =
  /^(?:an?|the|all|any|each|every|your|my|our|its|their|this|these|one|two|three|multiple|several|some|given|another|other)$/i;

/** Words of clauses and remarks, which no noun phrase has. */
const strangers =
  /^(?:is|are|was|were|be|been|has|have|had|will|can|may|must|should|would|could|does|do|it|them|they|you|we|he|she|what|how|why|who|when|where|if|then|not|no|please|e\.g|i\.e|etc|only)$/;

/** "one or more", "logged in": several words with the meaning of one. */
const fixed =
  /\ball of(?: the)?\b|\b(?:one|two) or (?:more|several|multiple|many)\b|\b(?:logged|signed|checked)[ -](?:in|out|on)\b|^per diem\b/gi;

/** "gracefully", and "globally", which is in no dictionary, though "global" is. */
export function isManner(word: string, words: Words): boolean {
  const [, stem] = /^([a-z]{3,}?)(?:ally|ly)$/.exec(word) ?? [];
  if (stem === undefined || words.isNoun(word)) return false;
  return words.isAdverb(word) || [word.slice(0, -2), stem].some((each) => words.isAdjective(each));
}

/** True for a word that can be the thing of a noun phrase: a noun, a name or an abbreviation. */
export function isThing(given: string, words: Words, named: ReadonlySet<string> = new Set()): boolean {
  const word = given
    .replace(/['’]s?$/, '')
    .replace(/-(?:in|out|up|on|off)$/, '')
    .replace(/^.*[-/]/, '');
  if (/\d|^[A-Z]+s?$|^[A-Za-z]+[A-Z]|^[A-Z][a-z]|_/.test(word)) return true;
  if (!/^[a-z]{2,}$/.test(word)) return false;
  if (words.isNoun(word) || words.isNoun(words.singularOf(word))) return true;
  if (named.has(word) || named.has(singularOf(word, words))) return true;
  const isForm = words.inflectionOf(word)?.form === 'past';
  return !isForm && !words.isVerb(word) && !words.isAdjective(word) && !isManner(word, words);
}

/** "users", "users assigned" of "users assigned to a group", "delays relevant" of "delays relevant for a station". */
function isPart(part: readonly string[], words: Words, named: ReadonlySet<string>): boolean {
  const [last = '', before = ''] = part.toReversed();
  if (last === '') return false;
  const isQualified = before !== '' && isThing(before, words, named) && /^[a-z]+$/.test(last) && !words.isVerb(last);
  // "help diagnose problems" is no object.
  const [first = '', second = ''] = part;
  const isAction =
    !/^(?:bulk|batch|mass)$/.test(first) &&
    words.isListedVerb(first) &&
    second.length > 2 &&
    words.isListedVerb(second) &&
    !words.isNoun(second);
  return (isThing(last, words, named) || isQualified) && !isAction;
}

/** "next" of "next and previous photos". */
function isCoordinated(part: readonly string[], words: Words): boolean {
  return part.length > 0 && part.every((word) => words.isAdjective(word) || words.inflectionOf(word)?.form === 'past');
}

/** "paid" of "a payment as paid", "another" of "from one group to another". */
function isEnding(part: readonly string[], joiner: string | undefined, words: Words): boolean {
  return joiner === 'as' ? isCoordinated(part, words) : part.length === 1 && part[0] === 'another';
}

/** True when every word of the text has its place in a noun phrase; `named` are words that the address has as nouns. */
export function isNounPhrase(text: string, words: Words, named: ReadonlySet<string> = new Set()): boolean {
  if (/[:;<>{}[\]()|=*@#?!]|\.\s|\.$|--|\s\/\s/.test(text)) return false;
  const parts: { words: string[]; joiner: string }[] = [];
  let part: string[] = [];
  const all = text
    .replaceAll(fixed, 'current')
    .replaceAll(/,(?: and| or)?(?= )/g, ' ,')
    .split(' ');
  for (const [at, word] of all.entries()) {
    if (strangers.test(word) || (/^(?:an?|the)$/.test(word) && part.length > 0)) return false;
    // "titles matching a word"
    const isLink = part.length > 0 && /ing$/.test(word) && determiners.test(all[at + 1] ?? '');
    // "near duplicate articles"
    const isManner = word === 'near' && part.length === 0 && words.isAdjective(all[at + 1] ?? '');
    if (isManner) continue;
    if (word === ',' || isLink || joiners.test(word)) {
      parts.push({ words: part, joiner: word });
      part = [];
    } else if (
      !(determiners.test(word) && part.length === 0 && word !== 'another') &&
      !(/ly$/.test(word) && words.isAdverb(word))
    ) {
      part.push(word);
    }
  }
  return (
    (isPart(part, words, named) || isEnding(part, parts.at(-1)?.joiner, words)) &&
    parts.every(
      ({ words: each, joiner }) =>
        isPart(each, words, named) || (coordination.test(joiner) && isCoordinated(each, words)),
    )
  );
}
