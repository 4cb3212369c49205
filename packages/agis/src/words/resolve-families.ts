/** Determines the meaning of a verb from its particle, its object, or the verb alone. */

import type { FoundVerb } from './found-verb.js';
import {
  carrierVerbs,
  derivedThings,
  givingVerbs,
  information,
  lightVerbs,
  particles,
  phrasalVerbs,
} from './phrasal-verbs.js';
import type { IntentVerb, VerbFamily, Words } from './words.js';

type Meaning = Pick<IntentVerb, 'families' | 'certain' | 'phrase'>;

/** The families of a found verb in its sentence. */
export function resolveFamilies(
  tokens: readonly string[],
  { verb, at }: FoundVerb,
  { object, words }: { object: string | undefined; words: Words },
): Meaning {
  const phrase = phrasalVerb(tokens, verb, at);
  if (phrase !== undefined) return { families: phrasalVerbs.get(phrase) ?? [], certain: true, phrase };
  if (verb === 'return') return { families: returned(tokens, at), certain: true };
  // "Starts recording" states a phase, not an action.
  if (/^(?:start|begin|stop|keep)$/.test(verb) && tokens[at + 1]?.endsWith('ing'))
    return { families: [], certain: false };
  if (carrierVerbs.has(verb)) return { families: [], certain: false };
  const act = actOf(verb, object, words);
  if (act !== undefined) return { families: words.familiesOf(act), certain: words.isFiled(act) };
  if (givesInformation(tokens, { verb, at }, object)) return { families: ['read'], certain: true };
  const light = lightVerbs.get(verb);
  if (light !== undefined) return { families: light, certain: true };
  const families = words.familiesOf(verb);
  const derives = object !== undefined && derivedThings.has(object) && families.includes('create');
  return { families: derives ? [...families, 'analyse'] : families, certain: words.isFiled(verb) };
}

/** "Performs a check", "runs a search": the object is the action. */
function actOf(verb: string, object: string | undefined, words: Words): string | undefined {
  if (object === undefined || !/^(?:perform|do|conduct|run|execute|carry|make|undertake)$/.test(verb)) return undefined;
  const act = words.verbOf(object) ?? (words.isVerb(object) ? object : undefined);
  return act !== undefined && words.isFiled(act) ? act : undefined;
}

/** These are particles on their own; "in", "on" and similar words are prepositions unless the clause ends with them. */
const loose = /^(?:off|up|out|back|away|down|aside|forward|into|know|go|home|offline)$/;
const clauseEnd = /^(?:,|and|or|for|to|at|by|until|when|before|after|without)$/;

/** A particle directly follows the verb or a short object: "calls off a pickup", "turns an alarm off". */
function phrasalVerb(tokens: readonly string[], verb: string, at: number): string | undefined {
  for (let next = at + 1; next < Math.min(tokens.length, at + 8); next++) {
    const token = tokens[next] ?? '';
    const phrase = `${verb}:${token}`;
    const known = particles.has(token) && phrasalVerbs.has(phrase);
    const after = tokens[next + 1];
    const near = next === at + 1 || loose.test(token) || after === undefined || clauseEnd.test(after);
    if (known && near) return phrase;
    if (token === ',' || token === 'and' || token === 'that') return undefined;
  }
  return undefined;
}

const questionWord = /^(?:whether|if|how|which|what|where|when|who|why)$/;

/** "Gives a list of rooms", "says whether a room is free". */
function givesInformation(tokens: readonly string[], { verb, at }: FoundVerb, object: string | undefined): boolean {
  if (!givingVerbs.has(verb)) return false;
  if (object !== undefined && (information.has(object) || derivedThings.has(object))) return true;
  return /^(?:tell|report)$/.test(verb) && questionWord.test(tokens[at + 1] ?? '');
}

/** A service returns a result; a customer returns a thing to its owner. */
function returned(tokens: readonly string[], at: number): readonly VerbFamily[] {
  const near = tokens.slice(at + 1, at + 8);
  const to = near.slice(0, 4).indexOf('to');
  const somewhere = to > 0 && /^(?:a|an|the|its|their|his|her|your)$/.test(near[to + 1] ?? '');
  if (somewhere || near.includes('back')) return ['read', 'end', 'create'];
  // "Returns the updated profile" describes a change by its result.
  const made = near
    .slice(0, 4)
    .some((token) => /^(?:new|newly|fresh|blank|created|updated|generated|resulting|modified)$/.test(token));
  return made ? ['read', 'create', 'change'] : ['read'];
}
