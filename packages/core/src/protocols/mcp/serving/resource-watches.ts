/**
 * Which resources the sessions of this process watch. A resource is watched by the process that has the stream which the
 * client opened with GET, or until there is one, by the process that got the subscription. Updates are sent at most a few
 * times a second for each resource, and wait while the client has no stream; without one the watches end soon, and are
 * started again with the next one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, toFailure } from '@dragoman/model';
import { coalesceUpdates } from '../coalesce-updates.js';
import type { KeptSubscriptions } from './kept-subscriptions.js';
import { mostOfSession, tooManyOfSession } from './kept-subscriptions.js';
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

/** The stream of a session. */
export interface WatchStream {
  /** Sends an update. */
  send(uri: string): void;
  /** Makes the request to watch a resource that the session has subscribed to. */
  request(uri: string): Promise<WatchRequest>;
}

/** Watched resources. */
export interface ResourceWatches {
  /** Watches a resource for a session, once. */
  add(session: string, uri: string, request: WatchRequest): Promise<void>;
  remove(session: string, uri: string): Promise<void>;
  /** Ends all watches of a session, which has ended. */
  end(session: string): Promise<void>;
  /** Sends each update of a session until stopped. */
  listen(session: string, stream: WatchStream): () => void;
  /** Watches for one stream, until it ends; updates are limited in the same way. */
  follow(request: WatchRequest, send: () => void, signal: AbortSignal): Promise<void>;
}

/** The number of watches of a caller in all processes of the server. */
export interface WatchCounts {
  /** Answers the other processes with the number here. */
  serve(count: (owner: string) => number): void;
  /** The number in all processes, this one included. */
  total(owner: string): Promise<number>;
}

/** Dependencies. */
export interface ResourceWatchPorts {
  kept: KeptSubscriptions;
  peers?: SessionPeers | undefined;
  /** Absent where this process is the only one of the server. */
  counts?: WatchCounts | undefined;
}

/** Maximum number of resources that are watched for one session, by all processes for one caller, and by this one for all. */
const most = { session: mostOfSession, owner: 200, all: 1000 };

/** Milliseconds in which a watch moves to the process that has the stream; until then both count it. */
const moveMs = 300;

/** Milliseconds between two checks whether the client of a session has a stream, and checks without one that end its watches. */
const checks = { everyMs: 30_000, silent: 2 };

/** Milliseconds before watches are started again that failed; doubled after each attempt up to the maximum. */
const restoreAfterMs = { first: 1000, most: 60_000 };

/** `failed`: it may succeed later; `none`: it is watched already, or cannot be. */
type TakeOver = 'watched' | 'failed' | 'none';

/** Milliseconds after which a watch ends; clients subscribe again. */
const goodForMs = 24 * 3_600_000;

interface Watch {
  /** Resolves when the service has accepted. */
  ready: Promise<void>;
  stop(): void;
}

/** The watches of one session. */
interface Watching {
  readonly uris: Map<string, Watch>;
  /** Updates that wait for a stream. */
  readonly missed: Set<string>;
  /** True when another process has a stream of the client. */
  isHeard: boolean;
  /** Checks in a row that found no stream. */
  silent: number;
  timer?: NodeJS.Timeout;
}

/** Creates the list. */
export function createResourceWatches(ports: ResourceWatchPorts): ResourceWatches {
  return new Watches(ports);
}

class Watches implements ResourceWatches {
  readonly #kept: KeptSubscriptions;
  readonly #peers: SessionPeers | undefined;
  readonly #elsewhere: WatchCounts | undefined;
  readonly #sessions = new Map<string, Watching>();
  /** The latest is used: clients may open another one before they notice that the last one is broken. */
  readonly #streams = new Map<string, Set<WatchStream>>();
  readonly #counts = createCounts();

