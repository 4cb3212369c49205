/** What the nodes of one store share through Redis besides limits: messages, events, streams, clients. */
import { createHash, randomUUID } from 'node:crypto';
import type { BreakerState } from '@dragoman/core/engine';
import type { SessionNews, SessionPeers, StreamJournal } from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { EventSequencer } from '../events/event.js';
import { createNodeFeed } from './node-feed.js';
import { createSharedEvents } from './redis-events.js';
import type { RedisLink } from './redis-link.js';
import type { SeenClients } from './seen-clients.js';
import { createSeenClients } from './seen-clients.js';
import { createStreamJournal } from './stream-journal.js';

/** The other nodes, as one node sees them. */
export interface NodeLink {
  sessions: SessionPeers;
  events: EventSequencer;
  journal: StreamJournal;
  clients: SeenClients;
  /** Notifies the node that makes a background call that it was canceled. */
  abortRun(id: string): void;
  onAbortRun(listener: (id: string) => void): void;
  /** Notifies the node that waits for a remote task. */
  notifyTask(id: string): void;
  onNotice(listener: (id: string) => void): void;
  /** Notifies the other nodes that a breaker has opened or closed. */
  tellBreaker(origin: string, state: BreakerState): void;
  onBreaker(listener: (origin: string, state: BreakerState) => void): void;
  /** Reads what the other nodes have shared so far; call it when all listeners are set. */
  start(): Promise<void>;
  stop(): void;
}

/** Dependencies. */
export interface NodeLinkPorts {
  link: RedisLink;
  /** Prefix of all keys of this cluster. */
  prefix: string;
  /** Other workers of this machine, which are notified directly while Redis is unavailable. */
  workers: { sessions?: SessionPeers | undefined; events: EventSequencer };
  onError: (error: unknown) => void;
}

/** The keys of one cluster have this prefix: the store names it, so that two clusters on one Redis never meet. */
export function clusterPrefix(secret: string): string {
  const cluster = createHash('sha256').update(`redis ${secret}`).digest('base64url').slice(0, 16);
  return `dragoman:{${cluster}}:`;
}

/** Opens the link. */
export function openNodeLink({ link, prefix, workers, onError }: NodeLinkPorts): NodeLink {
  const node = randomUUID();
  const feed = createNodeFeed({ link, key: `${prefix}news`, node, onError });
  const events = createSharedEvents({ link, key: `${prefix}events`, node, alone: workers.events, onError });
  const journal = createStreamJournal({ link, prefix: `${prefix}stream:` });
  const hearText = (topic: string, listener: (text: string) => void) =>
    feed.hear(topic, (value) => typeof value === 'string' && listener(value));
  return {
    sessions: shareSessions(feed, link, workers.sessions),
    events,
    journal,
    clients: createSeenClients(link, `${prefix}clients`, onError),
    abortRun: (id) => feed.send('abort-run', id),
    onAbortRun: (listener) => hearText('abort-run', listener),
    notifyTask: (id) => feed.send('task-notice', id),
    onNotice: (listener) => hearText('task-notice', listener),
    tellBreaker: (origin, state) => feed.send('breaker', { origin, state }),
    onBreaker: (listener) =>
      feed.hear(
        'breaker',
        (value) => isJsonObject(value) && listener(String(value.origin), value.state as BreakerState),
        { replays: false },
      ),
    async start() {
      await feed.start();
      await events.start();
    },
    stop() {
      feed.stop();
      journal.close();
    },
  };
}

function shareSessions(
  feed: Pick<ReturnType<typeof createNodeFeed>, 'send' | 'hear'>,
  link: Pick<RedisLink, 'state'>,
  workers: SessionPeers | undefined,
): SessionPeers {
  const listeners: ((news: SessionNews) => void)[] = [];
  const pass = (news: SessionNews) => {
    for (const listener of listeners) listener(news);
  };
  feed.hear('session', (value) => isJsonObject(value) && pass(value as unknown as SessionNews));
  workers?.hear(pass);
  return {
    tell(news) {
      feed.send('session', news as unknown as JsonObject);
      if (!link.state().connected) workers?.tell(news);
    },
    hear: (listener) => void listeners.push(listener),
  };
}
