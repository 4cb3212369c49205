/**
 * Selects the words of the table and writes one entry for each:
 * `word=` then `v3` `n2` `a0` `r1` (part of speech, frequency: 0 never seen, each step doubles), `:ec` (families of
 * the verb, guessed from its relatives), `>pay` (verb of an action noun), `<send` (irregular form of),
 * `*child` (irregular plural of), `!close,shut` (antonyms), `~begin` (verbs with listed opposites and the same meaning),
 * `@p` (a noun that usually means a person).
 */

import { familyLetters } from '../../packages/agis/src/words/lexicon.js';
import { hasListedOpposite } from '../../packages/agis/src/words/opposites.js';
import { verbFamilies } from '../../packages/agis/src/words/verb-families.js';
import { listCandidates } from '../../packages/agis/src/words/verb-forms.js';
import type { VerbFamily } from '../../packages/agis/src/words/words.js';
import type { PartOfSpeech, Synset, WordNet } from './wordnet.js';

/** Irregular forms of a part of speech: form → base form. */
export type Exceptions = Readonly<Record<string, string>>;

const single = /^[a-z]{2,}$/;
const letters: Record<PartOfSpeech, string> = { verb: 'v', noun: 'n', adj: 'a', adv: 'r' };
const agent = /(?:er|or|ee|ist|ant|ent|man)$/;

/** Creates the entries of the table, sorted by word. */
export function makeWordLines(net: WordNet, verbForms: Exceptions, nounForms: Exceptions): string[] {
  const words = chooseWords(net);
  const guesses = guessFamilies(net);
  const entries = new Map<string, string>();
  for (const word of words) entries.set(word, describe(net, word, guesses.get(word) ?? ''));
  const add = (word: string, mark: string) => entries.set(word, (entries.get(word) ?? '') + mark);
  for (const [form, base] of Object.entries(verbForms))
    if (single.test(form) && form !== base && net.senses.verb.has(base) && isIrregular(form, base))
      add(form, `<${base}`);
  for (const [form, base] of Object.entries(nounForms))
    if (single.test(form) && form !== base && words.has(base) && isIrregularPlural(form, base)) add(form, `*${base}`);
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([word, marks]) => `${word}=${marks}`);
}

/** Every verb; of the other words those that occur in texts, and the nouns derived from verbs. */
function chooseWords(net: WordNet): Set<string> {
  const chosen = new Set([...net.senses.verb.keys()].filter((word) => single.test(word)));
  for (const pos of ['noun', 'adj', 'adv'] as const)
    for (const word of net.senses[pos].keys())
      if (single.test(word) && isCommon(net, word, pos) && (net.count(word, pos) > 0 || verbOfNoun(net, word)))
        chosen.add(word);
  return chosen;
}

/** Names of persons and places are capitalized in WordNet's own entries. */
function isCommon(net: WordNet, word: string, pos: PartOfSpeech): boolean {
  return meanings(net, word, pos).some(({ words }) => words.some((each) => each.replace(/\(.*\)$/, '') === word));
}

function meanings(net: WordNet, word: string, pos: PartOfSpeech): Synset[] {
  return (net.senses[pos].get(word) ?? []).flatMap((offset) => net.synsets[pos].get(offset) ?? []);
}

function describe(net: WordNet, word: string, guess: string): string {
  const parts = (['verb', 'noun', 'adj', 'adv'] as const)
    .filter((pos) => net.senses[pos].has(word) && isCommon(net, word, pos))
    .map((pos) => `${letters[pos]}${Math.min(9, Math.ceil(Math.log2(net.count(word, pos) + 1)))}`);
  const verb = net.senses.verb.has(word) ? undefined : verbOfNoun(net, word);
  const opposites = antonyms(net, word);
  const marked = opposites.length > 0 ? `!${opposites.join(',')}` : '';
  const alike = sameMeaning(net, word);
  const shared = alike.length > 0 ? `~${alike.join(',')}` : '';
  const person = isPerson(net, word) ? '@p' : '';
  return `${parts.join('')}${guess && `:${guess}`}${verb ? `>${verb}` : ''}${marked}${shared}${person}`;
}

/** WordNet's topic of nouns for persons. */
const personTopic = 18;

function isPerson(net: WordNet, noun: string): boolean {
  return isCommon(net, noun, 'noun') && meanings(net, noun, 'noun')[0]?.topic === personTopic;
}

/** A verb and its opposite are usual words for the opposite meanings, each among the first meanings of its word. */
const usualMeanings = 2;

