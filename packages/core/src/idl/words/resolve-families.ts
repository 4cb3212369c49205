/** Settles what a verb means where it stands: with its particle, its object, or the little that it says alone. */
import { derivedThings, lightVerbs, particles, phrasalVerbs } from './phrasal-verbs.js';
import type { FoundVerb } from './read-intent.js';
import type { IntentVerb, VerbFamily, Words } from './words.js';

type Meaning = Pick<IntentVerb, 'families' | 'certain'>;

/** The families of a found verb in its sentence. */
export function resolveFamilies(
  tokens: readonly string[],
  { verb, at }: FoundVerb,
  { object, words }: { object: string | undefined; words: Words },
): Meaning {
  const phrasal = phrasalFamilies(tokens, verb, at);
  if (phrasal !== undefined) return { families: phrasal, certain: true };
  if (verb === 'return') return { families: returned(tokens, at), certain: true };
  const light = lightVerbs.get(verb);
  if (light !== undefined) return { families: light, certain: true };
  const families = words.familiesOf(verb);
  const derives = object !== undefined && derivedThings.has(object) && families.includes('create');
  return { families: derives ? [...families, 'analyse'] : families, certain: words.isFiled(verb) };
}

/** A particle stands right behind the verb, or behind a short object: "calls off a pickup", "turns an alarm off". */
function phrasalFamilies(tokens: readonly string[], verb: string, at: number): readonly VerbFamily[] | undefined {
  for (let next = at + 1; next < Math.min(tokens.length, at + 7); next++) {
    const token = tokens[next] ?? '';
    const known = particles.has(token) ? phrasalVerbs.get(`${verb}:${token}`) : undefined;
    if (known !== undefined) return known;
    if (token === ',' || token === 'and' || token === 'that') return undefined;
  }
  return undefined;
}

/** A service returns an answer; a customer returns a thing to its place. */
function returned(tokens: readonly string[], at: number): readonly VerbFamily[] {
  const back = tokens.slice(at + 1, at + 8).some((token) => token === 'to' || token === 'back');
  return back ? ['read', 'end', 'create'] : ['read'];
}
