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
    print.colour.name(status.id),
    stateOf(status, print.colour),
    status.agent ?? '',
    status.operation ?? '',
    status.updatedAt ?? status.createdAt ?? '',
  ]);
  print.table(columns, rows);
}

/** The lines of one background call. */
export function operationLines(print: Printer, status: OperationStatus): Painted[] {
  const { colour } = print;
  const { agent = '', operation = '', createdAt = '', updatedAt = '', pollAfter, error } = status;
  return [
    line`${colour.name(status.id)}  ${stateOf(status, colour)}`,
    line`  ${colour.faint('service')}  ${agent}  ${operation}`,
    line`  ${colour.faint('created')}  ${createdAt}`,
    line`  ${colour.faint('updated')}  ${updatedAt}`,
    ...(pollAfter === undefined ? [] : [line`  ${colour.faint('poll again')}  in ${pollAfter} seconds`]),
    ...(error === undefined ? [] : [line`  ${colour.bad('error')}    ${error.message} [${error.code}]`]),
  ];
}

/** A background call as JSON. */
export function operationValue({ error, ...status }: OperationStatus): Record<string, unknown> {
  return { ...status, ...(error === undefined ? {} : { error: problemOf(error) }) };
}

function stateOf({ state, ended }: OperationStatus, colour: Palette): Painted {
  if (state === 'succeeded') return colour.good(state);
  return ended ? colour.bad(state) : colour.warning(state);
}
