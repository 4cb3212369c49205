/** `dragoman teams save`: saves a team to the registry, as a new one or as a new version. */
import { isDragomanError } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readTeam, teamArgument } from '../files/read-team.js';
import { printFindings, toDiagnostic } from '../output/design-output.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Saves a team. */
export const teamsSave: Command = {
  name: 'teams save',
  summary: 'Save a team of sub-agents to the registry',
  details: 'Creates the team, or replaces the one with the id in the file; older versions are kept.',
  arguments: [teamArgument],
  options: [],
  examples: [{ line: 'dragoman teams save counter.yaml', explanation: 'A new team, or a new version of one' }],
  async run(context) {
    const { args, print, runtime } = context;
    const [file = ''] = args;
    const { id, ...team } = await readTeam(runtime, file);
    if (id === undefined) throw new UsageError(`${file} has no "id"`);
    const { teams } = connect(context);
    const { signal } = runtime;
    const before = await teams.read(id, { signal }).catch((error: unknown) => {
      if (isDragomanError(error) && error.code === 'NOT_FOUND') return undefined;
      throw error;
    });
    const kept =
      before === undefined
        ? await teams.create({ id, ...team }, { signal })
        : await teams.replace(id, team, { signal, ifVersion: before.version });
    if (print.json) print.value(kept);
    else printFindings(print, kept.findings.map(toDiagnostic), { file, strict: false });
    print.note(line`${kept.id}, version ${kept.version}`);
    return 0;
  },
};
