/** Compares what a method implies with the verbs of its intent: whether it only reads or changes something. */
import { areListedAlike } from '../words/opposites.js';
import { derivedThings, givingVerbs, information } from '../words/phrasal-verbs.js';
import type { IntentVerb, VerbFamily, Words } from '../words/words.js';
import {
  abstractThing,
  arranging,
  completing,
  composers,
  declaring,
  enders,
  expressing,
  following,
  judgedThings,
  judging,
  lending,
  makers,
  moving,
  neutral,
  posting,
  recording,
  recounting,
  repeating,
  reporting,
  reserving,
  sorting,
  stating,
  storedThings,
  undoing,
  writing,
} from './action-lists.js';

/** The result of a comparison; `open` means that the rules are undecided. */
export type Comparison =
  | { verdict: 'agrees' | 'open' }
  | { verdict: 'contradicts' | 'opposed' | 'doubtful'; verb: string; implies: string; says: string };

type Side = 'reads' | 'changes' | 'either';

const reading: ReadonlySet<VerbFamily> = new Set(['find', 'read']);
const changing: ReadonlySet<VerbFamily> = new Set(['create', 'change', 'end', 'send']);

/** Meanings of methods that differ from the same word in a sentence. */
const methodFamilies: ReadonlyMap<string, readonly VerbFamily[]> = new Map<string, readonly VerbFamily[]>([
  ['return', ['end', 'create', 'change']],
  ['refer', ['read', 'send']],
]);

/** Compares the method with the verbs of the main clause, starting with the main verb. */
export function compareActions(method: string, verbs: readonly IntentVerb[], words: Words): Comparison {
  const name = method.toLowerCase();
  const [main, ...further] = verbs;
  if (main === undefined) return { verdict: 'open' };
  if (main.verb === name || namesMethod(name, main, words)) return { verdict: 'agrees' };
  const opposed =
    areOpposed(name, main, words) && further.every((each) => !each.certain || areOpposed(name, each, words));
  if (opposed) return { verdict: 'opposed', verb: main.verb, implies: '', says: '' };
  if (areListedAlike(main.phrase ?? main.verb, name)) return { verdict: 'agrees' };
  return compareSides(name, verbs, words) ?? { verdict: verbs.some(({ verb }) => verb === name) ? 'agrees' : 'open' };
}

/** "Gives an answer" is what REPLY means: the noun of the action, or of one like it. */
function namesMethod(method: string, { verb, object, definite, introduces }: IntentVerb, words: Words): boolean {
  if (object === undefined || !lending.has(verb) || definite === true) return false;
  if (verb === 'show' && introduces === true) return false;
  const act = words.verbOf(object) ?? object;
  return words.verbOf(object) === method || areListedAlike(act, method);
}

/** A contradiction between reading and changing, or between evaluating and ending; undefined when the rules find none. */
function compareSides(name: string, [main, ...further]: readonly IntentVerb[], words: Words): Comparison | undefined {
  if (main === undefined) return undefined;
  const said = explains(name, main, words) ? 'either' : sideOf(main.families);
  const implied = sideOfMethod(name, main, words);
  const against = contradict(implied, said) && further.every(({ families }) => contradict(implied, sideOf(families)));
  const describes = !against && endsByDescribing(name, [main, ...further], words);
  if (!against && !describes) return undefined;
  const noted = implied === 'reads' && recording.has(main.verb) && !judging.has(name);
  const certain = main.certain && words.isFiled(name) && !noted;
  return {
    verdict: certain ? 'contradicts' : 'doubtful',
    verb: main.verb,
    implies: describe(describes ? 'changes' : implied),
    says: describe(describes ? 'reads' : said),
  };
}

/** "BAN: outlines the reasons", "CANCEL: calculates the refund": an evaluation ends nothing, and a summary changes nothing. */
function endsByDescribing(method: string, verbs: readonly IntentVerb[], words: Words): boolean {
  const keeps = (onlyEnds(method, words) && !completing.has(method)) || reserving.has(method);
  const own = words.familiesOf(method);
  const changes = words.isFiled(method) && own.every((family) => family === 'change' || family === 'end');
  return verbs.every(
    ({ verb, families }) =>
      families.every((family) => family === 'analyse') &&
      ((keeps && reporting.has(verb)) || (changes && recounting.has(verb))),
  );
}

function sideOfMethod(name: string, main: IntentVerb, words: Words): Side {
  if (judges(name, words) || isNoReview(name, main, words)) return 'reads';
  if (repeating.has(name)) return 'either';
  return sideOf(methodFamilies.get(name) ?? familiesOfMethod(name, words));
}

