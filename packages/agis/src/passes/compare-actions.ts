/** Compares what a method implies with the verbs of its intent: whether it only reads or changes something. */
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
  'create add book reserve register issue enrol enroll insert open order buy purchase hire invite subscribe',
);
const enders = listed(
  'delete remove cancel destroy terminate erase purge revoke reject dismiss unsubscribe deregister',
);

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
  const opposed = verbs.every(({ verb }) => areOpposed(name, verb, words));
  if (opposed) return { verdict: 'opposed', verb: main.verb, implies: '', says: '' };
  const implied = sideOf(methodFamilies.get(name) ?? familiesOfMethod(name, words));
  const said = sideOf(main.families);
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
