/** `dragoman teams list`: lists the teams that you can see. */
import type { TeamSummary } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { printTeams } from '../output/design-output.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Lists teams. */
export const teamsList: Command = {
  name: 'teams list',
  summary: 'List teams of sub-agents',
  arguments: [],
  options: [],
  examples: [{ line: 'dragoman teams list', explanation: 'Teams with their entry member' }],
  async run(context) {
    const { print, runtime } = context;
    const found: TeamSummary[] = [];
    for await (const team of connect(context).teams.list({ signal: runtime.signal })) found.push(team);
    if (print.json) print.value(found);
    else if (found.length > 0) printTeams(print, found);
    if (found.length === 0) print.note(line`No teams; save one with "dragoman teams save <file>".`);
    return 0;
  },
};
