/** `dragoman toolsets remove`: removes tools from a toolset, or deletes the toolset. */
import type { Command } from '../command/command.js';
import { printToolset } from '../output/toolset-table.js';
import { connect } from '../registry/connect.js';
import { editTool, editToolset } from '../registry/edit-toolset.js';
import { line } from '../terminal/paint.js';

/** Removes tools, or deletes the toolset. */
export const toolsetsRemove: Command = {
  name: 'toolsets remove',
  summary: 'Remove tools from a toolset; with --whole, delete the toolset',
  details: 'Clients that already have a removed tool can still call it. "toolsets back" restores a deleted toolset.',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'tool', required: false, multiple: true, description: 'Names of tools in the set' },
  ],
  options: [{ name: 'whole', description: 'Delete the toolset; required if no tool is named' }],
  examples: [
    { line: 'dragoman toolsets remove harbour-desk forecast_pier', explanation: 'Remove one tool' },
    { line: 'dragoman toolsets remove harbour-desk --whole', explanation: 'Delete the toolset' },
  ],
  async run(context) {
    const { args, print, options, runtime } = context;
    const [id = '', ...tools] = args;
    if (options.flag('whole') && tools.length === 0) {
      await connect(context).toolsets.remove(id, { signal: runtime.signal });
      if (print.json) print.value({ id, outcome: 'removed' });
      else print.out(line`${print.color.good('removed')}  ${id}`);
      return 0;
    }
    if (tools.length === 0) {
      print.note(line`Name the tools to remove, or delete the toolset with --whole.`);
      return 2;
    }
    const { toolset } = await editToolset(context, id, (choices) =>
      tools.reduce((left, tool) => editTool(tool, () => undefined)(left), choices),
    );
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};
