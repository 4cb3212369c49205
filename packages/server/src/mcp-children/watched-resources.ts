/**
 * The resources of one run of a child that somebody watches: one subscription for each, however many watch it. In the
 * revisions with sessions it is `resources/subscribe`, in the stateless one a request that stays open
 * (`subscriptions/listen`), as the changes of lists are there.
 */
import type { Era, LinkAnswer, LinkRequest, OpenWatch, ResourceWatcher } from '@dragoman/core/faces';
import { answerOf, coalesceUpdates, failureOf, paramsFor } from '@dragoman/core/faces';
import { rpcNotification, rpcRequest } from '@dragoman/core/http';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';

/** Dependencies: the run of the child. */
export interface WatchPorts {
  /** Sends a request and waits for its response. */
  ask(request: LinkRequest, era: Era): Promise<LinkAnswer>;
  send(message: JsonObject): void;
  nextId(): number;
  /** Name and version of this client. */
  client: JsonObject;
  /** Milliseconds for the acknowledgment of an open request. */
  timeoutMs: number;
}

/** Maximum number of watched resources of one child. */
const maxWatched = 1000;

/** Levels of a URI at which a change is looked for: a server may report a part of a watched resource. */
const maxLevels = 16;

/** A watched resource. */
interface Watched {
  watchers: Set<Watching>;
  /** Resolves when the child has accepted the subscription. */
  accepted: Promise<Subscription>;
  /** Reports a change, not too often. */
  changed(): void;
  /** Ends the reports. */
  stop: AbortController;
}

interface Watching extends Pick<ResourceWatcher, 'onUpdate'> {
  end(): void;
}

/** An accepted subscription. */
interface Subscription {
  end(): void;
}

/** An open request of the stateless revision. */
interface Listening {
  accept(): void;
  /** The child has refused or ended it. */
  end(answer: LinkAnswer): void;
}

const listen = 'subscriptions/listen';

/** The watched resources of one run. */
export class WatchedResources {
  readonly #ports: WatchPorts;
  readonly #watched = new Map<string, Watched>();
  /** Open requests by their id. */
  readonly #open = new Map<JsonValue, Listening>();
  #followsLists = false;

  constructor(ports: WatchPorts) {
    this.#ports = ports;
  }

  /** Watches a resource until the watcher leaves or the child ends; rejects when the child refuses. */
  async watch(uri: string, era: Era, { onUpdate, signal }: ResourceWatcher): Promise<OpenWatch> {
    if (signal.aborted) throw new Failure('CANCELLED');
    const watched = this.#watched.get(uri) ?? this.#subscribe(uri, era);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const watching: Watching = { onUpdate, end };
    watched.watchers.add(watching);
    const leave = () => {
      end();
      watched.watchers.delete(watching);
      this.#endUnused(uri, watched);
    };
    signal.addEventListener('abort', leave, { once: true });
    void ended.then(() => signal.removeEventListener('abort', leave));
    try {
      await watched.accepted;
    } catch (thrown) {
      leave();
      throw thrown;
    }
    return { ended };
  }

  /** The child reports that a resource has changed. */
  updated(uri: JsonValue | undefined): void {
    if (typeof uri !== 'string' || this.#watched.size === 0) return;
    let end = uri.length;
    for (let level = 0; level < maxLevels && end > 0; level += 1) {
      this.#watched.get(uri.slice(0, end))?.changed();
      if (end < uri.length) this.#watched.get(uri.slice(0, end + 1))?.changed();
      end = uri.lastIndexOf('/', end - 1);
    }
  }

  /** Asks a child of the stateless revision, once, to report changes of its lists; it may refuse. */
  followLists(era: Era): void {
    if (this.#followsLists) return;
    this.#followsLists = true;
    const notifications = { toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true };
    this.#listen(notifications, era).catch(() => undefined);
  }

  /** The child has accepted an open request. */
  acknowledged(id: JsonValue | undefined): void {
    if (id !== undefined) this.#open.get(id)?.accept();
  }

  /** A response that no other request waits for. */
  answered(id: JsonValue, message: Parameters<typeof answerOf>[0]): void {
    this.#open.get(id)?.end(answerOf(message));
  }

  /** The child has ended. */
  endAll(why: Failure): void {
    for (const watched of this.#watched.values()) this.#finish(watched);
    this.#watched.clear();
    const answer: LinkAnswer = { kind: 'error', error: { code: 0, message: why.message }, status: 503 };
    for (const { end } of [...this.#open.values()]) end(answer);
  }

  #subscribe(uri: string, era: Era): Watched {
    if (this.#watched.size >= maxWatched) {
      const message = `${maxWatched} resources of this MCP server are watched already; unsubscribe from others first.`;
      throw new Failure('RATE_LIMITED', { message });
    }
    const watchers = new Set<Watching>();
    const report = () => {
      for (const { onUpdate } of watchers) onUpdate();
    };
    const stop = new AbortController();
    const accepted = era.modern
      ? this.#listen({ resourceSubscriptions: [uri] }, era, () => this.#forget(uri, watched))
      : this.#subscribeInSession(uri, era);
    const watched: Watched = { watchers, accepted, changed: coalesceUpdates(report, stop.signal), stop };
    this.#watched.set(uri, watched);
    accepted.catch(() => this.#forget(uri, watched));
    return watched;
  }

  async #subscribeInSession(uri: string, era: Era): Promise<Subscription> {
    const answer = await this.#ports.ask({ method: 'resources/subscribe', params: { uri } }, era);
    if (answer.kind === 'error') throw failureOf(answer);
    const end = () => {
      this.#ports.ask({ method: 'resources/unsubscribe', params: { uri } }, era).catch(() => undefined);
    };
    return { end };
  }

  /** Opens a request that stays open; resolves when the child has accepted it. */
  #listen(notifications: JsonObject, era: Era, onEnd: () => void = () => undefined): Promise<Subscription> {
    const { client, nextId, send, timeoutMs } = this.#ports;
    const id = nextId();
    const params = paramsFor({ method: listen, params: { notifications } }, era, { id, client });
    const end = () => {
      if (this.#open.delete(id)) send(rpcNotification('notifications/cancelled', { requestId: id }));
    };
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        end();
        reject(new Failure('UPSTREAM_TIMEOUT'));
      }, timeoutMs).unref();
      const accept = () => {
        clearTimeout(late);
        resolve({ end });
      };
      this.#open.set(id, {
        accept,
        end: (answer) => {
          clearTimeout(late);
          this.#open.delete(id);
          reject(answer.kind === 'error' ? failureOf(answer) : ended());
          onEnd();
        },
      });
      send(rpcRequest(id, listen, params));
    });
  }

  /** Ends a subscription that nobody uses; until the child has accepted it, others may still join it. */
  #endUnused(uri: string, watched: Watched): void {
    watched.accepted.then(
      (subscription) => {
        if (watched.watchers.size > 0 || this.#watched.get(uri) !== watched) return;
        this.#forget(uri, watched);
        subscription.end();
      },
      () => undefined,
    );
  }

  #forget(uri: string, watched: Watched): void {
    if (this.#watched.get(uri) === watched) this.#watched.delete(uri);
    this.#finish(watched);
  }

  #finish({ watchers, stop }: Watched): void {
    stop.abort();
    for (const { end } of watchers) end();
  }
}

function ended(): Failure {
  return new Failure('UPSTREAM_ERROR', { message: 'The server ended the subscription.' });
}
