/** `dragoman config`: prints the effective settings and the origin of each, without secrets. */
import type { Command } from '../command/command.js';
import { loadLocalConfig } from '../registry/local-store.js';
import { serve } from './serve.js';

/** Prints the configuration. */
export const config: Command = {
  name: 'config',
  summary: 'Print the effective settings and the origin of each',
  details: 'Accepts the options of "dragoman serve" and shows their effect. Secrets are hidden.',
  arguments: [],
  options: serve.options,
  examples: [
    { line: 'dragoman config', explanation: 'All settings' },
    { line: 'dragoman config --json', explanation: 'With descriptions and environment variables' },
    { line: 'dragoman config --set limits.bodyBytes=2000000', explanation: 'Try a setting' },
  ],
  async run(context) {
    const { print } = context;
    const { describeConfig } = await import('@dragoman/server');
    const settings = describeConfig(await loadLocalConfig(context));
    if (print.json) print.value(settings.map(({ value = null, ...setting }) => ({ ...setting, value })));
    else {
      const columns = [{ title: 'setting' }, { title: 'value', min: 20 }, { title: 'from', min: 10 }];
      const { color } = print;
      const rows = settings.map(({ key, value, origin }) => [
        color.name(key),
        value === undefined ? color.faint('(not set)') : typeof value === 'string' ? value : JSON.stringify(value),
        origin === 'default' ? color.faint(origin) : origin,
      ]);
      print.table(columns, rows);
    }
    return 0;
  },
};
