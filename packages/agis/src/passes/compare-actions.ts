/** Compares what a method implies with the verbs of its intent: whether it only reads or changes something. */
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

/** Methods that analyze, validate, compare or summarize: they only read. */
const judging = listed(`
  analyse analyze appraise assess audit benchmark calculate compare compute correlate count detect determine diagnose estimate
  evaluate examine forecast gauge identify infer inspect interpret measure predict quantify quote score summarise
  summarize tally test validate verify vet weigh
`);

/** Verbs that also state how a judgment is made or written down: "assigns a number", "builds a table". */
const neutral = listed(`
  add assign attach build compile compose create draft draw file flag form give group label log make mark note prepare print
  produce put record set sort store tag take write
`);

/** Things that a service stores; creating one is never part of a judgment. */
const storedThings = listed(`
  account appointment booking contract customer employee event invoice item member message order patient payment product project
  record reservation shipment subscription supplier task ticket user
`);

/** Methods whose result is a text that is given to the caller. */
const writing = listed('build compile compose create draft draw issue prepare print produce write');

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
  const opposed = verbs.every(({ verb, phrase }) => areOpposed(name, phrase ?? verb, words));
  if (opposed) return { verdict: 'opposed', verb: main.verb, implies: '', says: '' };
  const implied = sideOfMethod(name, words);
  const said = explains(name, main, words) ? 'either' : sideOf(main.families);
  const against = contradict(implied, said) && further.every(({ families }) => contradict(implied, sideOf(families)));
  if (against) {
    const certain = main.certain && words.isFiled(name);
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
  if (judging.has(name)) return 'reads';
  return sideOf(methodFamilies.get(name) ?? familiesOfMethod(name, words));
}

/** True when the verb may state how the method does its work, or how it reports the result. */
function explains(method: string, { verb, object, families }: IntentVerb, words: Words): boolean {
  if (judging.has(method)) return neutral.has(verb) && !storedThings.has(object ?? '');
  if (!givingVerbs.has(verb) || !families.includes('read')) return false;
  const own = words.familiesOf(method);
  return writing.has(method) || (own.includes('send') && !own.includes('change'));
}

/** A method that may be the past of another verb, such as FOUND, may have either meaning. */
function familiesOfMethod(method: string, words: Words): readonly VerbFamily[] {
  const other = words.otherBaseOf(method);
  return other === undefined ? words.familiesOf(method) : [...words.familiesOf(method), ...words.familiesOf(other)];
}

function areOpposed(method: string, verb: string, words: Words): boolean {
  if (words.areOpposed(method, verb)) return true;
  return (makers.has(method) && enders.has(verb)) || (enders.has(method) && makers.has(verb));
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
