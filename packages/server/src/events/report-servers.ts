/** Changes, starts and ends of stdio MCP servers as events, for administrators. */
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { ServerEvent } from '@dragoman/model';
import type { PublishEvent } from './event-sender.js';

/** What happened to a server. */
export type ServerChange = Pick<ServerEvent, 'type' | 'pid' | 'reason' | 'retry_ms'>;

/** Creates the listener that publishes the changes; `worker` is the process id of this worker. */
export function createServerReport(
  publish: PublishEvent,
  clock: Clock,
  worker: number,
): (server: string, change: ServerChange) => void {
  return (server, change) => {
    publish({ event: { ...change, at: timestamp(clock), server, worker }, audience: { kind: 'admin' } });
  };
}
