/** `dragoman procedures history`: the stored versions of a procedure, and what changed between two of them. */
import type { DesignVersion } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows the versions of a procedure. */
export const proceduresHistory: Command = {
  name: 'procedures history',
  summary: 'Show the versions of a procedure, or with --from what changed since one',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the procedure' }],
  options: [
    { name: 'from', value: 'version', description: 'Compare this version …' },
    { name: 'to', value: 'version', description: '… with this one (default: the current one)' },
  ],
  examples: [
    { line: 'dragoman procedures history desk', explanation: 'Who changed it, and when' },
    { line: 'dragoman procedures history desk --from 2', explanation: 'Lines that changed since version 2' },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const { signal } = runtime;
    const [id = ''] = args;
    const { procedures } = connect(context);
    const from = options.number('from', { min: 1, max: 1_000_000_000 });
    if (from === undefined) {
      const versions: DesignVersion[] = [];
      for await (const version of procedures.versions(id, { signal })) versions.push(version);
      if (print.json) print.value(versions);
      else
        for (const { version, action, actor, at } of versions)
          print.out(line`${print.color.name(String(version))}  ${at}  ${action} by ${actor}`);
      return 0;
    }
    const to = options.number('to', { min: 1, max: 1_000_000_000 });
    const changes = await procedures.diff(id, { from, signal, ...(to === undefined ? {} : { to }) });
    if (print.json) print.value(changes);
    else
      for (const { kind, line: at, text, message } of changes) {
        if (text === undefined) print.out(line`${message}`);
        else
          print.out(
            line`${kind === 'line_added' ? print.color.good('+') : print.color.bad('-')} ${String(at)}  ${text}`,
          );
      }
    return 0;
  },
};
