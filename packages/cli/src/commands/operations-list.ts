/** `dragoman operations list`: your calls in the background. */
import type { OperationStatus } from '@dragoman/sdk';
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { operationValue, printOperations } from '../output/operation-table.js';
import { line } from '../output/paint.js';

/** Lists calls in the background. */
export const operationsList: Command = {
  name: 'operations list',
  summary: 'List your calls in the background',
  arguments: [],
  options: [{ name: 'limit', value: 'n', description: 'Most of them to show (20 unless given)' }],
  examples: [{ line: 'dragoman operations list', explanation: 'The newest first' }],
  async run(context) {
    const { options, print, surroundings } = context;
    const limit = options.number('limit', { min: 1, max: 10_000 }) ?? 20;
    const operations: OperationStatus[] = [];
    const pageSize = Math.min(limit, 100);
    for await (const status of connect(context).operations.list({ pageSize, signal: surroundings.signal })) {
      operations.push(status);
      if (operations.length >= limit) break;
    }
    if (print.json) print.value(operations.map(operationValue));
    else if (operations.length > 0) printOperations(print, operations);
    if (operations.length === 0) print.note(line`none; "dragoman call … --async" starts one`);
    return 0;
  },
};
