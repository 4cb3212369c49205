/** `dragoman toolsets export`: exports a toolset for a runtime, as JSON on standard output. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';

/** Exports a toolset. */
export const toolsetsExport: Command = {
  name: 'toolsets export',
  summary: 'Export a toolset for a runtime, as JSON',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the toolset' }],
  options: [],
  examples: [
    { line: 'dragoman toolsets export harbour-desk > harbour-desk.json', explanation: 'For createToolsetExecutor' },
  ],
  async run(context) {
    const { args, print, runtime } = context;
    print.value(await connect(context).toolsets.export(args[0] ?? '', { signal: runtime.signal }));
    return 0;
  },
};
