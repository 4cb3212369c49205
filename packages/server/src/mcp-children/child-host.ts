/**
 * The MCP servers over stdio in the parent process of several workers: one child serves all of them. A server ends
 * when no worker uses its definition any more.
 */
import type { LinkRequest, Questions } from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';
import { Failure, toFailure, toPlainFailure } from '@dragoman/model';
import type { Logger } from '../observe/logger.js';
import type { FromHost, HostedRequest, HostedServer, ToHost } from './host-messages.js';
import type { SupervisedServer } from './supervised-server.js';
import { superviseServer } from './supervised-server.js';
import { createWatchdog } from './watchdog.js';

/** Dependencies of the host. */
export interface ChildHostPorts {
  elapsed: () => number;
  logger: Pick<Logger, 'debug'>;
}

/** A worker, as the host knows it. */
export interface HostedWorker {
  id: number;
  send(message: FromHost): void;
}

/** Runs the servers. */
export interface ChildHost {
  hear(worker: HostedWorker, message: ToHost): void;
  /** The worker has ended: nothing waits for its requests, and its servers may be unused. */
  forget(worker: number): void;
  /** Ends all servers. */
  close(): Promise<void>;
}

/** A server and the workers that use it. */
interface Hosted {
  server: SupervisedServer;
  users: Map<number, HostedWorker>;
}

/** A message that gets one outcome. */
type Request = Exclude<Extract<ToHost, { key: string; id: number }>, { type: 'hear' }>;

/** A request that waits for its server. */
interface Waiting {
  worker: number;
  hasLeft: boolean;
}

/** A resource that a worker watches. */
interface Watch {
  worker: number;
  key: string;
  stop: AbortController;
}

/** Maximum number of log messages of one request. */
const maxLogs = 10_000;

/** Creates the host; a server starts with the first request to it. */
export function createChildHost(ports: ChildHostPorts): ChildHost {
  return new ServerHost(ports);
}

/** Callers are followed by `hasLeft`; the signal is part of the type only. */
const { signal: unused } = new AbortController();

class ServerHost implements ChildHost {
  readonly #ports: ChildHostPorts;
  readonly #watchdog = createWatchdog();
  readonly #servers = new Map<string, Hosted>();
  /** By worker and id. */
  readonly #waiting = new Map<string, Waiting>();
  /** By worker and id. */
  readonly #watches = new Map<string, Watch>();
  /** How to end what workers hear about pages, by worker and id. */
  readonly #hearing = new Map<string, { worker: number; end(): void }>();
  readonly #questions = new Map<number, { worker: number; answer(message: JsonObject): void }>();
  #lastQuestion = 0;

  constructor(ports: ChildHostPorts) {
    this.#ports = ports;
  }

  hear(worker: HostedWorker, message: ToHost): void {
    if (message.type === 'open') this.#open(worker, message.key, message.server);
    else if (message.type === 'cancel') this.#leave(`${worker.id} ${message.id}`);
    else if (message.type === 'unwatch') this.#watches.get(`${worker.id} ${message.id}`)?.stop.abort();
    else if (message.type === 'hear') this.#hear(worker, message);
    else if (message.type === 'unhear') this.#hearing.get(`${worker.id} ${message.id}`)?.end();
    else if (message.type === 'answer') this.#questions.get(message.question)?.answer(message.message);
    else if (message.type === 'tell') this.#tell(message.key, message.method);
    else void this.#serve(worker, message);
  }

