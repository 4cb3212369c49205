/** `dragoman toolsets remove`: takes tools out of a toolset, or deletes it. */
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { editTool, editToolset } from '../edit-toolset.js';
import { line } from '../output/paint.js';
import { printToolset } from '../output/toolset-table.js';

/** Takes tools out, or deletes the toolset. */
export const toolsetsRemove: Command = {
  name: 'toolsets remove',
  summary: 'Take tools out of a toolset; without tools, delete the toolset',
  details:
    'A tool that was taken out stays callable for those who have it. "toolsets back" brings a deleted toolset back.',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'tool', required: false, multiple: true, description: 'Names of tools in the set' },
  ],
  options: [{ name: 'whole', description: 'Delete the toolset; needed where no tool is named' }],
  examples: [
    { line: 'dragoman toolsets remove harbour-desk forecast_pier', explanation: 'Take one tool out' },
    { line: 'dragoman toolsets remove harbour-desk --whole', explanation: 'Delete the toolset' },
  ],
  async run(context) {
    const { args, print, options, surroundings } = context;
    const [id = '', ...tools] = args;
    if (options.flag('whole') && tools.length === 0) {
      await connect(context).toolsets.remove(id, { signal: surroundings.signal });
      if (print.json) print.value({ id, outcome: 'removed' });
      else print.out(line`${print.colour.good('removed')}  ${id}`);
      return 0;
    }
    if (tools.length === 0) {
      print.note(line`name the tools to take out, or say --whole to delete the toolset`);
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
