/**
 * Extracts the action of a short sentence: its main verb with the object, and the further verbs of its main clause.
 * "Allows the agent to …", passive voice, leading adverbs and action nouns lead to the following verb; clauses that
 * only describe ("… that have been cancelled") are ignored.
 */
import { looksEnglish } from './english.js';
import type { FoundVerb } from './found-verb.js';
import { findFurtherVerbs } from './further-verbs.js';
import { findMainVerb } from './main-verb.js';
import { resolveFamilies } from './resolve-families.js';
import type { IntentReading, IntentVerb, Words } from './words.js';

/** Maximum number of tokens of a sentence that are read. */
const maxTokens = 80;
const maxTextLength = 2_000;

/** Extracts the action of a sentence. */
export function readIntent(sentence: string, words: Words): IntentReading {
  // Removes code and markup.
  const text = sentence
    .slice(0, maxTextLength)
    .replace(/`[^`]*`/g, 'it')
    .replace(/<[^<>]{0,100}>/g, ' ');
  if (!looksEnglish(text, words)) return { english: false, verbs: [] };
  const tokens = listTokens(text);
  const main = findMainVerb(tokens, words);
  if (main === undefined) return { english: true, verbs: [] };
  const all = [main, ...findFurtherVerbs(tokens, main, words)];
  return { english: true, verbs: all.map((found) => describe(tokens, found, words)) };
}

/** Words in lower case, with commas and the end of the first sentence as tokens. */
function listTokens(text: string): string[] {
  const [first = ''] = text.split(/[.;:!?](?:\s|$)/, 1);
  return (first.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*|,/gu) ?? []).slice(0, maxTokens).map((each) => each.toLowerCase());
}

function describe(tokens: readonly string[], found: FoundVerb, words: Words): IntentVerb {
  const { object, ...more } = findObject(tokens, found.at, words);
  const stops = stoppedBy(tokens, found, words);
  return {
    verb: found.verb,
    object,
    ...more,
    ...(stops === undefined ? {} : { stops }),
    ...resolveFamilies(tokens, found, { object, ...more, words }),
  };
}

const stops =
  /^(?:,|of|for|to|from|in|on|at|by|with|without|into|that|which|who|whose|when|if|whether|and|or|so|as|per|via|before|after|between|until|against|about|within|under|over|through|during)$/;

/** "Stops following a composer", "ceases to publish". */
function stoppedBy(tokens: readonly string[], { verb, at }: FoundVerb, words: Words): string | undefined {
  if (!/^(?:stop|cease|quit|discontinue|halt)$/.test(verb)) return undefined;
  const next = tokens[at + 1] ?? '';
  if (next === 'to' && verb === 'cease') return tokens[at + 2];
  return words.inflectionOf(next)?.form === 'participle' ? words.baseOf(next) : undefined;
}

type FoundObject = Pick<IntentVerb, 'object' | 'introduces' | 'definite' | 'recipient'>;

const known = /^(?:the|this|these|that|those|its|their|his|her|my|our|your|all|every|each|given)$/;

/** The last noun of the first noun phrase after the verb, whether it is new, and whether somebody receives it. */
function findObject(tokens: readonly string[], at: number, words: Words): FoundObject {
  let object: string | undefined;
  let end = at + 1;
  for (; end < Math.min(tokens.length, at + 12); end++) {
    const token = tokens[end] ?? '';
    if (stops.test(token)) break;
    if (words.isNoun(token)) object = words.singularOf(token);
  }
  const phrase = tokens.slice(at + 1, end);
  const introduces = /^(?:an?|another|new|fresh)$/.test(phrase[0] ?? '') || phrase.includes('new');
  return {
    object,
    ...(introduces ? { introduces } : {}),
    ...(known.test(phrase[0] ?? '') ? { definite: true } : {}),
    ...(hasRecipient(tokens, end) ? { recipient: true } : {}),
  };
}

/** "… to a choir", also after "of": "… a list of scores to the choir". */
function hasRecipient(tokens: readonly string[], from: number): boolean {
  const rest = tokens.slice(from, from + 6);
  const to = rest.indexOf('to');
  if (to === -1 || rest.slice(0, to).some((token) => /^(?:,|and|or|from|in|at|that|which)$/.test(token))) return false;
  return /^(?:an?|the|another|one|every|each|all|its|their|his|her|our|your|everyone|everybody|others?)$/.test(
    rest[to + 1] ?? '',
  );
}
