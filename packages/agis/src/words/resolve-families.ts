/** Determines the meaning of a verb from its particle, its object, or the verb alone. */

import type { FoundVerb } from './found-verb.js';
import { opposedPhrases } from './opposites.js';
import {
  carrierVerbs,
  derivedThings,
  givingVerbs,
  handedThings,
  information,
  lightVerbs,
  particles,
  phrasalVerbs,
  takenThings,
} from './phrasal-verbs.js';
import { listed } from './word-lists.js';
import type { IntentVerb, VerbFamily, Words } from './words.js';

type Meaning = Pick<IntentVerb, 'families' | 'certain' | 'phrase'>;
type Surroundings = Pick<IntentVerb, 'object' | 'introduces' | 'recipient'> & { words: Words };

/** The families of a found verb in its sentence. */
export function resolveFamilies(
  tokens: readonly string[],
  { verb, at }: FoundVerb,
  { object, words, introduces, recipient }: Surroundings,
): Meaning {
  const phrase = phrasalVerb(tokens, verb, at);
  const known = phrase === undefined ? undefined : phrasalVerbs.get(phrase);
  if (phrase !== undefined && known !== undefined) return { families: known, certain: true, phrase };
  if (phrase !== undefined) return { families: words.familiesOf(verb), certain: false, phrase };
  if (verb === 'return') return { families: returned(tokens, at), certain: true };
  // "Starts recording" states a phase, not an action.
  if (/^(?:start|begin|stop|keep)$/.test(verb) && tokens[at + 1]?.endsWith('ing'))
    return { families: [], certain: false };
  // "Ends with a verdict" ends nothing.
  if (/^(?:start|begin|end|finish|close)$/.test(verb) && tokens[at + 1] === 'with')
    return { families: [], certain: false };
  if (carrierVerbs.has(verb)) return { families: [], certain: false };
  const near = tokens.slice(at + 1, at + 8);
  // "Breaks a text into words" analyzes it; "finds a new owner" obtains one.
  if (dividing.has(verb) && near.includes('into'))
    return { families: [...words.familiesOf(verb), 'analyse'], certain: true };
  if (seeking.has(verb) && /^an? new /.test(near.join(' '))) return { families: ['find', 'create'], certain: true };
  // "States that the goods meet the norm" certifies it; "shows a post to more people" spreads it.
  if (verb === 'state' && near[0] === 'that') return { families: ['read', 'create'], certain: true };
  if (verb === 'show' && /\bto (?:all|every|everybody|everyone|more|others?|the public)\b/.test(near.join(' ')))
    return { families: ['read', 'send'], certain: true };
  // "Gets a book from a friend" obtains it; "gets a list from the server" reads it.
  const obtains = introduces === true && near.includes('from') && !isInformation(object);
  if (/^(?:get|take|receive|obtain)$/.test(verb) && obtains)
    return { families: ['read', 'create', 'end'], certain: true };
  const act = actOf(verb, object, words);
  if (act !== undefined) return { families: words.familiesOf(act), certain: words.isFiled(act) };
  if (givesInformation(tokens, { verb, at }, { object, recipient })) return { families: ['read'], certain: true };
  const light = lightVerbs.get(verb);
  const families = light ?? words.familiesOf(verb);
  const results = verb === 'take' ? takenThings : derivedThings;
  const makes = !keeping.has(verb) && families.includes('create');
  const derives = object !== undefined && results.has(object) && (makes || verb === 'take');
  const certain = light !== undefined || words.isFiled(verb);
  return { families: derives ? [...families, 'analyse'] : families, certain };
}

/** "Performs a check", "runs a search": the object is the action. */
function actOf(verb: string, object: string | undefined, words: Words): string | undefined {
  if (object === undefined || !/^(?:perform|do|conduct|run|execute|carry|make|undertake)$/.test(verb)) return undefined;
  const act = words.verbOf(object) ?? (words.isVerb(object) ? object : undefined);
  return act !== undefined && words.isFiled(act) ? act : undefined;
}

const dividing = listed('break cut divide group partition separate slice sort split');
const seeking = listed('find look search seek');

