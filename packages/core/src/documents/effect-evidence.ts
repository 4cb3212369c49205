/** Finds irreversible effects in what an operation says of itself: in single verbs, further clauses and whole sentences. */
import type { ConductEvidence, Reading } from './conduct-readings.js';
import { maxText, orderedWords, readText, sentencesOf, words } from './conduct-readings.js';
import { described, type Effect, effects, records } from './conduct-words.js';
import { maySayAction } from './sentence-voice.js';
import {
  activeClause,
  addressedPerson,
  clausesOf,
  finalWords,
  movedMoney,
  passiveVerb,
  reachedPeople,
  showingWords,
  startsWithAction,
} from './stated-finality.js';

/** The effect that cannot be undone; undefined when the text shows none. */
export function irreversibleEffect(reading: Reading): string | undefined {
  for (const effect of effects) {
    const word = showsEffect(effect, reading);
    if (word !== undefined) return `${effect.name}: '${word}'`;
  }
  return undefined;
}

/** The effect of the reading or of the action that it carries out. */
export function wholeEffect(reading: Reading): string | undefined {
  return irreversibleEffect(reading) ?? (reading.action === undefined ? undefined : irreversibleEffect(reading.action));
}

export function showsEffect(
  effect: Effect,
  { verb, phrase = '', phrasal, families, tokens }: Reading,
): string | undefined {
  const { verbs, makers, anywhere, except } = effect;
  if (except !== undefined && tokens.some((token) => except.has(token))) return undefined;
  // "Kick off a flow" kicks nobody.
  const isOther = phrasal === true && families.length > 0 && families.every((family) => family === 'run');
  if (verbs?.has(verb) === true && !isOther) return verb;
  if (verbs?.has(phrase) === true) return phrase.replace(':', ' ');
  if (makers?.has(verb) !== true && makers?.has(phrase) !== true) return undefined;
  // The object is what follows the verb up to a preposition: "create a payment for a plan".
  const start = tokens.findIndex((token) => words.baseOf(token) === verb) + 1;
  const following = tokens.slice(start, start + (anywhere === true || effect.recipient === true ? 12 : 6));
  return effect.recipient === true ? recipientOf(effect, following) : objectOf(effect, following);
}

function isObject({ objects, persons }: Effect, word: string): boolean {
  return objects?.has(word) === true || (persons === true && words.isPerson(word));
}

function objectOf(effect: Effect, following: readonly string[]): string | undefined {
  const { anywhere, head } = effect;
  const end = following.findIndex(
    (token, at) =>
      clauses.has(token) || (anywhere !== true && prepositions.has(token) && !quantities.has(following[at - 1] ?? '')),
  );
  const object = end === -1 ? following : following.slice(0, end);
  const at = object.findLastIndex((token) => isObject(effect, token));
  const next = object[at + 1] ?? '';
  const isRecord =
    records.has(next) ||
    described.has(object.at(-1) ?? '') ||
    (head === true && words.isNoun(next) && !batches.has(next));
  return at === -1 || isRecord ? undefined : object[at];
}

/** The persons of "to all parents" and "to the public". */
function recipientOf(effect: Effect, following: readonly string[]): string | undefined {
  const to = following.indexOf('to');
  const named = to === -1 ? [] : following.slice(to + 1);
  const end = named.findIndex((token) => clauses.has(token) || prepositions.has(token));
  const last = (end === -1 ? named : named.slice(0, end)).at(-1) ?? '';
  return isObject(effect, last) ? last : undefined;
}

/** "Create a batch of payments" makes payments. */
const quantities = new Set(['batch', 'series', 'number']);

/** Nouns for a batch of payments and for SQL: "a payroll run", "an SQL query". */
const batches = new Set([
  'run',
  'batch',
  'cycle',
  'payment',
  'payout',
  'transfer',
  'query',
  'statement',
  'command',
  'script',
]);

