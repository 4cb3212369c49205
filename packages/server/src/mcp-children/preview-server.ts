/** Starts a command once, lists its tools and ends it, so that an administrator sees what would be added. */
import { readLiveServer } from '@dragoman/core/faces';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, toFailure } from '@dragoman/model';
import type { ChildCommand } from './child.js';
import type { SupervisionPorts } from './supervised-server.js';
import { superviseServer } from './supervised-server.js';

/** Dependencies of a preview. */
export type PreviewPorts = Pick<SupervisionPorts, 'watchdog' | 'elapsed' | 'lineBytes' | 'timeoutMs' | 'client'>;

/** What a command does as an MCP server; third-party text, truncated. */
export interface PreviewedServer {
  /** Name and version that it gives itself. */
  serverName?: string;
  serverVersion?: string;
  /** Its first tools. */
  tools: { name: string; description: string }[];
  /** Number of all its tools. */
  toolCount: number;
  /** Why it cannot be used. */
  problem?: { code: string; message: string };
  /** Last lines on standard error. */
  stderr: readonly string[];
}

/** Milliseconds for the start and the whole list, and previews at the same time. */
const limits = { timeoutMs: 20_000, concurrent: 2, tools: 500, name: 200, description: 500 };

/** Creates the function that previews commands, a few at a time. */
export function createServerPreview(
  ports: PreviewPorts,
): (command: ChildCommand, signal: AbortSignal) => Promise<PreviewedServer> {
  let running = 0;
  return async (command, signal) => {
    if (running >= limits.concurrent) {
      const message = 'Too many MCP servers are being previewed; try again in a few seconds.';
      throw new Failure('UNAVAILABLE', { message, retryAfter: 5 });
    }
    running += 1;
    try {
      return await previewServer(ports, command, signal);
    } finally {
      running -= 1;
    }
  };
}

async function previewServer(
  ports: PreviewPorts,
  command: ChildCommand,
  signal: AbortSignal,
): Promise<PreviewedServer> {
  const timeoutMs = Math.min(ports.timeoutMs, limits.timeoutMs);
  const late = AbortSignal.timeout(limits.timeoutMs);
  const nothing = () => undefined;
  const server = superviseServer(command, {
    ...ports,
    timeoutMs,
    passesRoots: false,
    generation: '',
    onNoise: nothing,
    onChange: nothing,
    onListChanged: nothing,
  });
  const link = server.link({ signal: AbortSignal.any([signal, late]) });
  try {
    const found = describe(await readLiveServer(link, '', ports.client));
    return { ...found, stderr: server.state().stderr };
  } catch (thrown) {
    signal.throwIfAborted();
    const { code, message } = toFailure(late.aborted ? new Failure('UPSTREAM_TIMEOUT', { cause: thrown }) : thrown);
    const { stderr, reason } = server.state();
    // The end of the process explains a failed request better than the request does.
    return { tools: [], toolCount: 0, problem: { code, message: reason ?? message }, stderr };
  } finally {
    await server.close();
  }
}

function describe({ serverInfo, tools }: JsonObject): Omit<PreviewedServer, 'stderr'> {
  const listed = Array.isArray(tools) ? tools : [];
  const info = isJsonObject(serverInfo) ? serverInfo : {};
  const named = textOf(info.name, limits.name);
  const version = textOf(info.version, limits.name);
  return {
    ...(named === '' ? {} : { serverName: named }),
    ...(version === '' ? {} : { serverVersion: version }),
    tools: listed.slice(0, limits.tools).map((tool) => {
      const { name, description } = isJsonObject(tool) ? tool : {};
      return { name: textOf(name, limits.name), description: textOf(description, limits.description) };
    }),
    toolCount: listed.length,
  };
}

function textOf(value: JsonValue | undefined, length: number): string {
  return typeof value === 'string' ? value.slice(0, length) : '';
}
