/** Runs the server until it is told to stop: what `dragoman serve` does. */
import type { Config } from './config/config.js';
import { isConfigError } from './config/config-error.js';
import type { ConfigSources } from './config/load-config.js';
import { loadConfig } from './config/load-config.js';
import type { DragomanServer } from './create-server.js';
import { createServer } from './create-server.js';
import { describeStore } from './open-store.js';
import { isStartRefused } from './start-refused.js';
import { StoreOpenError } from './stores/index.js';

/** What running needs of the process. */
export interface RunServerPorts {
  sources: ConfigSources;
  /** Takes messages for people. */
  write: (text: string) => void;
  /** Resolves with the reason when the process is told to stop. */
  stopped: Promise<string>;
}

/** Exit codes: stopped as told, cannot start as configured, something broke. */
export const exitCodes = { stopped: 0, refused: 2, broken: 3 } as const;

/** Runs the server; resolves to the exit code. */
export async function runServer({ sources, write, stopped }: RunServerPorts): Promise<number> {
  let server: DragomanServer | undefined;
  try {
    const config = loadConfig(sources);
    server = await createServer(config);
    const { url } = await server.listen();
    write(banner(config, url, await server.isOpen()));
    const reason = await stopped;
    write(`Dragoman stops (${reason}).\n`);
    await server.close();
    return exitCodes.stopped;
  } catch (error) {
    write(explain(error));
    await server?.close().catch(() => undefined);
    return isRefusal(error) ? exitCodes.refused : exitCodes.broken;
  }
}

const openWords = 'open: everybody on this machine may do everything; the first key ends that (dragoman keys create)';
const closedWords = 'a credential is needed for everything but reading what is public (dragoman keys create)';

function banner(config: Config, url: string, open: boolean): string {
  return [
    `Dragoman listens on ${url}`,
    `  store   ${describeStore(config)}`,
    `  access  ${open ? openWords : closedWords}`,
    `  try     curl ${url}/agents    or    dragoman search "words"    or    ${url}/openapi.json`,
    '',
  ].join('\n');
}

function isRefusal(error: unknown): boolean {
  return isConfigError(error) || isStartRefused(error) || error instanceof StoreOpenError;
}

function explain(error: unknown): string {
  if (isConfigError(error)) {
    const problems = error.problems.map(({ key, origin, message }) => `  ${key} (${origin}): ${message}`);
    return `The configuration cannot be used:\n${problems.join('\n')}\n`;
  }
  if (isStartRefused(error) || error instanceof StoreOpenError) return `${error.message}\n${error.help}\n`;
  return `Dragoman cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
}
