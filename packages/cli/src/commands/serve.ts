/** `dragoman serve`: runs the registry until it is told to stop. It is what `npm start` runs. */
import type { Command, ExitCode } from '../command.js';
import { sourcesOf, storeOptions } from '../local-store.js';
import { sanitiseLines } from '../output/sanitise.js';

/** Runs the server. */
export const serve: Command = {
  name: 'serve',
  summary: 'Run the registry',
  details:
    'Listens on loopback, open to everybody on this machine, until the first key is made. Settings come from the ' +
    'configuration file, then the environment, then the options here.',
  arguments: [],
  options: [
    { name: 'port', short: 'p', value: 'n', description: 'Port (4780 unless given; 0 takes any free one)' },
    { name: 'host', value: 'address', description: 'Address to listen on (127.0.0.1 unless given)' },
    { name: 'public-url', value: 'url', description: 'Address under which clients reach it' },
    { name: 'workers', value: 'n', description: 'Processes that answer requests (1 unless given; 0: one per core)' },
    { name: 'log-level', value: 'level', description: 'How much is logged: error, warn, info, debug' },
    ...storeOptions,
  ],
  examples: [
    { line: 'dragoman serve', explanation: 'A local registry with an embedded database' },
    { line: 'dragoman serve --port 0 --store /var/lib/dragoman/registry.db', explanation: 'Elsewhere' },
    { line: 'DATABASE_URL=postgres://… dragoman serve', explanation: 'On PostgreSQL' },
  ],
  async run(context) {
    const { runServer } = await import('@dragoman/server');
    const { stderr, signal } = context.surroundings;
    const code = await runServer({
      sources: sourcesOf(context),
      write: (text) => stderr.write(sanitiseLines(text)),
      stopped: stopOf(signal),
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
