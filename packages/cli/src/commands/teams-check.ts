/** `dragoman teams check`: reports every error in a team. */
import type { Command } from '../command/command.js';
import { readTeam, teamArgument } from '../files/read-team.js';
import { printFindings, toDiagnostic } from '../output/design-output.js';
import { connect } from '../registry/connect.js';

/** Checks a team. */
export const teamsCheck: Command = {
  name: 'teams check',
  summary: 'Check a team of sub-agents',
  details:
    'Reports members, toolsets and procedures that do not exist, members that are never reached, tools with the same name, and members ' +
    'with too many tools. Exit code 1 when there are errors; with --strict also for warnings.',
  arguments: [teamArgument],
  options: [{ name: 'strict', description: 'Fail on warnings too' }],
  examples: [{ line: 'dragoman teams check counter.yaml', explanation: 'Errors with their location' }],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [file = ''] = args;
    const team = await readTeam(runtime, file);
    const { findings } = await connect(context).teams.check(team, { signal: runtime.signal });
    return printFindings(print, findings.map(toDiagnostic), { file, strict: options.flag('strict') });
  },
};
