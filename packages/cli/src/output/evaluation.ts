/** The result of an evaluation, for people. */
import type { Evaluation } from '@dragoman/core/engine';
import type { SavedEvaluation } from '@dragoman/sdk';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

const shownFailures = 3;

/** Prints an evaluation: success rates, confused operations, and wordings that help. */
export function printEvaluation(print: Printer, evaluation: Evaluation): void {
  const { cases, first, firstThree, abstention, changes, untried } = evaluation;
  print.note(line`${cases.length} cases: ${percent(first)} correct, ${percent(firstThree)} among the first three`);
  if (abstention !== undefined) {
    const { expected, recall, precision } = abstention;
    const correct = precision === undefined ? '' : `; ${percent(precision)} of the cases without a choice were correct`;
    print.note(line`cases that expect no operation: ${expected}; ${percent(recall)} of them got none${correct}`);
  }
  printFailures(print, evaluation);
  printConfusions(print, evaluation.confusions);
  printRates(print, evaluation);
  for (const { operation, kind, sentence, gain } of changes) {
    const change = kind === 'leave-out' ? 'remove' : 'start with';
    print.note(line`in ${operation}, ${change} "${sentence}": ${gain} more correct`);
  }
  if (untried > 0) print.note(line`${untried} more wordings were not tried (see --tries)`);
}

/** Prints the evaluation of saved cases, and what changed since the last one. */
export function printSavedEvaluation(print: Printer, evaluation: SavedEvaluation): void {
  const { total, first, first_three: firstThree, inputs, previous, fixed, broken, cases, confusions } = evaluation;
  print.note(line`${total} cases: ${percent(first)} correct, ${percent(firstThree)} among the first three`);
  if (inputs !== undefined) {
    print.note(line`cases with inputs: ${inputs.right} of ${inputs.cases} had all of them read from the request`);
  }
  if (previous !== undefined) {
    print.note(
      line`last run ${previous.at}: ${percent(previous.first)} correct, ${percent(previous.first_three)} among the first three`,
    );
  }
  const requestOf = (id: string) => cases.find((each) => each.id === id)?.request ?? id;
  for (const id of fixed) print.note(line`${print.noteColor.good('fixed')}: ${requestOf(id)}`);
  for (const id of broken) print.note(line`${print.noteColor.bad('broken')}: ${requestOf(id)}`);
  printConfusions(
    print,
    confusions.map(({ expected, found, requests }) => ({ expected, got: found, utterances: requests })),
  );
  const unread = cases.filter(({ wrong_inputs: wrong = [] }) => wrong.length > 0);
  if (unread.length === 0) return;
  print.table(
    [{ title: 'operation' }, { title: 'inputs not read', min: 12 }, { title: 'request', min: 16, prose: true }],
    unread.map(({ expected, wrong_inputs: wrong = [], request }) => [expected ?? '', wrong.join(', '), request]),
  );
}

function printFailures(print: Printer, { cases, failed }: Evaluation): void {
  if (failed === 0) return;
  const reasons = [...new Set(cases.flatMap((each) => each.failed ?? []))];
  print.note(line`${print.noteColor.bad(`${failed} cases could not be run`)} and count as wrong:`);
  for (const reason of reasons.slice(0, shownFailures)) print.note(line`  ${reason}`);
}

interface ShownConfusion {
  expected: string | null;
  got?: string | null;
  utterances: string[];
}

function printConfusions(print: Printer, confusions: readonly ShownConfusion[]): void {
  if (confusions.length === 0) return;
  print.table(
    [{ title: 'meant' }, { title: 'found' }, { title: 'cases' }, { title: 'for example', min: 16, prose: true }],
    confusions.map(({ expected, got, utterances }) => [
      expected ?? 'nothing',
      got ?? 'nothing',
      String(utterances.length),
      utterances[0] ?? '',
    ]),
  );
}

/** Operations that were missed or called with wrong inputs; inputs are counted only in cases that expect some. */
function printRates(print: Printer, { operations, cases }: Evaluation): void {
  const wrong = operations.filter(({ wrongOperation, badArgument = 0 }) => wrongOperation > 0 || badArgument > 0);
  if (wrong.length === 0) return;
  const inputsOf = (operation: string) =>
    new Set(cases.filter((each) => each.operation === operation).flatMap(({ badArguments = [] }) => badArguments));
  print.table(
    [
      { title: 'operation' },
      { title: 'cases' },
      { title: 'missed' },
      { title: 'wrong inputs', min: 6 },
      { title: 'which', min: 10 },
    ],
    wrong.map(({ operation, cases: count, wrongOperation, badArgument }) => [
      operation,
      String(count),
      percent(wrongOperation),
      badArgument === undefined ? '' : percent(badArgument),
      [...inputsOf(operation)].join(', '),
    ]),
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
