/** `dragoman teams export`: exports a team with its toolsets, procedures and handover tools. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';

/** Exports a team. */
export const teamsExport: Command = {
  name: 'teams export',
  summary: 'Export a team of sub-agents for a runtime',
  details: 'Writes JSON to standard output, for createTeam of @dragoman/sdk/executor. It contains no secrets.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the team' }],
  options: [],
  examples: [{ line: 'dragoman teams export counter > counter.json', explanation: 'Everything that a runtime needs' }],
  async run(context) {
    const { args, print, runtime } = context;
    const [id = ''] = args;
    print.value(await connect(context).teams.export(id, { signal: runtime.signal }));
    return 0;
  },
};
