/** `dragoman toolsets list`: lists the toolsets that you can see. */
import type { ToolsetSummary } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { printToolsets } from '../output/toolset-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Lists toolsets. */
export const toolsetsList: Command = {
  name: 'toolsets list',
  summary: 'List toolsets',
  arguments: [],
  options: [],
  examples: [{ line: 'dragoman toolsets list', explanation: 'Every toolset that you can see' }],
  async run(context) {
    const { print, runtime } = context;
    const found: ToolsetSummary[] = [];
    for await (const toolset of connect(context).toolsets.list({ signal: runtime.signal })) found.push(toolset);
    if (print.json) print.value(found);
    else if (found.length > 0) printToolsets(print, found);
    if (found.length === 0) print.note(line`No toolsets; create one with "dragoman toolsets new <name>".`);
    return 0;
  },
};