/** These are particles on their own; "in", "on" and similar words are prepositions unless the clause ends with them. */
const loose = /^(?:off|up|out|back|away|down|aside|forward|into|know|go|home|offline)$/;
const clauseEnd = /^(?:,|and|or|for|to|at|by|until|when|before|after|again|without)$/;

/** "Brings a machine to a halt." */
const toHalt = /\bto (?:an?|its) (?:complete |full |sudden )?(?:halt|stop|standstill|close|end)\b/;

/** "Puts a sensor out of service", "puts a camera to sleep", "puts an account back into service". */
const outOfUse = /\bout of (?:service|action|operation|use|order)\b|\bto sleep\b/;
const intoUse = /\b(?:back )?(?:into|in) (?:service|action|operation|use)\b/;

/** Idioms, each with the phrasal verb that means the same; the verb is followed by a short object. */
const idioms: readonly (readonly [verb: string, pattern: RegExp, phrase: string])[] = [
  ['put', /\bup for (?:sale|auction)\b/, 'sell:off'],
  ['put', /\bup for (?:rent|hire)\b/, 'rent:out'],
  ['take', /\bout of (?:public )?(?:view|sight|circulation|print)\b/, 'take:down'],
  ['take', /\bout of (?:service|action|operation|use|order)\b/, 'shut:down'],
  [
    'keep',
    /^(?:\S+ ){1,4}from (?:the (?:public|press)|(?:public )?view|everyone|everybody|others|readers|sight)\b/,
    'keep:from',
  ],
  ['keep', /^(?:\S+ ){1,4}(?:out of sight|secret|hidden|private|confidential)\b/, 'keep:from'],
  [
    'read',
    /^(?:\S+ ){1,6}from (?:an? |the )?(?:\S+ ){0,2}(?:file|disk|sheet|spreadsheet|upload|csv)s? into\b/,
    'read:in',
  ],
];

/** "Checks if the user is logged in" checks nobody in. */
const endOfPhrase = /^(?:,|and|that|if|whether|which|who|is|are|was|were)$/;

/** A particle directly follows the verb or a short object: "calls off a pickup", "turns an alarm off". */
function phrasalVerb(tokens: readonly string[], verb: string, at: number): string | undefined {
  const rest = tokens.slice(at + 1, at + 10).join(' ');
  const idiom = idioms.find(([of, pattern]) => of === verb && pattern.test(rest));
  if (idiom !== undefined) return idiom[2];
  if (verb === 'bring' && toHalt.test(rest)) return 'shut:down';
  if (verb === 'put' && outOfUse.test(rest)) return 'shut:down';
  if (verb === 'put' && intoUse.test(rest)) return 'start:up';
  for (let next = at + 1; next < Math.min(tokens.length, at + 8); next++) {
    const token = tokens[next] ?? '';
    const phrase = `${verb}:${token}`;
    const known = particles.has(token) && (phrasalVerbs.has(phrase) || opposedPhrases.has(phrase));
    const after = tokens[next + 1];
    const near = next === at + 1 || loose.test(token) || after === undefined || clauseEnd.test(after);
    if (known && near) return phrase;
    if (endOfPhrase.test(token)) return undefined;
  }
  return undefined;
}

const questionWord = /^(?:whether|if|how|which|what|where|when|who|why)$/;

/** Verbs that keep a result or make it public, rather than only working it out: "publishes the forecast". */
const keeping = listed('archive deliver import insert issue post publish register save send share store submit upload');

function isInformation(object: string | undefined): boolean {
  return object !== undefined && (information.has(object) || derivedThings.has(object));
}

/** "Gives a list of rooms", "says whether a room is free", but not "gives a score to a choir". */
function givesInformation(
  tokens: readonly string[],
  { verb, at }: FoundVerb,
  { object, recipient }: { object: string | undefined; recipient: boolean | undefined },
): boolean {
  if (!givingVerbs.has(verb)) return false;
  if (recipient === true && object !== undefined && handedThings.has(object)) return false;
  if (isInformation(object)) return true;
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