  constructor({ kept, peers, counts }: ResourceWatchPorts) {
    this.#kept = kept;
    this.#peers = peers;
    this.#elsewhere = counts;
    counts?.serve((owner) => this.#counts.of(owner));
    peers?.hear((news) => this.#hear(news));
  }

  async add(session: string, uri: string, request: WatchRequest): Promise<void> {
    const { uris } = this.#sessions.get(session) ?? {};
    if (uris !== undefined && !uris.has(uri) && uris.size >= most.session) throw tooManyOfSession();
    const start: WatchRequest['start'] = async (onUpdate, signal) => {
      await this.#requireRoom(request.owner);
      await request.start(onUpdate, signal);
    };
    await this.#watch(session, uri, { ...request, start });
    try {
      await this.#kept.add(session, uri);
    } catch (thrown) {
      this.#drop(session, uri);
      throw thrown;
    }
  }

  async remove(session: string, uri: string): Promise<void> {
    await this.#kept.remove(session, uri);
    if (!this.#drop(session, uri)) this.#peers?.tell({ session, unwatched: uri });
  }

  async end(session: string): Promise<void> {
    this.#dropAll(session);
    await this.#kept.end(session);
  }

  listen(session: string, stream: WatchStream): () => void {
    const own = this.#streams.get(session) ?? new Set();
    this.#streams.set(session, own.add(stream));
    this.#peers?.tell({ session, isListening: true });
    this.#flush(session);
    void this.#restore(session, stream);
    return () => {
      own.delete(stream);
      if (own.size > 0 || this.#streams.get(session) !== own) return;
      this.#streams.delete(session);
      this.#peers?.tell({ session, isListening: false });
    };
  }

  /** Watches what the session has subscribed to, if another process did or one that has ended; tries again while services fail. */
  async #restore(session: string, stream: WatchStream): Promise<void> {
    let pause = restoreAfterMs.first;
    while (this.#isOpen(session, stream)) {
      if (await this.#takeOverAll(session, stream).catch(() => false)) return;
      await sleep(pause, undefined, { ref: false });
      pause = Math.min(pause * 2, restoreAfterMs.most);
    }
  }

  /** False when a resource cannot be watched for now. */
  async #takeOverAll(session: string, stream: WatchStream): Promise<boolean> {
    const outcomes = new Map<string, TakeOver>();
    for (const uri of await this.#kept.list(session)) outcomes.set(uri, await this.#takeOver(session, uri, stream));
    // The client may have unsubscribed meanwhile.
    const still = new Set(await this.#kept.list(session));
    for (const [uri, outcome] of outcomes) {
      if (!still.has(uri)) this.#drop(session, uri);
      // Updates may have been lost meanwhile.
      else if (outcome === 'watched') this.#report(session, uri);
    }
    return ![...outcomes.values()].includes('failed');
  }

  async #takeOver(session: string, uri: string, stream: WatchStream): Promise<TakeOver> {
    if (this.#sessions.get(session)?.uris.has(uri) === true || !this.#isOpen(session, stream)) return 'none';
    try {
      await this.#watch(session, uri, await stream.request(uri));
      return 'watched';
    } catch (thrown) {
      return toFailure(thrown).row.retryable ? 'failed' : 'none';
    }
  }

  /** Takes over what another process has just begun to watch. */
  async #takeOverNew(session: string, uri: string, stream: WatchStream): Promise<void> {
    if ((await this.#takeOver(session, uri, stream)) === 'failed') await this.#restore(session, stream);
  }

  #isOpen(session: string, stream: WatchStream): boolean {
    return this.#streams.get(session)?.has(stream) === true;
  }

  /** Watches a resource, or waits for a watch that has begun. */
  #watch(session: string, uri: string, request: WatchRequest): Promise<void> {
    const own = this.#sessions.get(session) ?? createWatching();
    const there = own.uris.get(uri);
    if (there !== undefined) return there.ready;
    const release = this.#counts.take(request.owner);
    const controller = new AbortController();
    const stop = () => {
      controller.abort();
      release();
    };
    const watch: Watch = { ready: Promise.resolve(), stop };
    own.uris.set(uri, watch);
    this.#sessions.set(session, own);
    this.#startChecks(session, own);
    watch.ready = this.#start(session, uri, { ...request, signal: controller.signal }).catch((thrown) => {
      if (own.uris.get(uri) === watch) this.#drop(session, uri);
      throw thrown;
    });
    return watch.ready;
  }

  /** Called when the new watch is counted here, so that two processes never exceed the limit together. */
  async #requireRoom(owner: string): Promise<void> {
    if (this.#elsewhere === undefined || (await this.#elsewhere.total(owner)) <= most.owner) return;
    await sleep(moveMs, undefined, { ref: false });
    if ((await this.#elsewhere.total(owner)) > most.owner) throw tooManyOfOwner();
  }

  async #start(session: string, uri: string, request: WatchRequest & { signal: AbortSignal }): Promise<void> {
    const { start, isOffered, signal } = request;
    const report = () => void ifOffered(isOffered, signal, () => this.#report(session, uri));
    await start(coalesceUpdates(report, signal), AbortSignal.any([signal, AbortSignal.timeout(goodForMs)]));
    // A watch of the same resource in another process is replaced by this one, or this one by the process with the stream.
    this.#peers?.tell({ session, watched: uri, ...(this.#streams.has(session) ? { isListening: true } : {}) });
  }

  async follow({ owner, start, isOffered }: WatchRequest, send: () => void, ends: AbortSignal): Promise<void> {
    const release = this.#counts.take(owner);
    // Its own, since Node warns of many listeners on the signal that all watches of a stream share.
    const signal = AbortSignal.any([ends]);
    signal.addEventListener('abort', release, { once: true });
    const report = () => void ifOffered(isOffered, signal, send);
    try {
      await this.#requireRoom(owner);
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
    const stream = this.#latest(session);
    if (updated !== undefined) stream?.send(updated);
    if (unwatched !== undefined) this.#drop(session, unwatched);
    if (stream !== undefined && (watched !== undefined || news.findsStream === true)) {
      this.#peers?.tell({ session, isListening: true });
    }
    if (watched !== undefined && (stream === undefined || isListening === true)) this.#drop(session, watched);
    else if (watched !== undefined && stream !== undefined) void this.#takeOverNew(session, watched, stream);
    if (isEnd(news)) this.#dropAll(session);
  }

  #latest(session: string): WatchStream | undefined {
    return [...(this.#streams.get(session) ?? [])].at(-1);
  }

  #report(session: string, uri: string): void {
    const stream = this.#latest(session);
    const own = this.#sessions.get(session);
    if (stream !== undefined) stream.send(uri);
    else if (own?.isHeard === true) this.#peers?.tell({ session, updated: uri });
    else own?.missed.add(uri);
  }

  #flush(session: string): void {
    const { missed } = this.#sessions.get(session) ?? {};
    const uris = [...(missed ?? [])];
    missed?.clear();
    for (const uri of uris) this.#report(session, uri);
  }

  #dropAll(session: string): void {
    for (const uri of [...(this.#sessions.get(session)?.uris.keys() ?? [])]) this.#drop(session, uri);
  }

  /** False when this process does not watch it. */
  #drop(session: string, uri: string): boolean {
    const own = this.#sessions.get(session);
    const watch = own?.uris.get(uri);
    if (own === undefined || watch === undefined) return false;
    watch.stop();
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
    if (own.silent >= checks.silent) this.#dropAll(session);
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
    of: (owner: string) => counts.get(owner) ?? 0,
    /** Counts one more; returns the function that ends it, once. */
    take(owner: string): () => void {
      const count = counts.get(owner) ?? 0;
      if (count >= most.owner) throw tooManyOfOwner();
      if (all >= most.all) {
        throw tooMany(`This server process watches ${most.all} resources, which is the limit. Try again later.`);
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

function tooManyOfOwner(): Failure {
  return tooMany(
    `The server watches ${most.owner} resources for you, which is the limit. Unsubscribe from others first.`,
  );
}

function tooMany(message: string): Failure {
  return new Failure('RATE_LIMITED', { message });
}

/** Reports an update, if the caller may still read the resource. */
async function ifOffered(isOffered: () => Promise<boolean>, signal: AbortSignal, report: () => void): Promise<void> {
  const may = await isOffered().catch(() => false);
  if (may && !signal.aborted) report();
}
