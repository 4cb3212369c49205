/** Recognizes operations of other services that serve the same purpose, so that the caller is asked between them. */
import { forEachWord, wordTerms } from '../tokenize.js';
import { nameWords } from '../tool-text.js';
import { logistic } from './calibrate.js';
import type { TwinWeights } from './calibration.js';
import type { English } from './english.js';
import type { Candidate } from './resolution.js';

type Operator = Pick<Candidate, 'entry' | 'operation'>;

/** From this likelihood on, two operations are equivalent. */
const minTwin = 0.5;
const maxTextLength = 300;

/** Candidates equivalent to the first one, the first included. */
export function findTwins(
  [best, ...others]: readonly Candidate[],
  { intent, weights, knowledge }: { intent: string; weights: TwinWeights; knowledge: English },
): Candidate[] {
  if (best === undefined) return [];
  const named = createNameTest(intent);
  const likenessTo = createLikeness(best, knowledge);
  const twins = others.filter((other) => {
    if (other.entry.id === best.entry.id || (named(best) && !named(other))) return false;
    const gap = strengthOf(best) - strengthOf(other);
    return logistic(weights.constant + weights.gap * gap + weights.likeness * likenessTo(other)) >= minTwin;
  });
  return [best, ...twins];
}

/** Likelihoods depend on the lead, so they differ more than the texts do. */
function strengthOf({ score, reasons: { meaning } }: Candidate): number {
  return meaning ?? score;
}

/** True when the intent names the service of a candidate. */
function createNameTest(intent: string): (of: Operator) => boolean {
  const asked = new Set<string>();
  forEachWord(intent, (word) => asked.add(word.toLowerCase()));
  return ({ entry }) => {
    let named = false;
    forEachWord(entry.name, (word) => {
      named ||= asked.has(word.toLowerCase());
    });
    return named;
  };
}

/** Creates the comparison with an operation: the share of the words that both texts have in common, 0..1. */
export function createLikeness(one: Operator, knowledge: English): (other: Operator) => number {
  const own = termsOf(one, knowledge);
  return (other) => {
    const theirs = termsOf(other, knowledge);
    return (shareIn(own, theirs, knowledge) + shareIn(theirs, own, knowledge)) / 2;
  };
}

function termsOf({ entry, operation }: Operator, { words }: English): Set<string> {
  const { name, summary, description } = operation;
  const text = `${nameWords(name)} ${summary ?? description ?? entry.description}`;
  const terms = new Set<string>();
  forEachWord(text.slice(0, maxTextLength), (word) => {
    if (wordTerms(word).length > 0) terms.add(words.singularOf(words.baseOf(word)));
  });
  return terms;
}

function shareIn(terms: ReadonlySet<string>, others: ReadonlySet<string>, { words, synonyms }: English): number {
  const common = [...terms].filter(
    (term) =>
      others.has(term) ||
      others.has(words.verbOf(term) ?? '') ||
      [...synonyms.nouns(term), ...synonyms.verbs(term)].some((other) => others.has(other)),
  );
  return common.length / Math.max(1, terms.size);
}
