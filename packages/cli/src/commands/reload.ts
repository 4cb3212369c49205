/** `dragoman reload`: the running server reads its configuration and its policy again. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Reloads the settings. */
export const reload: Command = {
  name: 'reload',
  summary: 'Apply changed settings and the policy to the running server without a restart',
  details:
    'The server reads its configuration file and its policy file again, applies the settings that can change at run ' +
    'time, and lists those that need a restart. If a file is invalid, nothing changes. Sending SIGHUP to the server ' +
    'does the same. Needs the scope admin.',
  arguments: [],
  options: [{ name: 'dry-run', description: 'Only show what would change' }],
  examples: [
    { line: 'dragoman reload', explanation: 'After you have edited the configuration or the policy' },
    { line: 'dragoman reload --dry-run', explanation: 'What would apply, and what needs a restart' },
  ],
  async run(context) {
    const { print, options, runtime } = context;
    const dryRun = options.flag('dry-run');
    const { applied, restart, changes } = await connect(context).status.reload({ dryRun, signal: runtime.signal });
    if (print.json) print.value(dryRun ? { changes } : { applied, restart });
    else if (dryRun) {
      for (const change of changes) print.out(line`${change}`);
      if (changes.length === 0) print.note(line`Nothing would change.`);
    } else {
      const rows = [
        ...applied.map((key) => [key, print.color.good('applied')]),
        ...restart.map((key) => [key, print.color.warning('needs a restart')]),
      ];
      if (rows.length > 0) print.table([{ title: 'setting' }, { title: 'state' }], rows);
      else print.note(line`No setting has changed. The policy file was read again, if the server has one.`);
    }
    return 0;
  },
};
