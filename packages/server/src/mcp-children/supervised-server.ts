/** An MCP server over stdio that is started on demand, and restarted with backoff after it has ended. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Cancellation } from '@dragoman/core/engine';
import type {
  Era,
  LinkAnswer,
  LinkRequest,
  McpLink,
  OpenWatch,
  Questions,
  ResourceWatcher,
} from '@dragoman/core/faces';
import { coalesceUpdates, connectServer, logSeverity, paramsFor } from '@dragoman/core/faces';
import { rpcNotification, writeRpcRequest } from '@dragoman/core/http';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { changeFailure, Failure, toFailure } from '@dragoman/model';
import type { ServerChange } from '../events/report-servers.js';
import type { Child, ChildCommand } from './child.js';
import { startChild } from './child.js';
import type { ChildLine } from './child-link.js';
import { ChildLink } from './child-link.js';
import type { WaitingRequests } from './waiting-requests.js';
import { createWaitingRequests } from './waiting-requests.js';
import type { Watchdog } from './watchdog.js';
import { WatchedResources } from './watched-resources.js';

/** Dependencies of the supervision. */
export interface SupervisionPorts {
  watchdog: Watchdog;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  /** Maximum size of a response in bytes. */
  lineBytes: number;
  /** Response timeout in milliseconds. */
  timeoutMs: number;
  /** Name and version of this client. */
  client: JsonObject;
  /** True when it may have the roots of the client that it asks. */
  passesRoots: boolean;
  /** Prefix of the marks of its runs; another definition under the same name has another one. */
  generation: string;
  onNoise: (text: string) => void;
  /** Called when it was started or has ended. */
  onChange: (change: ServerChange) => void;
  /** Called when the server reports a changed list, a few times a second at most. */
  onListChanged: () => void;
}

/** A server over stdio, in this process or in the parent process of several workers. */
export interface ChildServer {
  link(cancellation?: Cancellation): McpLink;
  state(): SupervisedState | Promise<SupervisedState>;
  /** Ends it if it runs, and starts it now, whatever the backoff; throws if it ends at once. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A server that this process supervises. */
export interface SupervisedServer extends ChildServer {
  /** Passes on which pages users have finished; returns the function that ends this. */
  hear(questions: Questions): () => void;
  state(): SupervisedState;
}

/** What a supervised server does now. */
export interface SupervisedState {
  /** Id of the process that runs it. */
  worker: number;
  /** `idle`: it starts with the next call; `paused`: it has failed and is not started again yet. */
  state: 'running' | 'idle' | 'paused';
  pid?: number;
  /** Milliseconds since it was started. */
  uptimeMs?: number;
  /** How often it was started again. */
  restarts: number;
  /** Why it ended last. */
  reason?: string;
  /** Milliseconds before it may be started again. */
  retryMs?: number;
  /** Requests that wait for its response. */
  waiting: number;
  /** Last lines on standard error. */
  stderr: readonly string[];
}

/** Milliseconds before the next start after one, two, … consecutive exits; reset after a long run. */
const delay = { first: 200, most: 30_000, healthyAfter: 30_000 };

/** Milliseconds after a restart in which an end of a server that has not answered yet is reported as a failure to start. */
const earlyEndMs = 1000;

/** Maximum number of concurrent requests to one server. */
const maxWaiting = 500;

/** One run of the server with its waiting requests. */
interface Incarnation {
  child: Child;
  waiting: WaitingRequests;
  /** Responses to the handshakes by their parameters: all callers share one session. */
  handshakes: Map<string, Promise<LinkAnswer>>;
  /** Notifications that it got; each is sent once. */
  told: Set<string>;
  watched: WatchedResources;
  /** The least severe log level that was set. */
  logLevel: JsonValue | undefined;
}

/** A request and the caller that waits for its response. */
interface Asking {
  request: LinkRequest;
  era: Era;
  cancellation: Cancellation | undefined;
  id: number;
}

/** Creates the supervision; nothing runs before the first request. */
export function superviseServer(command: ChildCommand, ports: SupervisionPorts): SupervisedServer {
  const supervision = new Supervision(command, ports);
  const line: ChildLine = {
    mark: () => supervision.mark,
    ask: (request, era, cancellation) => supervision.ask(request, era, cancellation),
    tell: (method) => supervision.tell(method),
    watch: (uri, era, watcher) => supervision.watch(uri, era, watcher),
    hear: (questions) => supervision.hear(questions),
  };
  const link = (cancellation?: Cancellation) => new ChildLink(line, { cancellation, passesRoots: ports.passesRoots });
  return {
    link,
    state: () => supervision.state(),
    hear: line.hear,
    restart: () => supervision.restart(link()),
    close: () => supervision.close(),
  };
}

class Supervision {
  /** Changes with each run. */
  mark: string;
  readonly #command: ChildCommand;
  readonly #ports: SupervisionPorts;
  readonly #noise = createLastLines();
  #now: Incarnation | undefined;
  #generation = 0;
  #ends = 0;
  #starts = 0;
  #startedAt = 0;
  #notBefore = 0;
  #lastId = 0;
  #reason: string | undefined;
  #onEarlyEnd: (why: Failure) => void = () => undefined;
  /** True while it is ended on request. */
  #isEnding = false;
  #isClosed = false;

