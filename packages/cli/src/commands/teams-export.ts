/** `dragoman teams export`: a team for a run time, with toolsets, procedures and hand-over tools. */
import type { Command } from '../command.js';
import { connect } from '../connect.js';

/** Exports a team. */
export const teamsExport: Command = {
  name: 'teams export',
  summary: 'Export a team of sub-agents for a run time',
  details:
    'Writes JSON to standard output: what createTeam of @dragoman/sdk/executor takes. No secret is ever part of it.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the team' }],
  options: [],
  examples: [{ line: 'dragoman teams export counter > counter.json', explanation: 'Everything that a run time needs' }],
  async run(context) {
    const { args, print, surroundings } = context;
    const [id = ''] = args;
    print.value(await connect(context).teams.export(id, { signal: surroundings.signal }));
    return 0;
  },
};