  forget(worker: number): void {
    for (const [key, waiting] of this.#waiting) if (waiting.worker === worker) this.#leave(key);
    for (const [id, question] of this.#questions) if (question.worker === worker) this.#questions.delete(id);
    for (const key of this.#servers.keys()) void this.#close(worker, key);
    this.#endWatches(worker);
    for (const hearing of this.#hearing.values()) if (hearing.worker === worker) hearing.end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map(({ server }) => server.close()));
    this.#watchdog.close();
  }

  #open(worker: HostedWorker, key: string, hosted: HostedServer): void {
    const found = this.#servers.get(key) ?? this.#create(key, hosted);
    found.users.set(worker.id, worker);
    worker.send({ type: 'mark', key, mark: found.server.link().mark ?? '' });
  }

  #create(key: string, { name, command, ...limits }: HostedServer): Hosted {
    const users = new Map<number, HostedWorker>();
    const tellOne = (message: FromHost) => {
      const [first] = users.values();
      first?.send(message);
    };
    const server = superviseServer(command, {
      ...limits,
      elapsed: this.#ports.elapsed,
      watchdog: this.#watchdog,
      onNoise: (text) => this.#ports.logger.debug({ server: name, said: text }, 'an MCP server wrote to stderr'),
      onListChanged: () => tellOne({ type: 'list-changed', key }),
      onChange: (change) => {
        for (const user of users.values()) user.send({ type: 'mark', key, mark: server.link().mark ?? '' });
        tellOne({ type: 'change', key, change });
      },
    });
    const hosted = { server, users };
    this.#servers.set(key, hosted);
    return hosted;
  }

  #tell(key: string, method: string): void {
    const server = this.#servers.get(key)?.server;
    // A server that cannot be started fails the request that follows.
    server
      ?.link()
      .tell(method, { modern: false, version: '' })
      .catch(() => undefined);
  }

  async #serve(worker: HostedWorker, message: Request): Promise<void> {
    const { id } = message;
    try {
      worker.send({ type: 'done', id, ...(await this.#run(worker, message)) });
    } catch (thrown) {
      worker.send({ type: 'done', id, failure: toPlainFailure(toFailure(thrown)) });
    }
  }

  async #run(
    worker: HostedWorker,
    message: Request,
  ): Promise<Omit<Extract<FromHost, { type: 'done' }>, 'type' | 'id'>> {
    const { key } = message;
    if (message.type === 'close') {
      await this.#close(worker.id, key);
      return {};
    }
    const server = this.#servers.get(key)?.server;
    if (server === undefined) throw new Failure('UNAVAILABLE', { message: 'The MCP server is stopped.' });
    if (message.type === 'state') return { state: server.state() };
    if (message.type === 'ask') return { answer: await this.#ask(worker, server, message) };
    if (message.type === 'watch') {
      await this.#watch(worker, server, message);
      return {};
    }
    await server.restart();
    return {};
  }

  /** Ends a server with its last user. */
  async #close(worker: number, key: string): Promise<void> {
    const hosted = this.#servers.get(key);
    if (hosted?.users.has(worker) !== true) return;
    this.#endWatches(worker, key);
    if (hosted.users.size > 1) return void hosted.users.delete(worker);
    // The last user still gets the event of its end.
    this.#servers.delete(key);
    await hosted.server.close();
  }

  async #ask(worker: HostedWorker, server: SupervisedServer, asked: Extract<ToHost, { type: 'ask' }>) {
    const key = `${worker.id} ${asked.id}`;
    const waiting: Waiting = { worker: worker.id, hasLeft: false };
    this.#waiting.set(key, waiting);
    try {
      const link = server.link({ signal: unused, hasLeft: () => waiting.hasLeft });
      return await link.ask(this.#requestOf(worker, asked), asked.era);
    } finally {
      this.#waiting.delete(key);
    }
  }

  async #watch(worker: HostedWorker, server: SupervisedServer, watch: Extract<ToHost, { type: 'watch' }>) {
    const { id, key, uri, era } = watch;
    const name = `${worker.id} ${id}`;
    const stop = new AbortController();
    this.#watches.set(name, { worker: worker.id, key, stop });
    const onUpdate = () => worker.send({ type: 'updated', id });
    try {
      const opened = await server.link().watch?.(uri, era, { onUpdate, signal: stop.signal });
      void opened?.ended.then(() => {
        this.#watches.delete(name);
        worker.send({ type: 'unwatched', id });
      });
    } catch (thrown) {
      this.#watches.delete(name);
      throw thrown;
    }
  }

  /** Ends the watches of a worker: all of them, or those of one server. */
  #endWatches(worker: number, key?: string): void {
    for (const watch of this.#watches.values()) {
      if (watch.worker === worker && (key === undefined || watch.key === key)) watch.stop.abort();
    }
  }

  /** Reports to the worker which pages users have finished. */
  #hear(worker: HostedWorker, { key, id }: { key: string; id: number }): void {
    const name = `${worker.id} ${id}`;
    const hearing = this.#servers.get(key)?.server.hear(this.#questionsOf(worker, id, undefined));
    if (hearing === undefined) return;
    const end = () => {
      hearing();
      this.#hearing.delete(name);
    };
    this.#hearing.set(name, { worker: worker.id, end });
  }

  #requestOf(worker: HostedWorker, { id, request }: { id: number; request: HostedRequest }): LinkRequest {
    const { wantsProgress, wantsLogs, asks, ...plain } = request;
    return {
      ...plain,
      ...(wantsLogs === true ? { onLog: logsTo(worker, id) } : {}),
      ...(wantsProgress ? { onProgress: (progress) => worker.send({ type: 'progress', id, progress }) } : {}),
      ...(asks === undefined ? {} : { questions: this.#questionsOf(worker, id, asks.session) }),
    };
  }

  /** Passes the questions of a server to the worker of the call. */
  #questionsOf(worker: HostedWorker, id: number, session: string | undefined): Questions {
    let open = 0;
    return {
      session,
      isAsking: () => open > 0,
      refuse: (reason) => worker.send({ type: 'refuse', id, reason }),
      completed: (elicitationId = null) => worker.send({ type: 'completed', id, elicitationId }),
      answer: (request) =>
        new Promise((resolve) => {
          this.#lastQuestion += 1;
          const question = this.#lastQuestion;
          open += 1;
          const answer = (message: JsonObject) => {
            this.#questions.delete(question);
            open -= 1;
            resolve(message);
          };
          this.#questions.set(question, { worker: worker.id, answer });
          worker.send({ type: 'question', id, question, request });
        }),
    };
  }

  #leave(key: string): void {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) waiting.hasLeft = true;
  }
}

/** Passes the log messages of a request to its worker. */
function logsTo(worker: HostedWorker, id: number): NonNullable<LinkRequest['onLog']> {
  let count = 0;
  return (message) => {
    count += 1;
    if (count <= maxLogs) worker.send({ type: 'log', id, message });
  };
}
