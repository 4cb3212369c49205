/** Reads the test cases in a file and reports all errors at once. */
import type { EvaluationCase } from '@dragoman/core/engine';
import { isJsonObject } from '@dragoman/model';
import { UsageError } from '../command/usage-error.js';

const mostCases = 2_000;
const longestUtterance = 2_000;
const longestName = 500;
const shownProblems = 20;

/** Reads a list of cases, or an object with that list under `cases`. */
export function readCases(value: unknown, file: string): EvaluationCase[] {
  const listed = isJsonObject(value) ? value.cases : value;
  if (!Array.isArray(listed) || listed.length === 0) {
    throw new UsageError(
      `${file} must hold a list of cases: [{"utterance": "…", "operation": "…"}], or the same under "cases"`,
    );
  }
  if (listed.length > mostCases)
    throw new UsageError(`${file} has ${listed.length} cases; the maximum is ${mostCases}`);
  const problems = listed.flatMap((each: unknown, at) =>
    problemsOf(each).map((problem) => `case ${at + 1}: ${problem}`),
  );
  if (problems.length === 0) return listed as EvaluationCase[];
  const more = problems.length - shownProblems;
  const shown = [...problems.slice(0, shownProblems), ...(more > 0 ? [`and ${more} more`] : [])];
  throw new UsageError(`${file} is invalid:\n  ${shown.join('\n  ')}`);
}

function problemsOf(each: unknown): string[] {
  if (!isJsonObject(each)) return ['must be an object with utterance and operation'];
  const { utterance, operation, arguments: inputs, ...others } = each;
  const unknown = Object.keys(others).map((name) => `has an unknown member "${name.slice(0, 40)}"`);
  return [
    ...(isText(utterance, longestUtterance)
      ? []
      : [`utterance must be a string of 1 to ${longestUtterance} characters`]),
    ...(operation === null || isText(operation, longestName)
      ? []
      : ['operation must be the name of an operation, or null when none fits']),
    ...(inputs === undefined || (isJsonObject(inputs) && operation !== null)
      ? []
      : ['arguments must be an object of inputs, and needs an operation']),
    ...unknown,
  ];
}

function isText(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest;
}
