/** Starts the MCP servers that run as child processes, and follows what administrators add. */
import type { Store } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { addedServersRefusal } from './access/added-servers-policy.js';
import type { Config } from './config/config.js';
import { childEnvironment } from './config/process-sources.js';
import type { RefreshTrigger } from './crawl/refresh-trigger.js';
import type { OpenEvents } from './events/open-events.js';
import { createServerReport } from './events/report-servers.js';
import type { AddedServers, ServerSeals } from './mcp-children/added-servers.js';
import { createAddedServers } from './mcp-children/added-servers.js';
import type { Children } from './mcp-children/open-children.js';
import { openChildren } from './mcp-children/open-children.js';
import { createRemoteServers } from './mcp-children/remote-servers.js';
import type { Logger } from './observe/logger.js';
import type { Siblings } from './workers/siblings.js';

/** Dependencies of the child processes. */
export interface ChildrenEnginePorts {
  config: Config;
  logger: Logger;
  elapsed: () => number;
  version: string;
  events: OpenEvents;
  clock: Clock;
  store: Pick<Store, 'designs'>;
  /** The other workers of this server, if any: all share one child of each server. */
  siblings?: Siblings;
  /** Creates a listener for background failures of the store. */
  report: (during: string) => (error: unknown) => void;
}

/** The MCP servers that run as child processes: those of the settings, and those that administrators added. */
export async function startChildren(
  { config, logger, elapsed, version, events, clock, store, report, siblings }: ChildrenEnginePorts,
  triggerRefresh: RefreshTrigger,
  seals: ServerSeals,
): Promise<{ children: Children; added: AddedServers }> {
  const children = openChildren({
    servers: config.mcp.stdio,
    environmentFor: childEnvironment,
    logger,
    elapsed,
    lineBytes: config.gateway.answerBytes,
    timeoutMs: config.upstream.totalTimeoutMs,
    client: { name: 'dragoman', version },
    passesRoots: config.mcp.stdioRoots === 'forward',
    onListChanged: (name) => triggerRefresh(`stdio:${name}`),
    onChange: createServerReport(events.publish, clock, process.pid),
    ...(siblings === undefined ? {} : { remote: createRemoteServers(siblings.childHost) }),
  });
  const added = createAddedServers({
    designs: store.designs,
    seals,
    children,
    configured: config.mcp.stdio.map(({ name }) => name),
    refusal: addedServersRefusal(config),
    onError: report('servers'),
  });
  await added.sync(true);
  added.follow();
  const close = async () => {
    added.stop();
    await children.close();
  };
  return { children: { ...children, close }, added };
}
