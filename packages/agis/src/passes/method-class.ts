/**
 * Pass 3: each method is an action verb and not one of the nine banned HTTP methods (AGIS §4.2, §4.3). The ban is
 * checked first, then the curated lists, then WordNet; an unknown word passes.
 */
import { createFindings, type Finding, type Findings } from '../finding.js';
import type { Pass, PassContext } from '../pass.js';
import {
  ambiguousStates,
  beingWords,
  functionWords,
  plainNouns,
  prohibitedMethods,
  stateWords,
  vagueVerbs,
} from '../words/word-lists.js';
import type { Words } from '../words/words.js';
import { type MethodClassCode, methodClassRules } from './method-class-rules.js';

/** Pass 3. */
export const methodClass: Pass = { number: 3, name: 'Method Class', run };

/** The problem of a word, and a proposal for a better one. */
interface Verdict {
  code: MethodClassCode;
  proposal: string;
}

function run(context: PassContext): Finding[] {
  const found = createFindings(3, methodClassRules, context);
  const allowed = new Set(context.options.allowedStates.map((state) => state.toLowerCase()));
  for (const { method, pointer } of context.endpoints) {
    const verdict = method === undefined ? undefined : evaluate(method, context.words, allowed);
    if (method !== undefined && verdict !== undefined) report(found, { method, pointer, verdict, context });
  }
  return found.list();
}

interface Subject {
  method: string;
  pointer: string;
  verdict: Verdict;
  context: PassContext;
}

function report(found: Findings<MethodClassCode>, { method, pointer, verdict, context }: Subject): void {
  const raised = verdict.code === 'agis/method-unknown' && context.options.strict;
  found.report(verdict.code, {
    pointer: `${pointer}/method`,
    element: method,
    parameters: { method, proposal: verdict.proposal },
    ...(raised ? { severity: 'warning' as const } : {}),
  });
}

function evaluate(method: string, words: Words, allowed: ReadonlySet<string>): Verdict | undefined {
  const word = method.trim().toLowerCase();
  const banned = prohibitedMethods.get(word);
  if (banned !== undefined) return { code: 'agis/method-prohibited', proposal: banned.join(' or ') };
  // Pass 2 reports methods that are not one word in base form.
  if (!/^[A-Za-z]+$/.test(method) || /[a-z][A-Z]/.test(method)) return undefined;
  return evaluateListed(word, allowed) ?? evaluateKnown(word, words, allowed);
}

function evaluateListed(word: string, allowed: ReadonlySet<string>): Verdict | undefined {
  if (beingWords.has(word)) return { code: 'agis/method-being', proposal: 'CHECK' };
  if (functionWords.has(word)) return { code: 'agis/method-not-verb', proposal: 'a function word' };
  const actions = stateWords.get(word);
  if (actions !== undefined && !allowed.has(word)) {
    const code = ambiguousStates.has(word) ? 'agis/method-ambiguous' : 'agis/method-state';
    return { code, proposal: actions.join(' or ') };
  }
  if (plainNouns.has(word)) return { code: 'agis/method-noun', proposal: `an action on it, such as RETRIEVE /${word}` };
  const better = vagueVerbs.get(word);
  return better && { code: 'agis/method-vague', proposal: better.join(', ') };
}

function evaluateKnown(word: string, words: Words, allowed: ReadonlySet<string>): Verdict | undefined {
  if (words.isVerb(word) || allowed.has(word) || words.inflectionOf(word) !== undefined) return undefined;
  const part = otherPartOfSpeech(word, words);
  if (part !== undefined) return { code: 'agis/method-not-verb', proposal: part };
  if (words.splitCompound(word) !== undefined) return undefined;
  const isNoun =
    words.isPlainlyNoun(word) || (words.isNoun(word) && (isNamedKind(word, words) || isPlural(word, words)));
  if (isNoun) return { code: 'agis/method-noun', proposal: proposeForNoun(word, words) };
  const isState = words.isAdjective(word) && !words.isNoun(word);
  return isState
    ? { code: 'agis/method-state', proposal: 'CHECK or UPDATE' }
    : { code: 'agis/method-unknown', proposal: '' };
}

/** Endings that form nouns and adjectives from other words; the word before the ending must be long enough. */
const abstractNoun = /^[a-z]{3,}(?:ty|ship|ness|hood|ism|[ae]ncy)$/;
const adjective = /^[a-z]{4,}(?:able|ible|ical|ional|onal|sonal|ural)$/;

/** For words that no table knows, shorter ones too; verbs of other languages have none of these endings. */
const unknownAdjective =
  /^[a-z]{2,}(?:ible|[^aeo]al|istic|[aeo]tic|[io]nic|omic|phic|less|[^ao]ful|[a-z]ous)$|^(?:mari|war|peace|long|some|part|full)time$/;

/** Endings of sciences, instruments, conditions, persons and peoples, for words that no table knows. */
const unknownNoun =
  /^[a-z]{2,}(?:ology|graphy|nomy|metry|cracy|acy|sophy|ithm|ician|itis|osis|gram|scope|meter|ment|tion|tude|ian|ean|fighter|maker|keeper|father|mother)$/;

/** A rare noun of a kind that is no verb in any sense: a property, an instrument, a science, a person; French has verbs in -er. */
function isNamedKind(word: string, words: Words): boolean {
  return abstractNoun.test(word) || unknownNoun.test(word) || (words.isPerson(word) && !/[eioa]r$|re$/.test(word));
}

/** The plural of a noun, however rare: no verb in base form ends like it. */
function isPlural(word: string, words: Words): boolean {
  return word.length >= 5 && /[^aious]s$/.test(word) && words.singularOf(word) !== word;
}

/** The part of speech of a word that is no verb: by the list, by the table, or for unknown words by the ending. */
function otherPartOfSpeech(word: string, words: Words): string | undefined {
  if (words.isAdverb(word) && !words.isNoun(word)) return 'an adverb';
  if (words.isAdjective(word) && (adjective.test(word) || words.isNoun(word))) return 'an adjective';
  if (words.isNoun(word) || words.isAdjective(word)) return undefined;
  if (/^[a-z]{3,}(?:ly|ways|wise|wards)$/.test(word)) return 'an adverb';
  if (isGraded(word, words) || isOfSubstance(word, words)) return 'an adjective';
  if (abstractNoun.test(word)) return 'an abstract noun';
  if (unknownNoun.test(word)) return 'a noun';
  return adjective.test(word) || unknownAdjective.test(word) ? 'an adjective' : undefined;
}

/** "hollower", "narrowest": French verbs in -er have other letters before it. */
function isGraded(word: string, words: Words): boolean {
  if (!/(?:ow|gh|th|ght|ck|sh|[lr]k|ie|ft|mp|tt)er$|est$/.test(word)) return false;
  const stem = word.replace(/e(?:r|st)$/, '');
  return [stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/(.)\1$/, '$1')].some((each) =>
    words.isAdjective(each),
  );
}

/** "waxy", "muddy", "spicy": like the thing that the rest names. */
function isOfSubstance(word: string, words: Words): boolean {
  const stem = /^([a-z]{3,})y$/.exec(word)?.[1];
  if (stem === undefined || /[aeiou]$/.test(stem)) return false;
  return [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')].some((each) => each.length >= 3 && words.isNoun(each));
}

function proposeForNoun(word: string, words: Words): string {
  const verb = words.verbOf(words.singularOf(word));
  return verb === undefined ? `an action on it, such as FIND /${word}` : verb.toUpperCase();
}
