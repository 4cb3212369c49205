/**
 * State that a server shares with the other workers on the same machine: rate limits, notifications of changes, tasks
 * and sessions, metrics.
 */

import type { SessionNews, SessionPeers } from '@dragoman/core/faces';
import type { MemoryRateLimiter, RateLimiter, SteadyClock } from '@dragoman/core/http';
import type { EventSequencer } from '../events/event.js';
import type { FromHost, HostChannel } from '../mcp-children/host-messages.js';
import type { MetricRegistry } from '../observe/metric-registry.js';
import type { WorkerQuestions } from './ask-workers.js';
import { createWorkerQuestions } from './ask-workers.js';
import { createCrewLimiter } from './crew-limiter.js';
import { createLimitExchange } from './limit-exchange.js';
import type { Line } from './message.js';

/** The other workers, as a server sees them. */
export interface Siblings {
  /** Makes a limiter count for all workers. */
  share(local: MemoryRateLimiter): RateLimiter;
  /** Makes a clock equal to that of the other workers, once `learnLimits` has resolved. */
  shareClock(steady: SteadyClock): void;
  /** Resolves when the shared limiter knows what the other workers have admitted, or after a timeout. */
  learnLimits(): Promise<void>;
  /** Notifies them that the store has changed. */
  notifyChange(): void;
  /** Registers a callback for such notifications. */
  onChange(listener: () => void): void;
  /** Notifies them of a remote task that no caller here waits for. */
  notifyTask(id: string): void;
  /** Registers a callback for such tasks. */
  onNotice(listener: (id: string) => void): void;
  /** Notifies the worker that makes a background call that it was canceled. */
  abortRun(id: string): void;
  /** Registers a callback for such calls. */
  onAbortRun(listener: (id: string) => void): void;
  /** MCP sessions, whose next message may go to any worker. */
  sessions: SessionPeers;
  /** Gives the events of all workers one order. */
  events: EventSequencer;
  /** Questions to all workers. */
  questions: WorkerQuestions;
  /** The stdio MCP servers, which the parent process runs for all workers. */
  childHost: HostChannel;
  /** Sets the metrics of this worker. */
  show(registry: MetricRegistry): void;
  /** The metrics of all workers in one text; undefined after a timeout. */
  figures(): Promise<string | undefined>;
}

/** Milliseconds to wait for the metrics of the others. */
const timeoutMs = 3000;

/** Creates the view of the other workers over the channel to the parent process. */
export function createSiblings(line: Line): Siblings {
  const changed: Array<() => void> = [];
  const tasks = createIdLine(line, 'task-notice');
  const runs = createIdLine(line, 'abort-run');
  const sessions: Array<(news: SessionNews) => void> = [];
  const events = createEventLine(line);
  const asked = new Map<number, (text: string) => void>();
  let charge: ReturnType<typeof createCrewLimiter>['charge'] = () => {};
  const limits = createLimitExchange(line);
  const questions = createWorkerQuestions(line);
  const childHost = createHostLine(line);
  let registry: MetricRegistry | undefined;
  let last = 0;
  line.hear((message) => {
    if (message.about === 'takes') charge(message.takes);
    else if (message.about === 'ask-limits') limits.send(message.from ?? 0);
    else if (message.about === 'limits') limits.learn(message);
    else if (message.about === 'change') for (const listener of changed) listener();
    else if (message.about === 'task-notice') tasks.take(message.id);
    else if (message.about === 'abort-run') runs.take(message.id);
    else if (message.about === 'mcp-session') for (const listener of sessions) listener(message.news);
    else if (message.about === 'numbered-events') events.hear(message.numbered);
    else if (message.about === 'ask' || message.about === 'answers') questions.hear(message);
    else if (message.about === 'from-child-host') childHost.hear(message.message);
    else if (message.about === 'all-figures') asked.get(message.id)?.(message.text);
    else if (message.about === 'ask-own-figures') void sendOwnMetrics(line, registry, message.id);
  });
  return {
    share(local) {
      limits.own.limiter = local;
      const shared = createCrewLimiter({ local, tell: (takes) => line.say({ about: 'takes', takes }) });
      charge = shared.charge;
      return shared;
    },
    shareClock: (steady) => {
      limits.own.steady = steady;
    },
    learnLimits: limits.ask,
    notifyChange: () => {
      line.say({ about: 'change' });
    },
    onChange: (listener) => {
      changed.push(listener);
    },
    notifyTask: tasks.tell,
    onNotice: tasks.hear,
    abortRun: runs.tell,
    onAbortRun: runs.hear,
    sessions: {
      tell: (news) => {
        line.say({ about: 'mcp-session', news });
      },
      hear: (listener) => {
        sessions.push(listener);
      },
    },
    events,
    questions,
    childHost,
    show: (own) => {
      registry = own;
    },
    async figures() {
      last += 1;
      const id = last;
      const all = await new Promise<string | undefined>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs, undefined).unref();
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

async function sendOwnMetrics(line: Line, registry: MetricRegistry | undefined, id: number): Promise<void> {
  line.say({ about: 'own-figures', id, figures: (await registry?.getMetricsAsJSON()) ?? [] });
}

/** Ids that the other workers are notified of. */
function createIdLine(line: Line, about: 'task-notice' | 'abort-run') {
  const listeners: Array<(id: string) => void> = [];
  return {
    tell: (id: string) => void line.say({ about, id }),
    hear: (listener: (id: string) => void) => void listeners.push(listener),
    take(id: string) {
      for (const listener of listeners) listener(id);
    },
  };
}

/** Events over the channel to the parent process, which numbers them. */
function createEventLine(line: Line): EventSequencer & { hear: Parameters<EventSequencer['receive']>[0] } {
  let listener: Parameters<EventSequencer['receive']>[0] = () => undefined;
  return {
    send: (drafts) => {
      line.say({ about: 'events', drafts });
    },
    receive: (next) => {
      listener = next;
    },
    hear: (numbered) => listener(numbered),
  };
}

/** The stdio MCP servers over the channel to the parent process, which runs them. */
function createHostLine(line: Line): HostChannel & { hear(message: FromHost): void } {
  let listener: (message: FromHost) => void = () => undefined;
  return {
    send: (message) => line.say({ about: 'to-child-host', message }),
    receive: (next) => {
      listener = next;
    },
    hear: (message) => listener(message),
  };
}