/** REVIEW writes a review or reads something; it neither changes nor ends anything else. */
function isNoReview(name: string, { verb, object, families }: IntentVerb, words: Words): boolean {
  if (recording.has(verb)) return false;
  const own = words.familiesOf(name);
  const reviews =
    own.includes('read') && own.includes('analyse') && !own.some((family) => /^(?:change|end|send|run)$/.test(family));
  if (!reviews || object === name || (object !== undefined && words.verbOf(object) === name)) return false;
  return families.length > 0 && families.every((family) => family === 'change' || family === 'end');
}

/** A listed method of this kind, or one that only analyzes by its meaning: CLASSIFY. */
function judges(name: string, words: Words): boolean {
  return judging.has(name) || (words.isFiled(name) && words.familiesOf(name).every((family) => family === 'analyse'));
}

/** True when the verb may state how the method does its work, or how it reports the result. */
function explains(method: string, said: IntentVerb, words: Words): boolean {
  const { verb, object, families, recipient } = said;
  if (following.has(method) && verb === 'subscribe') return true;
  if (judges(method, words)) {
    if (!judging.has(method) && arranging.has(verb)) return true;
    return (
      sorting.has(verb) ||
      (neutral.has(verb) && !storedThings.has(object ?? '') && !(judging.has(method) && createsThing(said, words)))
    );
  }
  if (declaring.has(method) && stating.has(verb)) return recipient === true || !/^(?:list|show|present)$/.test(verb);
  if (!givingVerbs.has(verb) || !families.includes('read')) return false;
  const own = words.familiesOf(method);
  if (writing.has(method)) return true;
  if (posting.has(method)) return recipient === true || verb === 'report';
  return own.includes('send') && !own.includes('change') && !moving.has(method);
}

/** "Creates a box" is not an evaluation, "creates a ranking" is; with a known object or without one, it may be either. */
function createsThing({ verb, object, introduces }: IntentVerb, words: Words): boolean {
  if (introduces !== true || object === undefined || expressing.has(verb)) return false;
  if (judgedThings.has(object) || derivedThings.has(object) || information.has(object)) return false;
  const act = words.verbOf(object) ?? (words.isFiled(object) ? object : '');
  return (
    !abstractThing.test(object) && !words.familiesOf(act).some((family) => family === 'analyse' || reading.has(family))
  );
}

/** A method that may be the past of another verb, such as FOUND, may have either meaning. */
function familiesOfMethod(method: string, words: Words): readonly VerbFamily[] {
  const other = words.otherBaseOf(method);
  return other === undefined ? words.familiesOf(method) : [...words.familiesOf(method), ...words.familiesOf(other)];
}

function areOpposed(method: string, { verb: base, phrase, object, stops }: IntentVerb, words: Words): boolean {
  const verb = phrase ?? base;
  // "Stops following a composer".
  if (stops !== undefined) return stops === method || areListedAlike(stops, method);
  if (words.areOpposed(method, verb) || undoesMethod(method, { verb, object }, words)) return true;
  return (
    ((makers.has(method) || composers.has(method)) && isEnder(verb, words)) || (enders.has(method) && makers.has(verb))
  );
}

function isEnder(verb: string, words: Words): boolean {
  return enders.has(verb) || (onlyEnds(verb, words) && !completing.has(verb));
}

function onlyEnds(verb: string, words: Words): boolean {
  return words.isFiled(verb) && words.familiesOf(verb).every((family) => family === 'end');
}

/** "LOCK: releases the lock", "LEND: ends the loan": the object is what the method makes. */
function undoesMethod(method: string, { verb, object }: Pick<IntentVerb, 'verb' | 'object'>, words: Words): boolean {
  if (object === undefined) return false;
  const done = words.verbOf(object) ?? object;
  if (object !== method && done !== method && !areListedAlike(done, method)) return false;
  return undoing.has(verb) || (isEnder(verb, words) && !onlyEnds(method, words));
}

/** A verb with both a reading and a changing sense is on neither side; analysis and plain execution fit both. */
function sideOf(families: readonly VerbFamily[]): Side {
  if (families.includes('run')) return 'either';
  const reads = families.some((family) => reading.has(family));
  const changes = families.some((family) => changing.has(family));
  if (reads && !changes) return 'reads';
  return changes && !reads && !families.includes('analyse') ? 'changes' : 'either';
}

function contradict(side: Side, other: Side): boolean {
  return side !== 'either' && other !== 'either' && side !== other;
}

function describe(side: Side): string {
  return side === 'reads' ? 'only reads' : 'changes something';
}
