/** `dragoman config`: prints the effective settings and the origin of each, without secrets. */
import type { Command, CommandContext } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { loadLocalConfig } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';
import { serve } from './serve.js';

/** Prints the configuration. */
export const config: Command = {
  name: 'config',
  summary: 'Print the effective settings and the origin of each',
  details: 'Accepts the options of "dragoman serve" and shows their effect. Secrets are hidden.',
  arguments: [],
  options: [
    ...serve.options,
    { name: 'running', description: 'Show the settings of the running server instead (scope admin)' },
  ],
  examples: [
    { line: 'dragoman config', explanation: 'All settings' },
    { line: 'dragoman config --json', explanation: 'With descriptions and environment variables' },
    { line: 'dragoman config --running', explanation: 'The settings of the running server' },
    { line: 'dragoman config --set limits.bodyBytes=2000000', explanation: 'Try a setting' },
  ],
  async run(context) {
    const { print } = context;
    const settings = await readSettings(context);
    if (print.json) print.value(settings.map(({ value, ...setting }) => ({ ...setting, value: value ?? null })));
    else {
      // Names of variables stay in one piece where 80 columns have room for them.
      const longest = Math.max(...settings.flatMap(({ origin }) => origin.split(' ').map(({ length }) => length)));
      const from = { title: 'from', min: Math.min(Math.max(longest, 10), 24) };
      const columns = [{ title: 'setting' }, { title: 'value', min: 12 }, from];
      const { color } = print;
      const rows = settings.map(({ key, value, origin }) => [
        color.name(key),
        value === undefined || value === null
          ? color.faint('(not set)')
          : typeof value === 'string'
            ? value
            : JSON.stringify(value),
        origin === 'default' ? color.faint(origin) : origin,
      ]);
      print.table(columns, rows);
      if (!context.options.flag('running'))
        print.note(
          line`As "dragoman serve" would use them in this folder; --running shows those of the running server.`,
        );
    }
    return 0;
  },
};

async function readSettings(context: CommandContext) {
  if (context.options.flag('running')) return connect(context).status.settings({ signal: context.runtime.signal });
  const { describeConfig } = await import('@dragoman/server');
  return describeConfig(await loadLocalConfig(context));
}
