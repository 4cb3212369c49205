/** The question that distinguishes candidates that match an intent about equally well. */
import type { ResolutionQuestion } from '@dragoman/model';
import type { Candidate } from './resolution.js';

const maxChoices = 4;
const maxDifferenceLength = 200;

/** Asks between candidates; describes how each differs from the others. */
export function askApart(candidates: readonly Candidate[]): ResolutionQuestion {
  const some = candidates.slice(0, maxChoices);
  const differences = some.map((candidate) =>
    differenceOf(
      candidate,
      some.filter((other) => other !== candidate),
    ),
  );
  const names = some.map(({ entry, operation }) => `${entry.name}: ${operation.name}`);
  return {
    text: `Several operations match about equally well. Which one do you mean: ${names.join(', or ')}?`,
    between: some.map(({ entry, operation }, at) => ({
      id: entry.id,
      operation: operation.name,
      difference: differences[at] ?? '',
    })),
  };
}

/** The difference of one candidate: its service, its inputs, its effect, its description. */
function differenceOf({ entry, operation, reasons }: Candidate, others: readonly Candidate[]): string {
  const parts: string[] = [];
  const differs = (read: (candidate: Candidate) => unknown, own: unknown) =>
    others.some((other) => read(other) !== own);
  if (differs(({ entry: other }) => other.id, entry.id)) parts.push(`offered by ${entry.publisher ?? entry.name}`);
  const needs = reasons.inputs.missing.map(({ name }) => name);
  if (
    needs.length > 0 &&
    differs(({ reasons: { inputs } }) => inputs.missing.map(({ name }) => name).join(), needs.join())
  ) {
    parts.push(`needs ${needs.slice(0, 3).join(', ')}`);
  }
  if (operation.impact !== undefined && differs(({ operation: other }) => other.impact, operation.impact)) {
    parts.push(operation.impact);
  }
  const said = operation.summary ?? operation.description ?? '';
  return [parts.join('; '), said].filter(Boolean).join(': ').slice(0, maxDifferenceLength);
}
