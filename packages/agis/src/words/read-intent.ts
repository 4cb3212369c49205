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
  const object = findObject(tokens, found.at, words);
  return { verb: found.verb, object, ...resolveFamilies(tokens, found, { object, words }) };
}

const stops =
  /^(?:,|of|for|to|from|in|on|at|by|with|without|into|that|which|who|whose|when|if|whether|and|or|so|as|per|via|before|after|between|until|against|about|within|under|over|through|during)$/;

/** The last noun of the first noun phrase after the verb. */
function findObject(tokens: readonly string[], at: number, words: Words): string | undefined {
  let object: string | undefined;
  for (const token of tokens.slice(at + 1, at + 12)) {
    if (stops.test(token)) break;
    if (words.isNoun(token)) object = words.singularOf(token);
  }
  return object;
}
