/** Entry point of the server as a separate program: flags as `--port 4780` or `--server.port=4780`. */
import { parseArgs } from 'node:util';
import { processSources } from './config/process-sources.js';
import { listSettings } from './config/settings-schema.js';
import { runServer } from './run-server.js';
import { onHangup, stopSignals } from './stop-signals.js';

const names = [
  'config',
  ...listSettings().flatMap(({ key, schema }) => [key, ...(schema['x-flag'] === undefined ? [] : [schema['x-flag']])]),
];

function readFlags(): Record<string, unknown> | undefined {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    return parseArgs({ options, allowPositionals: false }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return undefined;
  }
}

const flags = readFlags();
process.exitCode =
  flags === undefined
    ? 2
    : await runServer({
        sources: processSources(flags),
        write: (text) => process.stderr.write(text),
        stopped: stopSignals(),
        onReload: onHangup,
      });