/** Words that begin a clause about something else: "triggers when an email is sent". */
const clauses = new Set([
  'when',
  'whenever',
  'if',
  'that',
  'which',
  'who',
  'whose',
  'after',
  'before',
  'once',
  'until',
]);

/** Prepositions and conjunctions that end the object of a verb. */
export const prepositions = new Set([
  'for',
  'from',
  'to',
  'of',
  'in',
  'on',
  'with',
  'by',
  'using',
  'and',
  'or',
  'at',
  'into',
  'via',
]);

/** True for a verb that alone has an irreversible effect. */
export function hasEffect(verb: string): boolean {
  return effects.some(({ verbs }) => verbs?.has(verb) === true);
}

/** Conjunctions before a further verb: "get ready and pay out all balances". */
const coordinated = /(,|\b(?:and|then|or|also))\s+([a-z]+)\s+([a-z]+)/gi;

/** The effect of a further verb of the summary that its reading misses; a harmless start must not hide it. */
export function coordinatedEffect(summary: string | undefined): string | undefined {
  const text = (summary ?? '').slice(0, maxText).toLowerCase();
  for (const { 1: joint, 2: word = '', 3: next = '', index } of text.matchAll(coordinated)) {
    const { base: verb, form } = words.inflectionOf(word) ?? { base: word };
    const effect = effects.find(({ verbs }) => verbs?.has(verb) === true);
    if (effect === undefined) continue;
    // "Originating and terminating stops" describes; "…, discarding events" and "by adding or removing nodes" act.
    const describes =
      form === 'past' || (form === 'participle' && joint !== ',' && !/\bby [a-z]+ing\s*$/.test(text.slice(0, index)));
    const isVerb = orderedWords.has(next) || (!describes && !words.hasNounReading(word) && words.isNoun(next));
    if (isVerb) return `${effect.name}: '${verb}'`;
  }
  return undefined;
}

/** "Take a listing live", in the summary or at the start of the description. */
export function showingEffect({ summary, description }: ConductEvidence): string | undefined {
  const said = [...sentencesOf(summary, 1), ...sentencesOf(description, 1)].map(showingWords);
  const found = said.find((each) => each !== undefined);
  return found === undefined ? undefined : `publishes: '${found}'`;
}

/** Maximum number of sentences of a description that are searched for effects. */
export const maxSentences = 12;

/** The effect that a further sentence of the description states: "This cannot be undone.", "The card is charged." */
export function statedEffect({ summary, description }: ConductEvidence): string | undefined {
  const [first = '', ...further] = sentencesOf(description, maxSentences);
  const said = [...sentencesOf(summary, 1).flatMap(clausesOf), first, ...further];
  const stated = said.map(finalWords).find((found) => found !== undefined);
  if (stated !== undefined) return `cannot be taken back: '${stated}'`;
  const moved = said.map(movedMoney).find((found) => found !== undefined);
  if (moved !== undefined) return `moves money: '${moved}'`;
  const asked = sentencesOf(summary, 1).map(addressedPerson)[0];
  if (asked !== undefined) return `reaches people: '${asked}'`;
  const reached = said.map(reachedPeople).find((found) => found !== undefined);
  if (reached !== undefined) return `reaches people: '${reached}'`;
  // Next to a summary, the first sentence of a description states an effect as the others do.
  const [, ...after] = sentencesOf(summary, 1).flatMap(clausesOf);
  for (const sentence of [...after, ...(summary === undefined ? further : [first, ...further])]) {
    if (!maySayAction(sentence)) continue;
    const passive = passiveVerb(sentence) ?? activeClause(sentence)?.verb;
    const verb = passive === undefined ? undefined : words.inflectionOf(passive)?.base;
    // "Values are overwritten" and "requests are approved" are said of ordinary updates too.
    const effect = effects.find(
      ({ name, verbs }) => name !== 'cannot be taken back' && verbs?.has(verb ?? '') === true,
    );
    if (effect !== undefined) return `${effect.name}: '${passive}'`;
    const found = startsWithAction(sentence) ? readText(sentence).map(irreversibleEffect)[0] : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
