/** `dragoman operations list`: lists your background calls. */
import type { OperationStatus } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { operationValue, printOperations } from '../output/operation-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Lists background calls. */
export const operationsList: Command = {
  name: 'operations list',
  summary: 'List your background calls',
  arguments: [],
  options: [{ name: 'limit', value: 'n', description: 'Maximum number of calls to show (default: 20)' }],
  examples: [{ line: 'dragoman operations list', explanation: 'Newest first' }],
  async run(context) {
    const { options, print, runtime } = context;
    const limit = options.number('limit', { min: 1, max: 10_000 }) ?? 20;
    const operations: OperationStatus[] = [];
    const pageSize = Math.min(limit, 100);
    for await (const status of connect(context).operations.list({ pageSize, signal: runtime.signal })) {
      operations.push(status);
      if (operations.length >= limit) break;
    }
    if (print.json) print.value(operations.map(operationValue));
    else if (operations.length > 0) printOperations(print, operations);
    if (operations.length === 0) print.note(line`No background calls; "dragoman call … --async" starts one.`);
    return 0;
  },
};
