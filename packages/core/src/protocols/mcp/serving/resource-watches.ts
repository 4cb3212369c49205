/**
 * Which resources the sessions of this process watch. Updates are sent on the streams that a client has opened with
 * GET, here or in another process, and at most a few times a second for each resource.
 */
import { Failure } from '@dragoman/model';
import type { SessionPeers } from './sessions.js';
import { isEnd } from './sessions.js';

/** Starts to watch; resolves when the service has accepted. */
export type StartWatch = (onUpdate: () => void, signal: AbortSignal) => Promise<void>;

/** Watched resources. */
export interface ResourceWatches {
  /** Watches a resource for a session, once. */
  add(session: string, uri: string, start: StartWatch): Promise<void>;
  remove(session: string, uri: string): void;
  /** Ends all watches of a session. */
  end(session: string): void;
  /** Calls back for each update of a session until stopped. */
  listen(session: string, send: (uri: string) => void): () => void;
  /** Watches for one stream, until it ends; updates are limited in the same way. */
  follow(start: StartWatch, send: () => void, signal: AbortSignal): Promise<void>;
}

/** Maximum number of watched resources of one session, and of all. */
const most = { session: 50, all: 1000 };

/** Milliseconds between two notifications of one resource. */
const quietMs = 250;

/** Milliseconds after which the watches of a session without a stream end. */
const unheardMs = 60_000;

/** Milliseconds after which a watch ends; clients subscribe again. */
const goodForMs = 24 * 3_600_000;

/** Runs a function for a session after a while, unless it is stopped: for a client that has left without a word. */
function createTimers(ms: number, run: (session: string) => void) {
  const timers = new Map<string, NodeJS.Timeout>();
  const stop = (session: string) => {
    clearTimeout(timers.get(session));
    timers.delete(session);
  };
  return {
    stop,
    start(session: string) {
      stop(session);
      const end = () => {
        timers.delete(session);
        run(session);
      };
      timers.set(session, setTimeout(end, ms).unref());
    },
  };
}

/** Creates the list. */
export function createResourceWatches(peers?: SessionPeers): ResourceWatches {
  const watches = new Map<string, Map<string, AbortController>>();
  const streams = new Map<string, Set<(uri: string) => void>>();
  let count = 0;
  const unheard = createTimers(unheardMs, (session) => {
    if (streams.has(session)) return;
    end(session);
    peers?.tell({ session, unwatched: '' });
  });
  const deliver = (session: string, uri: string) => {
    for (const send of streams.get(session) ?? []) send(uri);
  };
  const remove = (session: string, uri: string) => {
    const own = watches.get(session);
    own?.get(uri)?.abort();
    if (own?.delete(uri) === true) count -= 1;
    if (own?.size === 0) watches.delete(session);
  };
  const end = (session: string) => {
    for (const uri of [...(watches.get(session)?.keys() ?? [])]) remove(session, uri);
  };
  peers?.hear((news) => {
    const { session, updated, unwatched } = news;
    if (news.isListening === true) unheard.stop(session);
    else if (updated !== undefined) deliver(session, updated);
    else if (unwatched === '') end(session);
    else if (unwatched !== undefined) remove(session, unwatched);
    else if (isEnd(news)) end(session);
  });
  return {
    async add(session, uri, start) {
      const own = watches.get(session) ?? new Map<string, AbortController>();
      if (own.has(uri)) return;
      if (own.size >= most.session || count >= most.all) throw tooMany();
      const controller = new AbortController();
      watches.set(session, own.set(uri, controller));
      count += 1;
      // With other processes, the stream may be in one of them.
      if (peers === undefined && !streams.has(session)) unheard.start(session);
      const send = () => {
        deliver(session, uri);
        peers?.tell({ session, updated: uri });
      };
      try {
        await start(
          calm(send, controller.signal),
          AbortSignal.any([controller.signal, AbortSignal.timeout(goodForMs)]),
        );
      } catch (thrown) {
        remove(session, uri);
        throw thrown;
      }
    },
    remove(session, uri) {
      if (watches.get(session)?.has(uri) === true) remove(session, uri);
      else peers?.tell({ session, unwatched: uri });
    },
    end,
    listen(session, send) {
      const own = streams.get(session) ?? new Set();
      streams.set(session, own.add(send));
      unheard.stop(session);
      peers?.tell({ session, isListening: true });
      return () => {
        own.delete(send);
        if (own.size > 0) return;
        if (streams.get(session) === own) streams.delete(session);
        unheard.start(session);
      };
    },
    async follow(start, send, signal) {
      if (count >= most.all) throw tooMany();
      count += 1;
      signal.addEventListener('abort', () => {
        count -= 1;
      });
      await start(calm(send, signal), signal);
    },
  };
}

function tooMany(): Failure {
  return new Failure('RATE_LIMITED', { message: 'Too many resources are watched; unsubscribe from others first.' });
}

/** At once, and again at the end of a quiet time if there were more calls in it. */
function calm(send: () => void, signal: AbortSignal): () => void {
  let waiting = false;
  let more = false;
  const call = (): void => {
    if (signal.aborted) return;
    more = waiting;
    if (waiting) return;
    waiting = true;
    send();
    setTimeout(() => {
      waiting = false;
      if (more) call();
    }, quietMs).unref();
  };
  return call;
}
