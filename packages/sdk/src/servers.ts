/** Stdio MCP servers that the registry runs, for administrators. */
import { listOf } from './read-hits.js';
import { objectWith } from './read-object.js';
import type { CallOptions, Incoming, Outgoing, Transport } from './transport.js';

/** A stdio MCP server. */
export interface StdioServer {
  name: string;
  command: string;
  /** Id of the process that runs it: the server, or the parent process of its workers. */
  worker: number;
  /** `settings`: it is configured in `mcp.stdio`; `added`: an administrator added it at run time. */
  origin: 'settings' | 'added';
  /**
   * `idle`: it starts with the next call; `paused`: it has failed and is not started again yet; `disabled`: it was
   * added, and the settings do not allow that it runs.
   */
  state: 'running' | 'idle' | 'paused' | 'disabled';
  pid?: number;
  uptime_ms?: number;
  restarts: number;
  /** Calls that wait for its response. */
  waiting: number;
  /** Why it ended last, or why it is disabled. */
  reason?: string;
  /** Milliseconds before it may be started again. */
  retry_ms?: number;
  /** Last lines on standard error: third-party text. */
  stderr: string[];
}

/** The definition of a stdio MCP server to store; the command runs without a shell. */
export interface StdioServerRequest {
  command: string;
  args?: readonly string[];
  /** Working directory, an absolute path. */
  cwd?: string;
  /** Values of environment variables, which are sealed and never returned; null keeps the stored value. */
  env?: Readonly<Record<string, string | null>>;
}

/** The definition of a stdio MCP server. */
export interface StdioServerDefinition {
  name: string;
  origin: 'settings' | 'added';
  command: string;
  args: string[];
  cwd?: string;
  /** Names of its environment variables. */
  env: string[];
  /** The following only for added servers. */
  owner?: string;
  version?: number;
  created_at?: string;
  updated_at?: string;
}

/** A definition and its ETag. */
export interface StoredStdioServer {
  server: StdioServerDefinition;
  /** For `ifMatch`; absent for a server of the settings. */
  etag?: string;
}

/** What a command would be as an MCP server: it was started, asked for its tools and ended. */
export interface StdioServerPreview {
  outcome: 'created' | 'updated' | 'unchanged';
  server: StdioServerDefinition;
  preview: {
    /** True: it answered with a list of tools. */
    starts: boolean;
    /** The following texts are third-party text. */
    server_name?: string;
    server_version?: string;
    tools: { name: string; description: string }[];
    /** Number of all its tools; `tools` has the first 500. */
    tool_count: number;
    /** Why it cannot be used. */
    problem?: { code: string; message: string };
    /** Last lines on standard error. */
    stderr: string[];
  };
}

/** Write options of a server. */
export interface ServerWriteOptions extends CallOptions {
  /** Expected ETag; throws when the server has changed since. */
  ifMatch?: string;
}

/** Calls for stdio servers. */
export interface ServerCalls {
  list(options?: CallOptions): Promise<StdioServer[]>;
  read(name: string, options?: CallOptions): Promise<StoredStdioServer>;
  /** Adds a server that runs next to the registry, where `mcp.addServers` allows it. */
  add(request: StdioServerRequest & { name: string }, options?: CallOptions): Promise<StoredStdioServer>;
  /** Replaces the definition of an added server. */
  replace(name: string, request: StdioServerRequest, options?: ServerWriteOptions): Promise<StoredStdioServer>;
  /** Starts the command, lists its tools and ends it; stores nothing. `exists`: it would replace the server. */
  preview(
    request: StdioServerRequest & { name: string },
    options?: CallOptions & { exists?: boolean },
  ): Promise<StdioServerPreview>;
  /** Removes an added server; services that were imported from it stay. */
  remove(name: string, options?: ServerWriteOptions): Promise<void>;
  /** Ends the server if it runs, and starts it at once. */
  restart(name: string, options?: CallOptions): Promise<void>;
}

/** Milliseconds that a preview may take: the command has 20 seconds. */
const previewTimeoutMs = 40_000;

/** Creates the calls over a transport. */
export function createServerCalls(transport: Transport): ServerCalls {
  const write = async (outgoing: Pick<Outgoing, 'method' | 'to' | 'body'>, options: ServerWriteOptions = {}) => {
    const { ifMatch, ...call } = options;
    const headers = { 'idempotency-key': transport.newId(), ...conditionOf(ifMatch) };
    return readServer(await transport.send({ ...call, ...outgoing, headers, repeatable: true }));
  };
  return {
    async list(options = {}) {
      const { body, status } = await transport.send({ ...options, method: 'GET', to: ['servers'], repeatable: true });
      return listOf(body, status, ['servers']) as StdioServer[];
    },
    read: async (name, options = {}) =>
      readServer(await transport.send({ ...options, method: 'GET', to: ['servers', name], repeatable: true })),
    add: (body, options) => write({ method: 'POST', to: ['servers'], body }, options),
    replace: (name, body, options) => write({ method: 'PUT', to: ['servers', name], body }, options),
    async preview({ name, ...definition }, { exists = false, ...options } = {}) {
      const answer = await transport.send({
        ...options,
        ...(exists
          ? { method: 'PUT', to: ['servers', name], body: definition }
          : { method: 'POST', to: ['servers'], body: { name, ...definition } }),
        headers: { 'x-dry-run': 'true' },
        timeoutMs: previewTimeoutMs,
        repeatable: false,
      });
      return objectWith<StdioServerPreview>(answer, 'preview of an MCP server', { outcome: 'string' });
    },
    async remove(name, { ifMatch, ...options } = {}) {
      const headers = conditionOf(ifMatch);
      await transport.send({ ...options, method: 'DELETE', to: ['servers', name], headers, repeatable: true });
    },
    async restart(name, options = {}) {
      await transport.send({ ...options, method: 'POST', to: ['servers', name, 'restart'], repeatable: true });
    },
  };
}

function conditionOf(ifMatch: string | undefined): Record<string, string> {
  return ifMatch === undefined ? {} : { 'if-match': ifMatch };
}

function readServer(answer: Incoming): StoredStdioServer {
  const needed = { name: 'string', command: 'string', args: 'list', env: 'list' } as const;
  const server = objectWith<StdioServerDefinition>(answer, 'MCP server', needed);
  const etag = answer.headers.get('etag');
  return { server, ...(etag === null ? {} : { etag }) };
}
