/**
 * Which resources the sessions of this process watch. Updates are sent on the stream that a client has opened with GET,
 * here or in another process, and at most a few times a second for each resource. They wait while the client has no
 * stream; a session without one is forgotten soon.
 */
import { Failure } from '@dragoman/model';
import { coalesceUpdates } from '../coalesce-updates.js';
import type { SessionNews, SessionPeers } from './sessions.js';
import { isEnd } from './sessions.js';

/** A resource that a caller wants to watch. */
export interface WatchRequest {
  /** The caller, whose watches are counted together. */
  owner: string;
  /** Starts to watch; resolves when the service has accepted. */
  start(onUpdate: () => void, signal: AbortSignal): Promise<void>;
  /** False when the caller may no longer read the resource: updates are not reported then. */
  isOffered(): Promise<boolean>;
}

/** Watched resources. */
export interface ResourceWatches {
  /** Watches a resource for a session, once. */
  add(session: string, uri: string, request: WatchRequest): Promise<void>;
  remove(session: string, uri: string): void;
  /** Ends all watches of a session. */
  end(session: string): void;
  /** Calls back for each update of a session until stopped. */
  listen(session: string, send: (uri: string) => void): () => void;
  /** Watches for one stream, until it ends; updates are limited in the same way. */
  follow(request: WatchRequest, send: () => void, signal: AbortSignal): Promise<void>;
}

/** Maximum number of watched resources of one session, of one caller, and of all. */
const most = { session: 50, owner: 200, all: 1000 };

/** Milliseconds between two checks whether the client of a session has a stream, and checks without one that end its watches. */
const checks = { everyMs: 30_000, silent: 2 };

/** Milliseconds after which a watch ends; clients subscribe again. */
const goodForMs = 24 * 3_600_000;

/** The watches of one session. */
interface Watching {
  /** Ends a watch, by URI. */
  readonly uris: Map<string, () => void>;
  /** Updates that wait for a stream. */
  readonly missed: Set<string>;
  /** True when another process has a stream of the client. */
  isHeard: boolean;
  /** Checks in a row that found no stream. */
  silent: number;
  timer?: NodeJS.Timeout;
}

/** Creates the list. */
export function createResourceWatches(peers?: SessionPeers): ResourceWatches {
  return new Watches(peers);
}

class Watches implements ResourceWatches {
  readonly #peers: SessionPeers | undefined;
  readonly #sessions = new Map<string, Watching>();
  /** The latest is used: clients may open another one before they notice that the last one is broken. */
  readonly #streams = new Map<string, Set<(uri: string) => void>>();
  readonly #counts = createCounts();

