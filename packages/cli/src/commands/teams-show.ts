/** `dragoman teams show`: shows a team with its current findings. */
import type { Command } from '../command/command.js';
import { toDiagnostic } from '../output/design-output.js';
import { diagnosticLines } from '../output/diagnostic-lines.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows a team. */
export const teamsShow: Command = {
  name: 'teams show',
  summary: 'Show a team of sub-agents and its findings',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the team' }],
  options: [],
  examples: [{ line: 'dragoman teams show counter', explanation: 'Members, their tools, and handovers' }],
  async run(context) {
    const { args, print, runtime } = context;
    const [id = ''] = args;
    const team = await connect(context).teams.read(id, { signal: runtime.signal });
    if (print.json) {
      print.value(team);
      return 0;
    }
    const columns = [
      { title: 'member' },
      { title: 'toolsets', min: 10 },
      { title: 'procedures', min: 10 },
      { title: 'hands over to', min: 13 },
      { title: 'when', min: 16, prose: true },
    ];
    const rows = team.members.map((member) => [
      print.color.name(member.name === team.entry ? `${member.name} (entry)` : member.name),
      member.toolsets.join(', '),
      member.procedures.join(', '),
      member.hands_over_to.join(', '),
      member.when,
    ]);
    print.table(columns, rows);
    for (const text of diagnosticLines(team.findings.map(toDiagnostic), id, print.noteColor)) print.note(text);
    print.note(line`${team.name}: version ${team.version}`);
    return 0;
  },
};
