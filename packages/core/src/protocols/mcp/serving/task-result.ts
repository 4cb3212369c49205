/**
 * `tasks/result` of revision 2025-11-25: waits for the end of a task. Questions of the service reach the client on the
 * stream of this request.
 */
import { setTimeout as after } from 'node:timers/promises';
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { RunRecord } from '../../../catalogue/runs.js';
import { endStates } from '../../../catalogue/runs.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { createProgressQueue } from '../../../transport/progress-queue.js';
import { metaKeys, metaOf } from '../wire.js';

import type { McpExchange } from './exchange.js';
import { resultReply } from './exchange.js';
import { replyWhenReady } from './reply-when-ready.js';
import type { Asking } from './session-questions.js';
import type { McpTaskPorts } from './task-ports.js';
import { resultOfTask } from './tasks.js';

/** Milliseconds between two looks into the store: short at first. */
const pauses = { first: 100, longest: 1000 };

/** Waits for the end of the task and responds with its result. */
export async function answerTaskResult(exchange: McpExchange, tasks: McpTaskPorts, run: RunRecord): Promise<HttpReply> {
  const { context, session, ports } = exchange;
  const reads = context.request.headers.get('accept')?.includes('text/event-stream') === true;
  const news = createProgressQueue();
  const leave = new AbortController();
  const { signal } = leave;
  const asks = reads && session !== undefined && ports.sessions.abilitiesOf(session) !== '';
  const asking = asks ? { session, send: (message: JsonObject) => news.tell(message, true), signal } : undefined;
  const work = waitForEnd(exchange, tasks, { run, signal, asking }).then((ended) => finish(exchange, tasks, ended));
  if (!reads) {
    context.signal.addEventListener('abort', () => leave.abort(), { once: true });
    return resultReply(exchange, await work);
  }
  return replyWhenReady(exchange, { work, news, leave: () => leave.abort() });
}

interface Waiting {
  run: RunRecord;
  signal: AbortSignal;
  asking: Asking | undefined;
}

async function waitForEnd(
  exchange: McpExchange,
  tasks: McpTaskPorts,
  { run, signal, asking }: Waiting,
): Promise<RunRecord> {
  let current = run;
  for (let wait = pauses.first; !endStates.includes(current.state); wait = Math.min(wait * 1.5, pauses.longest)) {
    if (asking !== undefined) await passQuestions(exchange, tasks, { id: run.id, asking });
    await after(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) throw new Failure('CANCELLED');
    if (exchange.ports.isStopping()) throw new Failure('UNAVAILABLE', { message: 'The server is shutting down.' });
    current = (await tasks.runs.find(run.id)) ?? current;
  }
  return current;
}

/** Asks the client what the service asks; a client that refuses has declined. */
async function passQuestions(
  { ports }: McpExchange,
  { questions }: McpTaskPorts,
  { id, asking }: { id: string; asking: Asking },
): Promise<void> {
  for (const [key, question] of Object.entries(await questions.pending(id))) {
    const { method, params } = question;
    const given = isJsonObject(params) ? params : {};
    const related = { ...given, _meta: { ...metaOf(given), [metaKeys.relatedTask]: { taskId: id } } };
    const answer = await ports.questions.ask({ method: String(method), params: related }, asking);
    await questions.answer(id, { [key]: answer });
  }
}

async function finish(exchange: McpExchange, tasks: McpTaskPorts, run: RunRecord): Promise<JsonObject> {
  if (run.state === 'cancelled')
    throw new Failure('INVALID_INPUT', { message: 'The task was canceled; it has no result.' });
  const result = await resultOfTask(exchange, tasks, run);
  return { ...result, _meta: { ...metaOf(result), [metaKeys.relatedTask]: { taskId: run.id } } };
}
