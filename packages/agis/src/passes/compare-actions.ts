/** Compares what a method implies with the verbs of its intent: whether it only reads or changes something. */
import { areListedAlike } from '../words/opposites.js';
import { givingVerbs } from '../words/phrasal-verbs.js';
import { listed } from '../words/word-lists.js';
import type { IntentVerb, VerbFamily, Words } from '../words/words.js';

/** The result of a comparison; `open` means that the rules are undecided. */
export type Comparison =
  | { verdict: 'agrees' | 'open' }
  | { verdict: 'contradicts' | 'opposed' | 'doubtful'; verb: string; implies: string; says: string };

type Side = 'reads' | 'changes' | 'either';

const reading: ReadonlySet<VerbFamily> = new Set(['find', 'read']);
const changing: ReadonlySet<VerbFamily> = new Set(['create', 'change', 'end', 'send']);

/** Verbs that clearly create something, and verbs that clearly end it; one can never explain the other. */
const makers = listed(
  'create add book reserve register issue enrol enroll insert open order buy purchase hire invite subscribe install upload store',
);
const enders = listed(
  'delete remove cancel destroy terminate erase purge revoke reject dismiss unsubscribe deregister wipe discard scrap shred trash',
);

/** Verbs that end something by completing it: "concludes the registration". */
const completing = listed('break clear close conclude cut end exit finish free halt leave quit return shut stop');

/** Verbs that undo what their object names, in addition to those that only end: "releases the lock". */
const undoing = listed('break call:back end lift release reverse stop take:back undo withdraw');

/** Methods that make something new; in an intent, these verbs may state a side effect. */
const composers = listed(
  'author bake carve compose craft draft draw forge knit manufacture paint produce sculpt sew weave write',
);

/** Verbs that may state how a check is noted down: "SCAN: marks the ticket as used". */
const recording = listed('log mark note record stamp tag');

/** Verbs that state how something is arranged: "orders applicants by how well they match". */
const arranging = listed('arrange order place rank sort');

/** Methods that analyze, validate, compare or summarize: they only read. */
const judging = listed(`
  analyse analyze appraise assess audit benchmark calculate compare compute correlate count detect determine diagnose estimate
  evaluate examine forecast gauge identify infer inspect interpret measure predict proofread quantify quote score summarise
  summarize tally test validate verify vet weigh
`);

/** Verbs that also state how a judgment is made or written down: "assigns a number", "builds a table". */
const neutral = listed(`
  add assign attach build compile compose create draft draw file flag form give group label log make mark note prepare print
  produce put record set sort store tag take write
`);

/** Verbs that state the result of a judgment, whatever they act on: "groups similar messages". */
const sorting = listed('group label rank sort');

/** Things that a service stores; creating one is never part of a judgment. */
const storedThings = listed(`
  account appointment booking contract customer employee event invoice item member message order patient payment product project
  record reservation shipment subscription supplier task ticket user
`);

/** Methods that read again and again, which a subscription does. */
const following = listed('follow monitor observe track watch');

/** Methods whose result is a text that is given to the caller. */
const writing = listed('build compile compose create draft draw issue prepare print produce write');

/** Methods that send things rather than texts, which telling something never explains. */
const moving = listed('carry convey deliver dispatch hand haul pass route ship transfer transport');

/** Meanings of methods that differ from the same word in a sentence. */
const methodFamilies: ReadonlyMap<string, readonly VerbFamily[]> = new Map<string, readonly VerbFamily[]>([
  ['return', ['end', 'create', 'change']],
]);

/** Compares the method with the verbs of the main clause, starting with the main verb. */
export function compareActions(method: string, verbs: readonly IntentVerb[], words: Words): Comparison {
  const name = method.toLowerCase();
  const [main, ...further] = verbs;
  if (main === undefined) return { verdict: 'open' };
  if (main.verb === name) return { verdict: 'agrees' };
  const opposed = verbs.every((each) => areOpposed(name, each, words));
  if (opposed) return { verdict: 'opposed', verb: main.verb, implies: '', says: '' };
  if (areListedAlike(main.phrase ?? main.verb, name)) return { verdict: 'agrees' };
  const implied = sideOfMethod(name, words);
  const said = explains(name, main, words) ? 'either' : sideOf(main.families);
  const against = contradict(implied, said) && further.every(({ families }) => contradict(implied, sideOf(families)));
  if (against) {
    const noted = implied === 'reads' && recording.has(main.verb) && !judging.has(name);
    const certain = main.certain && words.isFiled(name) && !noted;
    return {
      verdict: certain ? 'contradicts' : 'doubtful',
      verb: main.verb,
      implies: describe(implied),
      says: describe(said),
    };
  }
  return { verdict: verbs.some(({ verb }) => verb === name) ? 'agrees' : 'open' };
}

function sideOfMethod(name: string, words: Words): Side {
  if (judges(name, words)) return 'reads';
  return sideOf(methodFamilies.get(name) ?? familiesOfMethod(name, words));
}

/** A listed method of this kind, or one that only analyzes by its meaning: CLASSIFY. */
function judges(name: string, words: Words): boolean {
  return judging.has(name) || (words.isFiled(name) && words.familiesOf(name).every((family) => family === 'analyse'));
}

/** True when the verb may state how the method does its work, or how it reports the result. */
function explains(method: string, { verb, object, families }: IntentVerb, words: Words): boolean {
  if (following.has(method) && verb === 'subscribe') return true;
  if (judges(method, words)) {
    if (!judging.has(method) && arranging.has(verb)) return true;
    return sorting.has(verb) || (neutral.has(verb) && !storedThings.has(object ?? ''));
  }
  if (!givingVerbs.has(verb) || !families.includes('read')) return false;
  const own = words.familiesOf(method);
  return writing.has(method) || (own.includes('send') && !own.includes('change') && !moving.has(method));
}

/** A method that may be the past of another verb, such as FOUND, may have either meaning. */
function familiesOfMethod(method: string, words: Words): readonly VerbFamily[] {
  const other = words.otherBaseOf(method);
  return other === undefined ? words.familiesOf(method) : [...words.familiesOf(method), ...words.familiesOf(other)];
}

function areOpposed(method: string, { verb: base, phrase, object }: IntentVerb, words: Words): boolean {
  const verb = phrase ?? base;
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
