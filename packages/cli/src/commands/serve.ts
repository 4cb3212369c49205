/** `dragoman serve`: runs the registry until it is stopped. `npm start` runs this command. */
import type { Command, ExitCode } from '../command/command.js';
import { sourcesOf, storeOptions } from '../registry/local-store.js';
import { paint } from '../terminal/paint.js';

/** Runs the server. */
export const serve: Command = {
  name: 'serve',
  summary: 'Run the registry',
  details:
    'By default the server listens on loopback, and every local user has full access until the first key is created. ' +
    'Options override environment variables, and environment variables override the configuration file.',
  arguments: [],
  options: [
    { name: 'port', short: 'p', value: 'n', description: 'Port (default: 4780; 0 selects a free one)' },
    { name: 'host', value: 'address', description: 'Address to listen on (default: 127.0.0.1)' },
    { name: 'public-url', value: 'url', description: 'URL that clients use to reach the server' },
    { name: 'workers', value: 'n', description: 'Worker processes (default: 1; 0: one per core)' },
    { name: 'log-level', value: 'level', description: 'Log level: error, warn, info, debug' },
    ...storeOptions,
  ],
  examples: [
    { line: 'dragoman serve', explanation: 'A local registry with an embedded database' },
    {
      line: 'dragoman serve --port 0 --store /var/lib/dragoman/registry.db',
      explanation: 'A free port and another database file',
    },
    { line: 'DATABASE_URL=postgres://… dragoman serve', explanation: 'On PostgreSQL' },
  ],
  async run(context) {
    const { onHangup, runServer } = await import('@dragoman/server');
    const { env, signal } = context.runtime;
    const code = await runServer({
      sources: sourcesOf(context),
      write(text) {
        for (const each of text.trimEnd().split('\n')) context.print.note(paint(each));
      },
      // npm sets this variable for `npm start` and `npx`; there the command is not on the PATH of another terminal.
      command: env.npm_command === undefined ? 'dragoman' : 'npx dragoman',
      stopped: stopOf(signal),
      onReload: onHangup,
    });
    return code as ExitCode;
  },
};

function stopOf(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const stop = () => resolve(String(signal.reason));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
