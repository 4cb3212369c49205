/** Follows change notifications of live MCP servers: which servers are subscribed to, and what a notification does. */

import type { SourceRecord, Store, Upstream } from '@dragoman/core/engine';
import { createLiveSend, listenForChanges, liveServer } from '@dragoman/core/faces';
import type { Clock } from '@dragoman/core/http';
import type { Config } from '../config/config.js';
import type { SourceCredentials } from '../credentials/source-credentials.js';
import type { RefreshTrigger } from './refresh-trigger.js';
import { createRefreshTrigger } from './refresh-trigger.js';
import type { ListWatch } from './watch-lists.js';
import { startListWatch } from './watch-lists.js';

/** Dependencies of following lists. */
export interface ListFollowingPorts {
  config: Pick<Config, 'outbound'>;
  store: Pick<Store, 'sources'>;
  clock: Clock;
  elapsed: () => number;
  upstream: Pick<Upstream, 'send'>;
  credentials: Pick<SourceCredentials, 'present'>;
  /** Version of this program, sent to servers. */
  version: string;
  report: (during: string) => (error: unknown) => void;
}

/** Callbacks for notifications of servers. */
export interface ListFollowing {
  /** The tools at an address have changed. */
  triggerRefresh: RefreshTrigger;
  /** Subscribes to servers over HTTP; servers over stdio notify as long as they run. */
  watch(): ListWatch;
}

/** Creates the list follower; subscriptions begin with `watch`. */
export function openListFollowing(ports: ListFollowingPorts): ListFollowing {
  const { store, clock, elapsed, report } = ports;
  const triggerRefresh = createRefreshTrigger({ sources: store.sources, clock, report: report('sources') });
  const watch = (): ListWatch => {
    const running = startListWatch({
      sources: store.sources,
      listen: (source, onChange, signal) => listen(ports, source, onChange, signal),
      isLive: isHeardOverHttp,
      onChange: triggerRefresh,
      elapsed,
      report: report('sources'),
    });
    const stop = async () => {
      triggerRefresh.stop();
      await running.stop();
    };
    return { round: running.round, stop };
  };
  return { triggerRefresh, watch };
}

function isHeardOverHttp(url: string): boolean {
  return liveServer(url)?.startsWith('http') === true;
}

async function listen(
  { config, upstream, credentials, version }: ListFollowingPorts,
  source: SourceRecord,
  onChange: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const credential = await credentials.present(source);
  const send = createLiveSend(upstream, { signal, ...(credential === undefined ? {} : { credential }) });
  const server = liveServer(source.url) ?? source.url;
  const client = { name: 'dragoman', version };
  return listenForChanges({ server, send, answerBytes: config.outbound.maxBytes, client }, onChange);
}
