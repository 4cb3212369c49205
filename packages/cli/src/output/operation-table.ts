/** Background calls, for people. */
import type { OperationStatus } from '@dragoman/sdk';
import type { Painted, Palette } from '../terminal/paint.js';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';
import { problemOf } from './report-problem.js';

/** Prints background calls as a table. */
export function printOperations(print: Printer, operations: readonly OperationStatus[]): void {
  const columns = [
    { title: 'id' },
    { title: 'state' },
    { title: 'service' },
    { title: 'operation' },
    { title: 'updated' },
  ];
  const rows = operations.map((status) => [
    print.color.name(status.id),
    stateOf(status, print.color),
    status.agent ?? '',
    status.operation ?? '',
    status.updatedAt ?? status.createdAt ?? '',
  ]);
  print.table(columns, rows);
}

/** The lines of one background call. */
export function operationLines(print: Printer, status: OperationStatus): Painted[] {
  const { color } = print;
  const { agent = '', operation = '', createdAt = '', updatedAt = '', pollAfter, progress, error } = status;
  return [
    line`${color.name(status.id)}  ${stateOf(status, color)}`,
    line`  ${color.faint('service')}  ${agent}  ${operation}`,
    line`  ${color.faint('created')}  ${createdAt}`,
    line`  ${color.faint('updated')}  ${updatedAt}`,
    ...(progress === undefined ? [] : [line`  ${color.faint('reports')}  ${progressText(progress)}`]),
    ...(pollAfter === undefined ? [] : [line`  ${color.faint('poll in')}  ${pollAfter} s`]),
    ...(error === undefined ? [] : [line`  ${color.bad('error')}    ${error.message} [${error.code}]`]),
  ];
}

/** How much is done, and what the service says. */
function progressText({ progress, total, message }: NonNullable<OperationStatus['progress']>): string {
  const done = progress === undefined || total === undefined ? [] : [`${progress} of ${total}`];
  return [...done, ...(message === undefined ? [] : [message])].join(': ');
}

/** A background call as JSON. */
export function operationValue({ error, ...status }: OperationStatus): Record<string, unknown> {
  return { ...status, ...(error === undefined ? {} : { error: problemOf(error) }) };
}

function stateOf({ state, ended }: OperationStatus, color: Palette): Painted {
  if (state === 'succeeded') return color.good(state);
  return ended ? color.bad(state) : color.warning(state);
}
