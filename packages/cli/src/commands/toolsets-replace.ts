/** `dragoman toolsets replace`: exchanges a tool for another one, which gets its name. */
import type { Command } from '../command/command.js';
import { printToolset } from '../output/toolset-table.js';
import { editTool, editToolset } from '../registry/edit-toolset.js';

/** Replaces a tool by another one. */
export const toolsetsReplace: Command = {
  name: 'toolsets replace',
  summary: 'Replace a tool of a toolset with another tool, which keeps its name and position',
  details: 'Your texts for the old tool are dropped, because they described another contract.',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'tool', required: true, multiple: false, description: 'Name of the tool in the set' },
    { name: 'service', required: true, multiple: false, description: 'Id of the service with the other tool' },
    { name: 'operation', required: true, multiple: false, description: 'Name of that tool' },
  ],
  options: [],
  examples: [
    {
      line: 'dragoman toolsets replace harbour-desk forecast_pier pier-weather-002 forecast',
      explanation: 'Use the tool of another vendor',
    },
  ],
  async run(context) {
    const { args, print } = context;
    const [id = '', tool = '', agent = '', operation = ''] = args;
    const { toolset } = await editToolset(
      context,
      id,
      editTool(tool, ({ name }) => ({ agent_id: agent, tool: operation, ...(name === undefined ? {} : { name }) })),
    );
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};