  constructor(command: ChildCommand, ports: SupervisionPorts) {
    this.#command = command;
    this.mark = `${ports.generation}0`;
    this.#ports = {
      ...ports,
      onNoise: (text) => {
        this.#noise.add(text);
        ports.onNoise(text.slice(0, keptLines.characters));
      },
      onListChanged: coalesceUpdates(ports.onListChanged),
    };
  }

  /** The current run, started if needed. */
  running(): Incarnation {
    if (this.#now !== undefined) return this.#now;
    const at = this.#ports.elapsed();
    if (this.#isClosed)
      throw new Failure('UNAVAILABLE', {
        message: 'The MCP server is stopped: it was removed or replaced, or the gateway is shutting down.',
      });
    if (at < this.#notBefore) {
      const retryAfter = Math.max(1, Math.ceil((this.#notBefore - at) / 1000));
      throw new Failure('UNAVAILABLE', { message: 'The MCP server keeps exiting and is paused.', retryAfter });
    }
    this.#startedAt = at;
    this.#starts += 1;
    const started = this.#incarnate();
    this.#now = started;
    const { pid } = started.child;
    if (pid !== undefined) this.#ports.onChange({ type: 'server.started', pid });
    return started;
  }

  ask(request: LinkRequest, era: Era, cancellation?: Cancellation): Promise<LinkAnswer> {
    const there = this.running();
    if (there.waiting.size >= maxWaiting) {
      throw new Failure('UNAVAILABLE', { message: 'Too many calls wait for this server.' });
    }
    if (request.method === 'initialize') return this.#shakeHands(there, request, era);
    if (!era.modern && there.handshakes.size === 0) throw justExited();
    if (era.modern && request.method !== 'server/discover') there.watched.followLists(era);
    if (request.method === 'logging/setLevel' && !lowersLevel(there, request.params.level)) return unchanged();
    const noted = request.onSend?.();
    const asking: Asking = { request, era, cancellation, id: this.#nextId() };
    if (!(noted instanceof Promise)) return write(there, asking, this.#ports);
    // It may have ended during the callback.
    return noted.then(() => {
      if (there === this.#now) return write(there, asking, this.#ports);
      throw justExited();
    });
  }

  /** Watches a resource in the current run, whose handshake the caller has made. */
  async watch(uri: string, era: Era, watcher: ResourceWatcher): Promise<OpenWatch> {
    const there = this.running();
    if (!era.modern && there.handshakes.size === 0) throw justExited();
    return there.watched.watch(uri, era, watcher);
  }

  /** A server that has ended says nothing more about the pages of its users. */
  hear(questions: Questions): () => void {
    return this.#now?.waiting.hear(questions) ?? nothing;
  }

  /** The first handshake is everybody's: it does not end with its caller, and later ones get the same response. */
  #shakeHands(there: Incarnation, request: LinkRequest, era: Era): Promise<LinkAnswer> {
    const key = JSON.stringify(request.params);
    const known = there.handshakes.get(key);
    if (known !== undefined) return known;
    const answer = write(there, { request, era, cancellation: undefined, id: this.#nextId() }, this.#ports);
    there.handshakes.set(key, answer);
    // A refused handshake is tried again by the next caller.
    return answer.then((settled) => {
      if (settled.kind === 'error') there.handshakes.delete(key);
      return settled;
    });
  }

  tell(method: string): void {
    const { child, told } = this.running();
    if (!told.has(method)) child.send(JSON.stringify(rpcNotification(method)));
    told.add(method);
  }

  state(): SupervisedState {
    const at = this.#ports.elapsed();
    const now = this.#now;
    const retryMs = now === undefined && at < this.#notBefore ? Math.ceil(this.#notBefore - at) : undefined;
    const pid = now?.child.pid;
    return {
      worker: process.pid,
      state: now !== undefined ? 'running' : retryMs === undefined ? 'idle' : 'paused',
      ...(now === undefined ? {} : { uptimeMs: Math.round(at - this.#startedAt) }),
      ...(pid === undefined ? {} : { pid }),
      restarts: Math.max(0, this.#starts - 1),
      ...(this.#reason === undefined ? {} : { reason: this.#reason }),
      ...(retryMs === undefined ? {} : { retryMs }),
      waiting: now?.waiting.size ?? 0,
      stderr: this.#noise.lines(),
    };
  }

  /** The handshake over the link is the first one, and everybody's. */
  async restart(link: McpLink): Promise<void> {
    await this.#end();
    this.#ends = 0;
    this.#notBefore = 0;
    const ended = new Promise<Failure>((resolve) => {
      this.#onEarlyEnd = resolve;
    });
    this.running();
    const answered = connectServer(link, this.#ports.client).then(nothing, nothing);
    const why = await Promise.race([ended, answered, pause(earlyEndMs, undefined, { ref: false })]);
    if (why !== undefined) throw changeFailure(why, { retryable: false });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#isEnding = true;
    await this.#now?.child.end();
    this.#isEnding = false;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #incarnate(): Incarnation {
    const { client, elapsed, timeoutMs, passesRoots, onListChanged } = this.#ports;
    const send = (message: JsonObject) => child.send(JSON.stringify(message));
    const nextId = () => this.#nextId();
    const watched = new WatchedResources({
      ask: async (request, era) => write(started, { request, era, cancellation: undefined, id: nextId() }, this.#ports),
      send,
      nextId,
      client,
      timeoutMs,
    });
    const waiting = createWaitingRequests({
      elapsed,
      passesRoots,
      send,
      onListChanged,
      watched,
      onBabble: () => child.cut('The MCP server sends messages without end and no response.'),
    });
    const child: Child = startChild(this.#command, {
      ...this.#ports,
      onMessage: waiting.take,
      onEnd: (why) => {
        this.#noteEnd(why);
        waiting.endAll(why);
        watched.endAll(why);
      },
    });
    const started = { child, waiting, handshakes: new Map(), told: new Set<string>(), watched, logLevel: undefined };
    return started;
  }

  #noteEnd(why: Failure): void {
    const at = this.#ports.elapsed();
    const pid = this.#now?.child.pid;
    this.#ends = at - this.#startedAt >= delay.healthyAfter ? 1 : this.#ends + 1;
    this.#notBefore = this.#isEnding ? 0 : at + Math.min(delay.first * 2 ** (this.#ends - 1), delay.most);
    this.#generation += 1;
    this.mark = `${this.#ports.generation}${this.#generation}`;
    this.#now = undefined;
    this.#reason = this.#isEnding ? 'It was stopped on request.' : why.message;
    const change = { ...(pid === undefined ? {} : { pid }), reason: this.#reason };
    if (this.#isEnding) this.#ports.onChange({ type: 'server.stopped', ...change });
    else {
      this.#ports.onChange({ type: 'server.failed', ...change, retry_ms: this.#notBefore - at });
      this.#onEarlyEnd(why);
    }
  }
}

const nothing = (): undefined => undefined;

/** A request of a session that has ended; the replacement is not initialized yet, so nothing is written to it. */
function justExited(): Failure {
  return new Failure('UNAVAILABLE', { message: 'The MCP server has just exited.' });
}

/** The level belongs to the session of all callers: it is only ever lowered, and each caller's messages are filtered. */
function lowersLevel(there: Incarnation, level: JsonValue | undefined): boolean {
  if (logSeverity(level) >= logSeverity(there.logLevel)) return false;
  there.logLevel = level;
  return true;
}

function unchanged(): Promise<LinkAnswer> {
  return Promise.resolve({ kind: 'result', result: {} });
}

/** Maximum number of lines and of characters per line that are kept. */
const keptLines = { lines: 50, characters: 500 };

/** Keeps the last lines of a text that arrives in pieces. */
function createLastLines(): { add(text: string): void; lines(): string[] } {
  const { lines: most, characters } = keptLines;
  let lines: string[] = [];
  let open = '';
  const shown = (some: readonly string[]) => some.filter((each) => each.trim() !== '').slice(-most);
  return {
    add(text) {
      const [first = '', ...rest] = text.slice(-most * characters).split(/\r?\n/);
      const added = [`${open}${first}`, ...rest].map((each) => each.slice(0, characters));
      open = added.pop() ?? '';
      lines = shown([...lines, ...added]);
    },
    lines: () => shown([...lines, open]),
  };
}

function write(
  { child, waiting }: Incarnation,
  { request, era, cancellation, id }: Asking,
  { client, elapsed, timeoutMs }: SupervisionPorts,
): Promise<LinkAnswer> {
  const params = paramsFor(request, era, { id, client });
  return new Promise((resolve, giveUp) => {
    const reject = (why: unknown) => {
      if (request.method !== 'initialize' || toFailure(why).code !== 'UPSTREAM_TIMEOUT') return giveUp(why);
      // A server that does not complete its initialization is killed; the next call starts another.
      const other = child.hasOtherOutput ? '; its standard output has lines that are not MCP messages' : '';
      const message = `The MCP server started, but did not respond to the initialization within ${Math.round(timeoutMs / 1000)} seconds${other}.`;
      child.cut(message);
      giveUp(new Failure('UPSTREAM_TIMEOUT', { message, cause: why }));
    };
    const { onProgress, onLog, questions } = request;
    const taskId = request.method === 'tasks/result' ? String(params.taskId) : undefined;
    waiting.add({
      id,
      cancellation,
      onProgress,
      onLog,
      questions,
      taskId,
      until: elapsed() + timeoutMs,
      resolve,
      reject,
    });
    child.send(writeRpcRequest(id, request.method, params));
  });
}
