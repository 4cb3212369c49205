/** What a server shares with the other workers of the same machine: allowances, notices of changes, of tasks and of sessions, figures. */

import type { SessionNews, SessionPeers } from '@dragoman/core/faces';
import type { MemoryRateLimiter, RateLimiter } from '@dragoman/core/http';
import type { MetricRegistry } from '../observe/metric-registry.js';
import { createCrewLimiter } from './crew-limiter.js';
import type { Line } from './message.js';

/** The other workers, as a server sees them. */
export interface Siblings {
  /** Makes a limiter count for all of them. */
  share(local: MemoryRateLimiter): RateLimiter;
  /** Tells them that something in the store is different now. */
  tellChange(): void;
  /** Calls back when one of them has told so. */
  onChange(listener: () => void): void;
  /** Tells them of a remote task that none here waits for. */
  tellNotice(id: string): void;
  /** Calls back with such a task that one of them was told of. */
  onNotice(listener: (id: string) => void): void;
  /** Sessions of MCP, whose next message may go to any of them. */
  sessions: SessionPeers;
  /** Names the figures that this one has to show. */
  show(registry: MetricRegistry): void;
  /** The figures of all of them in one text; undefined when they do not come in time. */
  figures(): Promise<string | undefined>;
}

/** Milliseconds that the figures of the others are waited for. */
const patienceMs = 3000;

/** Makes the view of the siblings over the line to the process that started this one. */
export function createSiblings(line: Line): Siblings {
  const changed: Array<() => void> = [];
  const noticed: Array<(id: string) => void> = [];
  const sessions: Array<(news: SessionNews) => void> = [];
  const asked = new Map<number, (text: string) => void>();
  let charge: ReturnType<typeof createCrewLimiter>['charge'] = () => {};
  let registry: MetricRegistry | undefined;
  let last = 0;
  line.hear((message) => {
    if (message.about === 'takes') charge(message.takes);
    else if (message.about === 'change') for (const listener of changed) listener();
    else if (message.about === 'task-notice') for (const listener of noticed) listener(message.id);
    else if (message.about === 'mcp-session') for (const listener of sessions) listener(message.news);
    else if (message.about === 'all-figures') asked.get(message.id)?.(message.text);
    else if (message.about === 'ask-own-figures') void tellOwn(line, registry, message.id);
  });
  return {
    share(local) {
      const shared = createCrewLimiter({ local, tell: (takes) => line.say({ about: 'takes', takes }) });
      charge = shared.charge;
      return shared;
    },
    tellChange: () => {
      line.say({ about: 'change' });
    },
    onChange: (listener) => {
      changed.push(listener);
    },
    tellNotice: (id) => {
      line.say({ about: 'task-notice', id });
    },
    onNotice: (listener) => {
      noticed.push(listener);
    },
    sessions: {
      tell: (news) => {
        line.say({ about: 'mcp-session', news });
      },
      hear: (listener) => {
        sessions.push(listener);
      },
    },
    show: (own) => {
      registry = own;
    },
    async figures() {
      last += 1;
      const id = last;
      const all = await new Promise<string | undefined>((resolve) => {
        const timer = setTimeout(resolve, patienceMs, undefined).unref();
        asked.set(id, (text) => {
          clearTimeout(timer);
          resolve(text);
        });
        if (!line.say({ about: 'ask-figures', id })) resolve(undefined);
      });
      asked.delete(id);
      return all;
    },
  };
}

async function tellOwn(line: Line, registry: MetricRegistry | undefined, id: number): Promise<void> {
  line.say({ about: 'own-figures', id, figures: (await registry?.getMetricsAsJSON()) ?? [] });
}
