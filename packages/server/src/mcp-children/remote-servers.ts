/** MCP servers over stdio that the parent process runs for all workers, as one worker sees them. */
import type { Cancellation } from '@dragoman/core/engine';
import type { Era, LinkAnswer, LinkRequest, OpenWatch, Questions, ResourceWatcher } from '@dragoman/core/faces';
import { Failure, fromPlainFailure } from '@dragoman/model';
import type { ChildCommand } from './child.js';
import type { ChildLine } from './child-link.js';
import { ChildLink, hasLeft, pollEveryMs } from './child-link.js';
import type { FromHost, HostChannel, HostedRequest, HostedServer, ToHost } from './host-messages.js';
import type { ChildServer, SupervisionPorts } from './supervised-server.js';

/** What a worker needs to know of a server besides what the parent process does. */
export type RemotePorts = Omit<SupervisionPorts, 'watchdog' | 'elapsed' | 'onNoise'> & { name: string };

/** The servers of the parent process. */
export interface RemoteServers {
  open(command: ChildCommand, ports: RemotePorts): ChildServer;
}

type Done = Extract<FromHost, { type: 'done' }>;

/** A request that waits for the parent process. */
interface Pending {
  resolve(done: Done): void;
  reject(why: Failure): void;
  request?: LinkRequest;
  cancellation?: Cancellation | undefined;
}

/** A server that this worker opened. */
interface Opened {
  mark: string;
  ports: RemotePorts;
}

/** Creates the view of the servers over the channel to the parent process. */
export function createRemoteServers(channel: HostChannel): RemoteServers {
  const requests = createPendingRequests(channel);
  const opened = new Map<string, Opened>();
  channel.receive((message) => {
    if (message.type === 'mark') {
      const server = opened.get(message.key);
      if (server !== undefined) server.mark = message.mark;
    } else if (message.type === 'change') opened.get(message.key)?.ports.onChange(message.change);
    else if (message.type === 'list-changed') opened.get(message.key)?.ports.onListChanged();
    else requests.hear(message);
  });
  return {
    open(command, ports) {
      const { name, generation, lineBytes, timeoutMs, client, passesRoots } = ports;
      const key = JSON.stringify([name, generation]);
      const mine: Opened = { mark: `${generation}0`, ports };
      opened.set(key, mine);
      const server: HostedServer = { name, command, generation, lineBytes, timeoutMs, client, passesRoots };
      channel.send({ type: 'open', key, server });
      const line: ChildLine = {
        mark: () => mine.mark,
        ask: (request, era, cancellation) => requests.ask(key, { request, era, cancellation }),
        tell: (method) => void channel.send({ type: 'tell', key, method }),
        watch: (uri, era, watcher) => requests.watch({ type: 'watch', key, uri, era }, watcher),
        hear: (questions) => requests.hearPages(key, questions),
      };
      return {
        link: (cancellation) => new ChildLink(line, { cancellation, passesRoots }),
        async state() {
          const { state } = await requests.send({ type: 'state', key });
          if (state === undefined) throw new Failure('INTERNAL');
          return state;
        },
        restart: async () => void (await requests.send({ type: 'restart', key })),
        async close() {
          // Without the parent process there is nothing to close.
          await requests.send({ type: 'close', key }).catch(() => undefined);
          if (opened.get(key) === mine) opened.delete(key);
        },
      };
    },
  };
}

/** A request, its caller and the generation of the server. */
interface Asking {
  request: LinkRequest;
  era: Era;
  cancellation: Cancellation | undefined;
}

/** A message before it has an id. */
type Unnumbered =
  | { type: 'close' | 'restart' | 'state'; key: string }
  | Omit<Extract<ToHost, { type: 'ask' }>, 'id'>
  | Unwatched;

type Unwatched = Omit<Extract<ToHost, { type: 'watch' }>, 'id'>;

/** A resource that this worker watches. */
interface Watching extends Pick<ResourceWatcher, 'onUpdate'> {
  end(): void;
}