/** The antonyms of the verb, of the words that share its usual meanings, and the words that share theirs. */
function antonyms(net: WordNet, verb: string): string[] {
  const usual = (word: string) => (net.senses.verb.get(word) ?? []).slice(0, usualMeanings);
  const shared = usual(verb)
    .flatMap((offset) => net.synsets.verb.get(offset)?.links ?? [])
    .filter(({ kind, pos }) => kind === '!' && pos === 'v')
    .flatMap(({ target }) =>
      (net.synsets.verb.get(target)?.words ?? []).filter((word) => usual(word).includes(target)),
    );
  const found = new Set([...linked(net, verb, 'verb', '!').slice(0, 1), ...shared]);
  return [...found].filter((word) => single.test(word) && word !== verb).sort();
}

/** For a verb without listed opposites: those with some that share its most common meaning, as a usual one of theirs. */
function sameMeaning(net: WordNet, verb: string): string[] {
  const [first] = net.senses.verb.get(verb) ?? [];
  if (first === undefined || hasListedOpposite(verb)) return [];
  const usual = (word: string) => (net.senses.verb.get(word) ?? []).slice(0, usualMeanings).includes(first);
  return (net.synsets.verb.get(first)?.words ?? []).filter((word) => hasListedOpposite(word) && usual(word)).sort();
}

function linked(net: WordNet, word: string, pos: PartOfSpeech, kind: string): string[] {
  return meanings(net, word, pos).flatMap(({ words, links }) =>
    links
      .filter((link) => link.kind === kind && link.pos === 'v' && words[link.from - 1] === word)
      .map((link) => net.synsets.verb.get(link.target)?.words[link.to - 1] ?? ''),
  );
}

/** The most common verb that WordNet derives the noun from. */
function verbOfNoun(net: WordNet, noun: string): string | undefined {
  if (agent.test(noun) && !noun.endsWith('ment')) return undefined;
  return linked(net, noun, 'noun', '+')
    .filter((verb) => single.test(verb) && verb.slice(0, 2) === noun.slice(0, 2))
    .sort((a, b) => net.count(b, 'verb') - net.count(a, 'verb'))[0];
}

/** Forms that the regular rules find are not stored. */
function isIrregular(form: string, base: string): boolean {
  return !listCandidates(form).some((candidate) => candidate.base === base);
}

function isIrregularPlural(form: string, base: string): boolean {
  return !form.endsWith('s') || (form.endsWith('ses') && base.endsWith('sis'));
}

/**
 * Goes up from the most common meaning of each verb to the nearest meaning of a classified verb; meanings in the same
 * verb group count as near.
 */
function guessFamilies(net: WordNet): Map<string, string> {
  const filed = new Map<string, Set<VerbFamily>>();
  for (const [family, list] of Object.entries(verbFamilies) as [VerbFamily, string][])
    for (const verb of list.trim().split(/\s+/)) {
      const [usual] = net.senses.verb.get(verb) ?? [];
      if (usual !== undefined) filed.set(usual, new Set([...(filed.get(usual) ?? []), family]));
    }
  const guesses = new Map<string, string>();
  for (const [verb, [usual]] of net.senses.verb) {
    const families = usual === undefined ? undefined : (nearest(net, usual, filed) ?? actingFamily(net, verb));
    if (families) guesses.set(verb, [...families].map((family) => familyLetters[family]).join(''));
  }
  return guesses;
}

/** WordNet's topics of action: body, change, competition, consumption, contact, creation, motion, possession, society, weather. */
const actingTopics = new Set([29, 30, 33, 34, 35, 36, 38, 40, 41, 43]);

/** WordNet's topics of thought, speech and perception. */
const mentalTopics = new Set([31, 32, 39]);

/** A verb without a classified relative changes something if its usual meaning is an act and none is mental: "bake". */
function actingFamily(net: WordNet, verb: string): Set<VerbFamily> | undefined {
  const [usual = 0, ...others] = meanings(net, verb, 'verb').map(({ topic }) => topic);
  const acts = actingTopics.has(usual) && !others.some((topic) => mentalTopics.has(topic));
  return acts ? new Set(['change']) : undefined;
}

function nearest(net: WordNet, from: string, filed: ReadonlyMap<string, Set<VerbFamily>>): Set<VerbFamily> | undefined {
  let level = [from];
  for (let depth = 0; depth < 4 && level.length > 0; depth++) {
    const grouped = level.flatMap((offset) => net.synsets.verb.get(offset)?.groups ?? []);
    for (const near of [level, grouped]) {
      const found = near.flatMap((offset) => [...(filed.get(offset) ?? [])]);
      if (found.length > 0) return new Set(found);
    }
    level = level.flatMap((offset) => net.synsets.verb.get(offset)?.hypernyms ?? []);
  }
  return undefined;
}
