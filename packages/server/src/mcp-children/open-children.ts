/**
 * The MCP servers that run as child processes, by name: those of the settings, and those that administrators added.
 * They end with this server.
 */
import type { ChildLinks } from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { ChildServerConfig } from '../config/config.js';
import type { ServerChange } from '../events/report-servers.js';
import type { Logger } from '../observe/logger.js';
import type { ChildCommand } from './child.js';
import type { PreviewedServer } from './preview-server.js';
import { createServerPreview } from './preview-server.js';
import type { RemoteServers } from './remote-servers.js';
import type { ChildServer, SupervisedState } from './supervised-server.js';
import { superviseServer } from './supervised-server.js';
import { createWatchdog } from './watchdog.js';

/** Dependencies of the child servers. */
export interface ChildrenPorts {
  servers: readonly ChildServerConfig[];
  /** Returns the environment of a server, from the names of the variables that the operator passes through. */
  environmentFor: (names: readonly string[]) => Record<string, string>;
  logger: Pick<Logger, 'debug'>;
  elapsed: () => number;
  lineBytes: number;
  timeoutMs: number;
  client: JsonObject;
  passesRoots: boolean;
  /** Called with the name of a server that reports changed tools. */
  onListChanged: (name: string) => void;
  /** Called with the name of a server that was added, changed, removed or started, or has ended. */
  onChange: (name: string, change: ServerChange) => void;
  /** The parent process of several workers, which runs the servers for all of them; absent without workers. */
  remote?: RemoteServers;
}

/** A server that an administrator added. */
export interface AddedChild {
  name: string;
  command: string;
  args: readonly string[];
  cwd?: string;
  /** Values of its own environment variables. */
  env: Readonly<Record<string, string>>;
  /** Increases with every change. */
  version: number;
  /** Why it may not run; absent when it may. */
  refusal?: string;
}

/** A server and what it does now. */
export interface ChildState extends Omit<SupervisedState, 'state'> {
  name: string;
  command: string;
  /** `added`: an administrator added it at run time. */
  origin: 'settings' | 'added';
  /** `disabled`: the settings do not allow that it runs; `reason` says why. */
  state: SupervisedState['state'] | 'disabled';
}

/** The servers, and a function that ends them all. */
export interface Children extends ChildLinks {
  /** What the servers do now: those of the settings in their order, then the added ones by name. */
  states(): Promise<ChildState[]>;
  /** Versions of the added servers by name. */
  added(): ReadonlyMap<string, number>;
  /** Adds a server, or replaces the added one of its name, which ends; `silent` reports nothing. */
  put(child: AddedChild, silent?: boolean): Promise<void>;
  /** Ends an added server and forgets it. */
  drop(name: string): Promise<void>;
  /** Ends a server if it runs, and starts it now; false when the name is unknown. */
  restart(name: string): Promise<boolean>;
  /** Starts a command, lists its tools and ends it. */
  preview(command: Omit<ChildCommand, 'env'> & Pick<AddedChild, 'env'>, signal: AbortSignal): Promise<PreviewedServer>;
  close(): Promise<void>;
}

interface Known {
  command: string;
  /** Absent for a server of the settings. */
  version?: number;
  /** The supervised server, or why it may not run. */
  server: ChildServer | string;
}

/** Registers them; each starts when it is first needed. */
export function openChildren(ports: ChildrenPorts): Children {
  const watchdog = createWatchdog();
  const supervise = (name: string, child: ChildCommand, version?: number): ChildServer => {
    const { lineBytes, timeoutMs, client, passesRoots, elapsed, remote } = ports;
    const shared = {
      lineBytes,
      timeoutMs,
      client,
      passesRoots,
      generation: version === undefined ? '' : `${version}.`,
      onListChanged: () => ports.onListChanged(name),
      onChange: (change: ServerChange) => ports.onChange(name, change),
    };
    if (remote !== undefined) return remote.open(child, { ...shared, name });
    const onNoise = (text: string) => ports.logger.debug({ server: name, said: text }, 'an MCP server wrote to stderr');
    return superviseServer(child, { ...shared, elapsed, watchdog, onNoise });
  };
  const known = new Map<string, Known>(
    ports.servers.map(({ name, command, args = [], cwd, environment = [] }) => {
      const child = { command, args, env: ports.environmentFor(environment), ...(cwd === undefined ? {} : { cwd }) };
      return [name, { command, server: supervise(name, child) }];
    }),
  );
  const preview = createServerPreview({ ...ports, watchdog });
  const end = async (server: Known['server'] | undefined) => {
    if (typeof server === 'object') await server.close();
  };
  return {
    link: (name, cancellation) => runnable(known, name).link(cancellation),
    states: () => Promise.all([...known].sort(byOrigin).map(stateOf)),
    added: () =>
      new Map([...known].flatMap(([name, { version }]) => (version === undefined ? [] : [[name, version] as const]))),
    async put({ name, command, args, cwd, env, version, refusal }, silent = false) {
      const before = known.get(name);
      // A server of the settings takes precedence over an added one of the same name.
      if (before !== undefined && before.version === undefined) return;
      const child = {
        command,
        args,
        env: { ...ports.environmentFor([]), ...env },
        ...(cwd === undefined ? {} : { cwd }),
      };
      known.set(name, { command, version, server: refusal ?? supervise(name, child, version) });
      if (!silent) ports.onChange(name, { type: before === undefined ? 'server.added' : 'server.changed' });
      await end(before?.server);
    },
    async drop(name) {
      const before = known.get(name);
      if (before?.version === undefined) return;
      known.delete(name);
      ports.onChange(name, { type: 'server.removed' });
      await end(before.server);
    },
    async restart(name) {
      const server = known.get(name)?.server;
      if (typeof server !== 'object') return false;
      await server.restart();
      return true;
    },
    preview: ({ env, ...command }, signal) =>
      preview({ ...command, env: { ...ports.environmentFor([]), ...env } }, signal),
    async close() {
      await Promise.all([...known.values()].map(({ server }) => end(server)));
      watchdog.close();
    },
  };
}

function runnable(known: ReadonlyMap<string, Known>, name: string): ChildServer {
  const server = known.get(name)?.server;
  if (typeof server === 'object') return server;
  throw new Failure('UPSTREAM_REFUSED', {
    message: server ?? `No MCP server with the name '${name}' is configured or added.`,
    help: 'Ask the operator to add or allow it (dragoman servers), or to remove the services that were imported from it.',
  });
}

function byOrigin([one, { version }]: [string, Known], [two, { version: other }]: [string, Known]): number {
  if (version === undefined || other === undefined) return Number(version !== undefined) - Number(other !== undefined);
  return one < two ? -1 : 1;
}

async function stateOf([name, { command, version, server }]: [string, Known]): Promise<ChildState> {
  const known = { name, command, origin: version === undefined ? ('settings' as const) : ('added' as const) };
  if (typeof server === 'object') return { ...known, ...(await server.state()) };
  const { pid: worker } = process;
  return { ...known, worker, state: 'disabled', reason: server, restarts: 0, waiting: 0, stderr: [] };
}
