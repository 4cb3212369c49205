/**
 * One stream of events for the whole page, however many screens listen. It is opened for the first listener, asks for
 * the topics of all of them, and is closed after the last one has left.
 */
import type { EventCalls, EventTopic, FollowedEvent } from '@dragoman/sdk';
import { eventTopics } from '@dragoman/sdk';

/** State of the stream. `lost`: it is connected again soon; `failed`: it is not. */
export type LiveState = 'off' | 'connecting' | 'live' | 'lost' | 'failed';

/** The events of the page. */
export interface LiveEvents {
  /** Calls the listener for each event of these topics, and for `ready` and `reload`; returns how to stop. */
  listen(topics: readonly EventTopic[], onEvent: (event: FollowedEvent) => void): () => void;
  state(): LiveState;
  /** Resolves when the stream is live, or will not be for now. */
  settled(): Promise<void>;
  watchState(listener: () => void): () => void;
}

interface Listener {
  topics: readonly EventTopic[];
  onEvent: (event: FollowedEvent) => void;
}

/** Milliseconds after which a changed set of listeners takes effect, so that a change of pages opens no stream in vain. */
const settleMs = 50;

/** Milliseconds that an action waits for the stream that shows its progress. */
const maxWaitMs = 2000;

function settledState(read: () => LiveState, watchers: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const watcher = () => {
      if (read() === 'connecting') return;
      watchers.delete(watcher);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      watchers.delete(watcher);
      resolve();
    }, maxWaitMs);
    watchers.add(watcher);
    watcher();
  });
}

/** Creates the events over the calls of a client. */
export function createLiveEvents(events: Pick<EventCalls, 'follow'>): LiveEvents {
  const listeners = new Set<Listener>();
  const watchers = new Set<() => void>();
  let state: LiveState = 'off';
  let running: { topics: string; stop: AbortController } | undefined;
  let lastEventId: string | undefined;
  const set = (next: LiveState) => {
    if (state === next) return;
    state = next;
    for (const watcher of watchers) watcher();
  };
  const deliver = (event: FollowedEvent) => {
    for (const { onEvent } of [...listeners]) onEvent(event);
  };
  const run = async (topics: readonly EventTopic[], signal: AbortSignal) => {
    const resume = lastEventId === undefined ? {} : { lastEventId };
    try {
      for await (const event of events.follow({ topics, signal, ...resume, onReconnect: () => set('lost') })) {
        if (signal.aborted) return;
        lastEventId = event.id;
        set('live');
        deliver(event);
      }
    } catch {
      // A stream that the server refuses is shown as not live; the page's own calls explain why.
      if (!signal.aborted) set('failed');
    }
  };
  const settle = () => {
    const topics = eventTopics.filter((topic) => [...listeners].some((each) => each.topics.includes(topic)));
    const wanted = topics.join(',');
    if (running?.topics === wanted) return;
    running?.stop.abort();
    running = undefined;
    if (topics.length === 0) {
      lastEventId = undefined;
      set('off');
      return;
    }
    running = { topics: wanted, stop: new AbortController() };
    set('connecting');
    void run(topics, running.stop.signal);
  };
  return {
    listen(topics, onEvent) {
      const listener = { topics, onEvent };
      listeners.add(listener);
      setTimeout(settle, settleMs);
      return () => {
        listeners.delete(listener);
        setTimeout(settle, settleMs);
      };
    },
    state: () => state,
    settled: () => settledState(() => state, watchers),
    watchState(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
