/** Runs the server until it is asked to stop: the implementation of `dragoman serve`, in one process or in several. */
import { availableParallelism } from 'node:os';
import type { Config } from './config/config.js';
import { isConfigError } from './config/config-error.js';
import type { ConfigSources } from './config/load-config.js';
import { loadConfig } from './config/load-config.js';
import { isStartRefused } from './config/start-refused.js';
import type { DragomanServer } from './create-server.js';
import { createServer } from './create-server.js';
import { openLogger } from './observe/logger.js';
import { describeStore } from './open-store.js';
import { grpcAddress } from './origin.js';
import type { StartedServer } from './start-message.js';
import { startMessage } from './start-message.js';
import { StoreOpenError } from './stores/index.js';
import { beginYoung, collectWithoutHelpers, inlineSteps } from './tune-v8.js';
import { runWorkers } from './workers/run-workers.js';
import { createSiblings } from './workers/siblings.js';
import type { WorkerLine } from './workers/worker-line.js';
import { workerLine } from './workers/worker-line.js';

/** Dependencies on the process. */
export interface RunServerPorts {
  sources: ConfigSources;
  /** Writes messages for people. */
  write: (text: string) => void;
  /** How a person starts the command line; `dragoman` by default. */
  command?: string;
  /** Resolves with the reason when the process is asked to stop. */
  stopped: Promise<string>;
  /** Calls the listener each time the process is asked to read its configuration again; returns a function that ends this. */
  onReload?: (listener: () => void) => () => void;
}

/** Exit codes: stopped on request, invalid configuration, internal error. */
export const exitCodes = { stopped: 0, refused: 2, broken: 3 } as const;

/** Runs the server; resolves to the exit code. */
export async function runServer(ports: RunServerPorts): Promise<number> {
  const line = workerLine();
  try {
    const config = loadConfig(ports.sources);
    beginYoung();
    inlineSteps();
    // Each of several workers is meant for a core of its own.
    if (line !== undefined || availableParallelism() === 1) collectWithoutHelpers();
    if (line !== undefined) return await runWorker(config, ports, line);
    const { workers } = config.server;
    const count = workers === 0 ? availableParallelism() : workers;
    return count === 1 ? await runAlone(config, ports) : await runCrew(config, ports, count);
  } catch (error) {
    ports.write(explain(error));
    return isRefusal(error) ? exitCodes.refused : exitCodes.broken;
  } finally {
    line?.leave();
  }
}

async function runAlone(config: Config, ports: RunServerPorts): Promise<number> {
  const { write, stopped } = ports;
  const server = await createServer(config, { loadConfig: () => loadConfig(ports.sources) });
  return serveUntil(server, ports, {
    stopped,
    failed: write,
    ready: (url, open) => write(started(config, ports, { url, open, workers: 1 })),
    stop: (reason) => write(goodbye(reason)),
  });
}

/** A worker prints nothing: its parent process does. */
async function runWorker(config: Config, ports: RunServerPorts, line: WorkerLine): Promise<number> {
  const siblings = createSiblings(line);
  const server = await createServer(config, { siblings, loadConfig: () => loadConfig(ports.sources) });
  await siblings.learnLimits();
  return serveUntil(server, ports, {
    stopped: Promise.race([ports.stopped, line.stopRequested]),
    failed: ports.write,
    ready: (url, open) => line.say({ about: 'ready', url, open }),
    stop: () => undefined,
  });
}

async function runCrew(config: Config, ports: RunServerPorts, count: number): Promise<number> {
  const { write, stopped } = ports;
  const logger = openLogger(config.log);
  try {
    return await runWorkers({
      count,
      logger,
      elapsed: () => performance.now(),
      stopped,
      drainMs: config.server.drainSeconds * 1000,
      onReady: ({ url, open }) => write(started(config, ports, { url, open, workers: count })),
      onStop: (reason) => write(goodbye(reason)),
      ...(ports.onReload === undefined ? {} : { onReload: ports.onReload }),
    });
  } finally {
    logger.close();
  }
}

/** When a server stops, and messages printed while it runs. */
interface Words {
  stopped: Promise<string>;
  /** Called with the reason why a reload changed nothing. */
  failed: (reason: string) => unknown;
  ready: (url: string, open: boolean) => unknown;
  stop: (reason: string) => unknown;
}

async function serveUntil(server: DragomanServer, { onReload }: RunServerPorts, say: Words): Promise<number> {
  const reload = () => server.reload().catch((error: unknown) => say.failed(explain(error)));
  const ignore = onReload?.(() => void reload());
  try {
    const { url } = await server.listen();
    say.ready(url, await server.isOpen());
    say.stop(await say.stopped);
    await server.drain();
    await server.close();
    return exitCodes.stopped;
  } catch (error) {
    await server.close().catch(() => undefined);
    throw error;
  } finally {
    ignore?.();
  }
}

function goodbye(reason: string): string {
  return `Dragoman stops (${reason}).\n`;
}

function started(
  config: Config,
  { command = 'dragoman' }: RunServerPorts,
  server: Pick<StartedServer, 'url' | 'open' | 'workers'>,
): string {
  // A port that the system selects is named by the cards.
  const grpc = grpcAddress(config, config.a2a.grpc.port === 0 ? undefined : config.a2a.grpc.port);
  const { host, port, publicUrl } = config.server;
  const address = publicUrl === undefined || port === 0 ? undefined : `${host}:${port}`;
  const [store, hasConsole] = [describeStore(config), config.console.enabled];
  return startMessage({ ...server, address, store, hasConsole, grpc, command });
}

function isRefusal(error: unknown): boolean {
  return isConfigError(error) || isStartRefused(error) || error instanceof StoreOpenError;
}

function explain(error: unknown): string {
  if (isConfigError(error)) {
    const problems = error.problems.map(({ key, origin, message }) => `  ${key} (${origin}): ${message}`);
    return `The configuration is invalid:\n${problems.join('\n')}\n`;
  }
  if (isStartRefused(error) || error instanceof StoreOpenError) return `${error.message}\n${error.help}\n`;
  return `Dragoman cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
}