  constructor(peers: SessionPeers | undefined) {
    this.#peers = peers;
    peers?.hear((news) => this.#hear(news));
  }

  async add(session: string, uri: string, { owner, start, isOffered }: WatchRequest): Promise<void> {
    const own = this.#sessions.get(session) ?? createWatching();
    if (own.uris.has(uri)) return;
    if (own.uris.size >= most.session) {
      throw tooMany(`A session can watch ${most.session} resources at once. Unsubscribe from others first.`);
    }
    const release = this.#counts.take(owner);
    const controller = new AbortController();
    this.#sessions.set(session, own);
    own.uris.set(uri, () => {
      controller.abort();
      release();
    });
    this.#startChecks(session, own);
    // A watch of the same resource in another process is replaced by this one.
    this.#peers?.tell({ session, watched: uri });
    const { signal } = controller;
    const report = () => void ifOffered(isOffered, signal, () => this.#report(session, uri));
    try {
      await start(coalesceUpdates(report, signal), AbortSignal.any([signal, AbortSignal.timeout(goodForMs)]));
    } catch (thrown) {
      this.#drop(session, uri);
      throw thrown;
    }
  }

  remove(session: string, uri: string): void {
    if (!this.#drop(session, uri)) this.#peers?.tell({ session, unwatched: uri });
  }

  end(session: string): void {
    for (const uri of [...(this.#sessions.get(session)?.uris.keys() ?? [])]) this.#drop(session, uri);
  }

  listen(session: string, send: (uri: string) => void): () => void {
    const own = this.#streams.get(session) ?? new Set();
    this.#streams.set(session, own.add(send));
    this.#peers?.tell({ session, isListening: true });
    this.#flush(session);
    return () => {
      own.delete(send);
      if (own.size > 0 || this.#streams.get(session) !== own) return;
      this.#streams.delete(session);
      this.#peers?.tell({ session, isListening: false });
    };
  }

  async follow({ owner, start, isOffered }: WatchRequest, send: () => void, ends: AbortSignal): Promise<void> {
    const release = this.#counts.take(owner);
    // Its own, since Node warns of many listeners on the signal that all watches of a stream share.
    const signal = AbortSignal.any([ends]);
    signal.addEventListener('abort', release, { once: true });
    const report = () => void ifOffered(isOffered, signal, send);
    try {
      await start(coalesceUpdates(report, signal), signal);
    } catch (thrown) {
      release();
      throw thrown;
    }
  }

  #hear(news: SessionNews): void {
    const { session, updated, watched, unwatched, isListening } = news;
    const own = this.#sessions.get(session);
    if (isListening !== undefined && own !== undefined) {
      own.isHeard = isListening;
      if (isListening) this.#flush(session);
      // A third process may have another one.
      else this.#peers?.tell({ session, findsStream: true });
    }
    if (updated !== undefined) this.#deliver(session, updated);
    if (watched !== undefined) this.#drop(session, watched);
    if (unwatched !== undefined) this.#drop(session, unwatched);
    if ((watched !== undefined || news.findsStream === true) && this.#streams.has(session)) {
      this.#peers?.tell({ session, isListening: true });
    }
    if (isEnd(news)) this.end(session);
  }

  /** False when this process has no stream of the session. */
  #deliver(session: string, uri: string): boolean {
    const latest = [...(this.#streams.get(session) ?? [])].at(-1);
    latest?.(uri);
    return latest !== undefined;
  }

  #report(session: string, uri: string): void {
    if (this.#deliver(session, uri)) return;
    const own = this.#sessions.get(session);
    if (own?.isHeard === true) this.#peers?.tell({ session, updated: uri });
    else own?.missed.add(uri);
  }

  #flush(session: string): void {
    const { missed } = this.#sessions.get(session) ?? {};
    const uris = [...(missed ?? [])];
    missed?.clear();
    for (const uri of uris) this.#report(session, uri);
  }

  /** False when this process does not watch it. */
  #drop(session: string, uri: string): boolean {
    const own = this.#sessions.get(session);
    const stop = own?.uris.get(uri);
    if (own === undefined || stop === undefined) return false;
    stop();
    own.uris.delete(uri);
    own.missed.delete(uri);
    if (own.uris.size > 0) return true;
    clearInterval(own.timer);
    this.#sessions.delete(session);
    return true;
  }

  /** Ends the watches of a client that has left without a word, or whose process has ended. */
  #startChecks(session: string, own: Watching): void {
    own.timer ??= setInterval(() => this.#check(session, own), checks.everyMs).unref();
  }

  #check(session: string, own: Watching): void {
    const hasStream = this.#streams.has(session);
    own.silent = hasStream || own.isHeard ? 0 : own.silent + 1;
    if (own.silent >= checks.silent) this.end(session);
    else if (!hasStream) {
      own.isHeard = false;
      this.#peers?.tell({ session, findsStream: true });
    }
  }
}

function createWatching(): Watching {
  return { uris: new Map(), missed: new Set(), isHeard: false, silent: 0 };
}

/** Counts the watches of callers, and of all. */
function createCounts() {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    /** Counts one more; returns the function that ends it, once. */
    take(owner: string): () => void {
      const count = counts.get(owner) ?? 0;
      if (count >= most.owner) {
        throw tooMany(`You watch ${most.owner} resources already, which is the limit. Unsubscribe from others first.`);
      }
      if (all >= most.all) {
        throw tooMany(`${most.all} resources are watched already, which is the limit of this server. Try again later.`);
      }
      counts.set(owner, count + 1);
      all += 1;
      let isCounted = true;
      return () => {
        if (!isCounted) return;
        isCounted = false;
        all -= 1;
        const left = (counts.get(owner) ?? 1) - 1;
        if (left === 0) counts.delete(owner);
        else counts.set(owner, left);
      };
    },
  };
}

function tooMany(message: string): Failure {
  return new Failure('RATE_LIMITED', { message });
}

/** Reports an update, if the caller may still read the resource. */
async function ifOffered(isOffered: () => Promise<boolean>, signal: AbortSignal, report: () => void): Promise<void> {
  const may = await isOffered().catch(() => false);
  if (may && !signal.aborted) report();
}
