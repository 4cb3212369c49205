/**
 * The parent process of the workers: starts them, relays their messages, replaces exited workers, stops them
 * together, and runs the stdio MCP servers that they share. It serves no requests and opens no store; if it dies, so
 * do the workers.
 */
import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { ChildHost } from '../mcp-children/child-host.js';
import { createChildHost } from '../mcp-children/child-host.js';
import type { Logger } from '../observe/logger.js';
import { createQuestionRelay } from './ask-workers.js';
import { createEventRelay } from './event-relay.js';
import type { Line, Message } from './message.js';
import { lineTo } from './message.js';
import { createMetricsAggregator } from './metrics-aggregator.js';
import { watchPendingConnections } from './pending-connections.js';
import { createRestartDelay } from './restart-delay.js';

/** Dependencies of running workers. */
export interface RunWorkersPorts {
  count: number;
  logger: Logger;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  /** Resolves with the reason when the process is asked to stop. */
  stopped: Promise<string>;
  /** Milliseconds for which workers drain before they stop. */
  drainMs: number;
  /** Called when all of them listen. */
  onReady: (ready: Extract<Message, { about: 'ready' }>) => void;
  /** Called with the reason before they are stopped. */
  onStop: (reason: string) => void;
  /** Calls the listener each time the process is asked to read its configuration again. */
  onReload?: (listener: () => void) => () => void;
}

/** Relays a worker's message to all others. */
const forAll: ReadonlyArray<Message['about']> = ['takes', 'change', 'task-notice', 'abort-run', 'mcp-session'];

/** Milliseconds that workers have to stop, after the time for draining, before they are killed. */
const graceMs = 25_000;

/**
 * Runs the workers; resolves to the exit code. The first one starts alone: an invalid configuration would fail all of
 * them, and only one may create a new store.
 */
export async function runWorkers(ports: RunWorkersPorts): Promise<number> {
  const crew = createCrew(ports);
  ports.onReload?.(crew.reload);
  const first = await Promise.race([crew.start(), ports.stopped]);
  if (typeof first === 'object' && first.ended !== undefined) return first.ended;
  const others = await Promise.race([
    Promise.all(Array.from({ length: ports.count - 1 }, () => crew.start())),
    ports.stopped,
  ]);
  if (typeof first === 'object' && typeof others === 'object' && first.ready !== undefined) ports.onReady(first.ready);
  ports.onStop(await ports.stopped);
  await crew.stop();
  return 0;
}

/** A worker either gets ready or exits before. */
type Started =
  | { ready: Extract<Message, { about: 'ready' }>; ended?: undefined }
  | { ready?: undefined; ended: number };

function createCrew({ logger, elapsed, drainMs }: RunWorkersPorts) {
  const delay = createRestartDelay();
  const desk = createMetricsAggregator();
  const waiting = new Set<NodeJS.Timeout>();
  const lines = new Map<Worker, Line>();
  /** Workers that are not ready, by id. */
  const starting = new Map<number, Line>();
  let stopping = false;
  const events = createEventRelay(() => lines.values());
  const questions = createQuestionRelay();
  const children = createChildHost({ logger, elapsed });
  const handle = (from: Worker, message: Message) => {
    const line = lines.get(from);
    if (forAll.includes(message.about)) {
      for (const [worker, other] of lines) if (worker !== from) other.say(message);
      // What is admitted after a worker asked for it and before it is ready.
      for (const other of starting.values()) other.say(message);
    } else if (message.about === 'ask-figures' && line !== undefined) desk.ask(line, message.id, [...lines.values()]);
    else if (message.about === 'own-figures') desk.answer(message);
    else if (message.about === 'ask-limits') askLimits(from.id, lines.values(), starting.get(from.id));
    else if (message.about === 'events') events.accept(from.id, message.drafts);
    else if (message.about === 'limits') starting.get(message.to)?.say(message);
    else if (message.about === 'to-child-host') children.hear(hostedWorker(from), message.message);
    else questions.hear(line, message, { ready: lines.values(), starting: starting.values() });
  };
  const start = async (): Promise<Started> => {
    const worker = cluster.fork();
    watchPendingConnections(worker);
    const startedAt = elapsed();
    const line = lineTo(worker);
    starting.set(worker.id, line);
    const ready = new Promise<Started>((resolve) => {
      line.hear((message) => {
        if (message.about !== 'ready') return handle(worker, message);
        starting.delete(worker.id);
        lines.set(worker, line);
        events.greet(line);
        // It was still starting when the others were asked to stop.
        if (stopping) line.say({ about: 'stop' });
        resolve({ ready: message });
      });
    });
    const ended = endedOf(worker).then(({ code, signal }): Started => {
      starting.delete(worker.id);
      const wasReady = lines.delete(worker);
      events.forget(worker.id);
      children.forget(worker.id);
      if (wasReady && !stopping) replace(worker, { code, signal, livedMs: elapsed() - startedAt });
      return { ended: code ?? 3 };
    });
    return Promise.race([ready, ended]);
  };
  const replace = (
    worker: Worker,
    { livedMs, ...facts }: { code: number | null; signal: string | null; livedMs: number },
  ) => {
    const waitMs = delay.next(livedMs);
    logger.error(
      { worker: worker.id, pid: worker.process.pid, ...facts, restart_ms: waitMs },
      'a worker exited; starting a replacement',
    );
    const timer = setTimeout(() => {
      waiting.delete(timer);
      const again = elapsed();
      void start().then(({ ended }) => {
        if (ended !== undefined && !stopping)
          replace(worker, { code: ended, signal: null, livedMs: elapsed() - again });
      });
    }, waitMs);
    waiting.add(timer);
  };
  const stop = async () => {
    stopping = true;
    for (const timer of waiting) clearTimeout(timer);
    await endAll(drainMs + graceMs);
    await children.close();
  };
  return { start, stop, reload: () => hangUp(lines.keys()) };
}

/** A supervisor sends the signal to the parent process only. */
function hangUp(workers: Iterable<Worker>): void {
  for (const { process: child } of workers) child.kill('SIGHUP');
}

/** A worker, as the stdio MCP servers know it. */
function hostedWorker(worker: Worker): Parameters<ChildHost['hear']>[0] {
  const line = lineTo(worker);
  return { id: worker.id, send: (message) => void line.say({ about: 'from-child-host', message }) };
}

/** Asks another worker for what it has admitted; the first worker has nobody to ask. */
function askLimits(id: number, lines: Iterable<Line>, own: Line | undefined): void {
  const [other] = lines;
  if (other?.say({ about: 'ask-limits', from: id }) === true) return;
  own?.say({ about: 'limits', to: id, used: [] });
}

/** How a worker ended, once it has. */
async function endedOf(worker: Worker): Promise<{ code: number | null; signal: string | null }> {
  const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null];
  return { code, signal };
}

async function endAll(withinMs: number): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);
  await Promise.all(workers.map((worker) => endOf(worker, withinMs)));
}

async function endOf(worker: Worker, withinMs: number): Promise<void> {
  if (worker.isDead()) return;
  const exit = once(worker, 'exit');
  lineTo(worker).say({ about: 'stop' });
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), withinMs);
  await exit;
  clearTimeout(timer);
}
