/** The result of an evaluation, for people. */
import type { Evaluation } from '@dragoman/core/engine';
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
    print.note(line`${expected} cases expect no operation: ${percent(recall)} of them got none${correct}`);
  }
  printFailures(print, evaluation);
  printConfusions(print, evaluation);
  printRates(print, evaluation);
  for (const { operation, kind, sentence, gain } of changes) {
    const change = kind === 'leave-out' ? 'remove' : 'start with';
    print.note(line`in ${operation}, ${change} "${sentence}": ${gain} more correct`);
  }
  if (untried > 0) print.note(line`${untried} more wordings were not tried (see --tries)`);
}

function printFailures(print: Printer, { cases, failed }: Evaluation): void {
  if (failed === 0) return;
  const reasons = [...new Set(cases.flatMap((each) => each.failed ?? []))];
  print.note(line`${print.noteColor.bad(`${failed} cases could not be run`)} and count as wrong:`);
  for (const reason of reasons.slice(0, shownFailures)) print.note(line`  ${reason}`);
}

function printConfusions(print: Printer, { confusions }: Evaluation): void {
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
