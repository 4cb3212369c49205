/** The questions between candidates: several serve the intent equally well, or none matches with certainty. */
import type { ResolutionQuestion } from '@dragoman/model';
import { firstSentence, toPlainText } from '@dragoman/model';
import type { Candidate } from './resolution.js';

const maxChoices = 4;
const maxSentenceLength = 160;
const maxNeeds = 3;

/** Asks which of several equivalent operations to use, with the differences between them in one sentence. */
export function askApart(candidates: readonly Candidate[]): ResolutionQuestion {
  const { some, choices } = choicesOf(candidates);
  const rest = candidates.length - some.length;
  const more = rest === 0 ? '' : `, or one of ${rest} more`;
  return {
    text: `${candidates.length} services can do this; which one: ${choices.join(', or ')}${more}?`,
    between: betweenOf(some),
  };
}

/** Asks whether an operation is meant, because none matches with certainty. */
export function askWhether(candidates: readonly Candidate[]): ResolutionQuestion {
  const { some, choices } = choicesOf(candidates);
  return {
    text: `No operation matches with certainty; do you mean ${choices.join(', or ')}?`,
    between: betweenOf(some),
  };
}

function choicesOf(candidates: readonly Candidate[]): { some: Candidate[]; choices: string[] } {
  const some = candidates.slice(0, maxChoices);
  const choices = some.map((candidate) => {
    const facts = factsOf(candidate, some).join('; ');
    return `${candidate.entry.name}: ${candidate.operation.name}${facts === '' ? '' : ` (${facts})`}`;
  });
  return { some, choices };
}

function betweenOf(some: readonly Candidate[]): ResolutionQuestion['between'] {
  return some.map((candidate) => ({
    id: candidate.entry.id,
    operation: candidate.operation.name,
    difference: differenceOf(candidate, some),
  }));
}

/** The difference of one candidate: its service, its inputs, its effect, its description. */
function differenceOf(candidate: Candidate, all: readonly Candidate[]): string {
  const { entry, operation } = candidate;
  const apart = all.some((other) => other.entry.id !== entry.id);
  const facts = [...(apart ? [`offered by ${entry.publisher ?? entry.name}`] : []), ...factsOf(candidate, all)];
  const said = firstSentence(toPlainText(operation.summary ?? operation.description ?? ''), maxSentenceLength);
  return [facts.join('; '), said].filter(Boolean).join(': ');
}

/** The inputs that it needs and its effect, where those of the others are different. */
function factsOf(candidate: Candidate, all: readonly Candidate[]): string[] {
  const needs = needsOf(candidate);
  const { impact } = candidate.operation;
  const facts: string[] = [];
  if (needs !== '' && all.some((other) => needsOf(other) !== needs)) facts.push(`needs ${needs}`);
  if (impact !== undefined && all.some(({ operation }) => operation.impact !== impact)) facts.push(impact);
  return facts;
}

function needsOf({ reasons: { inputs } }: Candidate): string {
  return inputs.missing
    .slice(0, maxNeeds)
    .map(({ name }) => name)
    .join(', ');
}
