/**
 * Subscribes to the live MCP servers among the sources, so that a change of their tools is seen when it happens and
 * not only at the next poll. Servers without change notifications, and unreachable servers, are retried with backoff.
 */
import type { SourceRecord, SourceStore } from '@dragoman/core/engine';

/** Dependencies of watching. */
export interface WatchPorts {
  sources: Pick<SourceStore, 'list'>;
  /**
   * Listens until the stream ends; false when the server does not support change notifications. Throws when it is
   * unreachable.
   */
  listen: (source: SourceRecord, onChange: () => void, signal: AbortSignal) => Promise<boolean>;
  /** True for an address that can be subscribed to. */
  isLive: (url: string) => boolean;
  onChange: (url: string) => void;
  elapsed: () => number;
  /** Called when the sources cannot be read. */
  report: (error: unknown) => void;
  /** Milliseconds between two checks for sources to subscribe to. */
  pollMs?: number;
}

/** A running watch. */
export interface ListWatch {
  /** Checks for sources to subscribe to; resolves when every new stream was started. */
  round(): Promise<void>;
  stop(): Promise<void>;
}

/** Maximum number of open streams. */
const maxStreams = 64;

/**
 * Milliseconds before a server is tried again: after a stream that lasted, after an error (doubled), without support
 * for notifications.
 */
const again = { soon: 1000, first: 30_000, most: 3_600_000 } as const;

interface Listening {
  stop: AbortController;
  ended: Promise<void>;
}

/** Starts to watch. */
export function startListWatch(ports: WatchPorts): ListWatch {
  const streams = new Map<string, Listening>();
  const rests = new Map<string, { until: number; pause: number }>();
  const settle = (id: string, pause: number) => rests.set(id, { until: ports.elapsed() + pause, pause });
  const listen = async (source: SourceRecord, signal: AbortSignal) => {
    const longer = Math.min(2 * (rests.get(source.id)?.pause ?? again.first / 2), again.most);
    try {
      const heard = await ports.listen(source, () => ports.onChange(source.url), signal);
      settle(source.id, heard ? again.soon : again.most);
    } catch {
      // Errors of a server show when it is polled.
      settle(source.id, Math.max(longer, again.first));
    }
  };
  const open = (source: SourceRecord) => {
    const stop = new AbortController();
    const ended = listen(source, stop.signal).finally(() => streams.delete(source.id));
    streams.set(source.id, { stop, ended });
  };
  const round = async () => {
    const live = (await ports.sources.list()).filter(({ url }) => ports.isLive(url));
    const known = new Set(live.map(({ id }) => id));
    for (const [id, { stop }] of streams) if (!known.has(id)) stop.abort();
    for (const id of rests.keys()) if (!known.has(id)) rests.delete(id);
    for (const source of live) {
      if (streams.size >= maxStreams) return;
      const restsUntil = rests.get(source.id)?.until ?? Number.NEGATIVE_INFINITY;
      if (!streams.has(source.id) && ports.elapsed() >= restsUntil) open(source);
    }
  };
  const timer = setInterval(() => void round().catch(ports.report), ports.pollMs ?? 5000);
  timer.unref();
  return {
    round,
    async stop() {
      clearInterval(timer);
      for (const { stop } of streams.values()) stop.abort();
      await Promise.all([...streams.values()].map(({ ended }) => ended));
    },
  };
}
