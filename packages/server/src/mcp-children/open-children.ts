/** The MCP servers that the operator configured to run as child processes, by name; they end with this server. */
import type { ChildLinks } from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { ChildServerConfig } from '../config/config.js';
import type { ServerChange } from '../events/report-servers.js';
import type { Logger } from '../observe/logger.js';
import type { SupervisedServer, SupervisedState } from './supervised-server.js';
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
  /** Called with the name of a server that reports changed tools. */
  onListChanged: (name: string) => void;
  /** Called with the name of a server that was started or has ended. */
  onChange: (name: string, change: ServerChange) => void;
}

/** The servers, and a function that ends them all. */
export interface Children extends ChildLinks {
  /** The configured servers and what they do now, in the order of the settings. */
  states(): ({ name: string; command: string } & SupervisedState)[];
  /** Ends a server if it runs, and starts it now; false when the name is unknown. */
  restart(name: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Registers them; each starts when it is first needed. */
export function openChildren(ports: ChildrenPorts): Children {
  const watchdog = createWatchdog();
  const known = new Map<string, SupervisedServer>(
    ports.servers.map(({ name, command, args = [], cwd, environment = [] }) => {
      const env = ports.environmentFor(environment);
      const onNoise = (text: string) =>
        ports.logger.debug({ server: name, said: text }, 'an MCP server wrote to stderr');
      const child = { command, args, env, ...(cwd === undefined ? {} : { cwd }) };
      return [
        name,
        superviseServer(child, {
          ...ports,
          watchdog,
          onNoise,
          onListChanged: () => ports.onListChanged(name),
          onChange: (change) => ports.onChange(name, change),
        }),
      ];
    }),
  );
  return {
    link(name, cancellation) {
      const server = known.get(name);
      if (server !== undefined) return server.link(cancellation);
      throw new Failure('UPSTREAM_REFUSED', { message: 'The operator has configured no MCP server of this name.' });
    },
    states: () =>
      ports.servers.map(({ name, command }) => {
        const server = known.get(name);
        if (server === undefined) throw new Error('every configured server is supervised');
        return { name, command, ...server.state() };
      }),
    async restart(name) {
      const server = known.get(name);
      await server?.restart();
      return server !== undefined;
    },
    async close() {
      await Promise.all([...known.values()].map((server) => server.close()));
      watchdog.close();
    },
  };
}