/** The requests of this worker that wait. */
function createPendingRequests(channel: HostChannel) {
  const pending = new Map<number, Pending>();
  const hearing = new Map<number, Questions>();
  let last = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    if (pending.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    for (const [id, { cancellation }] of pending) if (hasLeft(cancellation)) channel.send({ type: 'cancel', id });
  };
  const nextId = () => {
    last += 1;
    return last;
  };
  const send = async (
    message: Unnumbered,
    caller: Pick<Pending, 'request' | 'cancellation'> = {},
    id = nextId(),
  ): Promise<Done> => {
    try {
      const done = await new Promise<Done>((resolve, reject) => {
        pending.set(id, { ...caller, resolve, reject });
        timer ??= setInterval(look, pollEveryMs).unref();
        if (!channel.send({ ...message, id })) reject(new Failure('UNAVAILABLE'));
      });
      if (done.failure !== undefined) throw fromPlainFailure(done.failure);
      return done;
    } finally {
      pending.delete(id);
    }
  };
  const watches = createRemoteWatches(channel, { send, nextId });
  return {
    send,
    watch: watches.watch,
    async ask(key: string, { request, era, cancellation }: Asking): Promise<LinkAnswer> {
      await request.onSend?.();
      const { answer } = await send(
        { type: 'ask', key, request: plainRequest(request), era },
        { request, cancellation },
      );
      if (answer === undefined) throw new Failure('INTERNAL');
      return answer;
    },
    hearPages(key: string, questions: Questions): () => void {
      const id = nextId();
      hearing.set(id, questions);
      channel.send({ type: 'hear', key, id });
      return () => {
        hearing.delete(id);
        channel.send({ type: 'unhear', id });
      };
    },
    hear(message: Exclude<FromHost, { key: string }>): void {
      const found = pending.get(message.id);
      if (message.type === 'done') found?.resolve(message);
      else if (message.type === 'updated') watches.open.get(message.id)?.onUpdate();
      else if (message.type === 'unwatched') watches.open.get(message.id)?.end();
      else if (message.type === 'log') found?.request?.onLog?.(message.message);
      else if (message.type === 'progress') found?.request?.onProgress?.(message.progress);
      else if (message.type === 'refuse') found?.request?.questions?.refuse(message.reason);
      else if (message.type === 'completed')
        (hearing.get(message.id) ?? found?.request?.questions)?.completed(message.elicitationId);
      else void answer(found?.request, message);
    },
  };

  async function answer(
    asked: LinkRequest | undefined,
    { question, request }: Extract<FromHost, { type: 'question' }>,
  ): Promise<void> {
    const message = await asked?.questions?.answer(request);
    if (message !== undefined) channel.send({ type: 'answer', question, message });
  }
}

interface WatchPorts {
  send(message: Unwatched, caller: object, id: number): Promise<Done>;
  nextId(): number;
}

/** The resources that this worker watches. */
function createRemoteWatches(channel: HostChannel, { send, nextId }: WatchPorts) {
  const open = new Map<number, Watching>();
  return {
    /** By the id of the request. */
    open: open as ReadonlyMap<number, Watching>,
    async watch(message: Unwatched, { onUpdate, signal }: ResourceWatcher): Promise<OpenWatch> {
      if (signal.aborted) throw new Failure('CANCELLED');
      const id = nextId();
      const ended = new Promise<void>((resolve) => {
        open.set(id, { onUpdate, end: resolve });
      });
      const leave = () => channel.send({ type: 'unwatch', id });
      signal.addEventListener('abort', leave, { once: true });
      void ended.then(() => {
        open.delete(id);
        signal.removeEventListener('abort', leave);
      });
      try {
        await send(message, {}, id);
      } catch (thrown) {
        open.get(id)?.end();
        throw thrown;
      }
      return { ended };
    },
  };
}

function plainRequest({ method, params, capabilities, onProgress, onLog, questions }: LinkRequest): HostedRequest {
  const session = questions?.session;
  const plain: HostedRequest = {
    method,
    params,
    ...(capabilities === undefined ? {} : { capabilities }),
    wantsProgress: onProgress !== undefined,
    ...(questions === undefined ? {} : { asks: session === undefined ? {} : { session } }),
  };
  if (onLog !== undefined) plain.wantsLogs = true;
  return plain;
}
