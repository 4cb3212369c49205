/** `dragoman procedures list`: lists the operating procedures that you can see. */
import type { ProcedureSummary } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { printProcedures } from '../output/design-output.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Lists procedures. */
export const proceduresList: Command = {
  name: 'procedures list',
  summary: 'List operating procedures',
  arguments: [],
  options: [{ name: 'toolset', value: 'id', description: 'Only procedures of this toolset' }],
  examples: [{ line: 'dragoman procedures list --toolset harbour-desk', explanation: 'Procedures of one toolset' }],
  async run(context) {
    const { options, print, runtime } = context;
    const toolset = options.text('toolset');
    const found: ProcedureSummary[] = [];
    const only = toolset === undefined ? {} : { toolset };
    const walk = connect(context).procedures.list({ signal: runtime.signal, ...only });
    for await (const procedure of walk) found.push(procedure);
    if (print.json) print.value(found);
    else if (found.length > 0) printProcedures(print, found);
    if (found.length === 0) print.note(line`No procedures; draft one with "dragoman procedures new <toolset>".`);
    return 0;
  },
};
