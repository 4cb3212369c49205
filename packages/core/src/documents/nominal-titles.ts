/** Reads titles that name their action with a noun: "Account deletion", "Address validation", "Factory reset". */
import type { ConductEvidence, Reading } from './conduct-readings.js';
import { lastSegment, words } from './conduct-readings.js';
import { acting, effects, joined, making, ordering } from './conduct-words.js';
import { prepositions } from './effect-evidence.js';

const longest = 4;

/** The action of a title whose last noun is one, and ends the path or repeats it; undefined for other titles. */
export function readNominalTitle({ summary = '', path }: ConductEvidence): Reading | undefined {
  const said = summary.toLowerCase().match(/[a-z]+/g) ?? [];
  const noun = said.at(-1) ?? '';
  if (said.length < 2 || said.length > longest || said.some((word) => prepositions.has(word))) return undefined;
  // "Update payment", "Request a password reset": the verb of the title is its first word.
  const [first = ''] = said;
  if ([ordering, making, acting].some((verbs) => verbs.has(first)) || first === 'complete') return undefined;
  if (words.singularOf(noun) !== noun || said.slice(0, -1).some((word) => !mayDescribe(word))) return undefined;
  const verb = words.verbOf(noun) ?? (isActionNoun(noun) ? noun : undefined);
  const ending = lastSegment(path).toLowerCase();
  if (verb === undefined || !(ending.endsWith(noun) || ending.endsWith(verb))) return undefined;
  // "Manual failover" executes one.
  if (
    joined.has(noun) &&
    effects.some(({ objects, makers }) => objects?.has(noun) === true && makers?.has('execute') === true)
  )
    return { verb: 'execute', plain: false, families: [], tokens: ['execute', ...said] };
  return { verb, plain: false, families: words.familiesOf(verb), tokens: [verb, ...said.slice(0, -1)] };
}

/** A noun or adjective, rather than the verb of the title. */
function mayDescribe(word: string): boolean {
  return words.hasNounReading(word) || words.isAdjective(word) || !words.isVerb(word);
}

/** "Refund" and "purge", but not what carries a text: "email". */
function isActionNoun(noun: string): boolean {
  return (
    words.isVerb(noun) &&
    words.hasNounReading(noun) &&
    !effects.some(({ kind, verbs }) => kind === 'people' && verbs?.has(noun) === true)
  );
}
