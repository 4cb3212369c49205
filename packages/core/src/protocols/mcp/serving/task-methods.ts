/**
 * The methods of tasks. Revision 2025-11-25 has `tasks/get`, `tasks/result`, `tasks/list` and `tasks/cancel`; the
 * extension of 2026-07-28 `tasks/get` with the result, `tasks/update` with answers, and `tasks/cancel`.
 */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { RunRecord } from '../../../catalogue/runs.js';
import { endStates } from '../../../catalogue/runs.js';
import { cancelRun } from '../../../gateway/runs/cancel-run.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { mcpCodes, memberOf, tasksExtension } from '../wire.js';
import type { McpExchange } from './exchange.js';
import { errorReply, faultReply, resultReply } from './exchange.js';
import type { McpTaskPorts } from './task-ports.js';
import { answerTaskResult } from './task-result.js';
import { failureOfRun, taskError, taskStatus, writeTask } from './task-view.js';
import { findTask, isOwn, resultOfTask, showTask, takesTasks, viewOf } from './tasks.js';

type Method = (exchange: McpExchange, tasks: McpTaskPorts) => Promise<JsonObject>;

const sessionMethods: Readonly<Record<string, Method>> = {
  'tasks/get': async (exchange, tasks) => showTask(exchange, tasks, await findTask(exchange, tasks)),
  'tasks/list': listTasks,
  'tasks/cancel': async (exchange, tasks) => {
    const run = await findTask(exchange, tasks);
    if (endStates.includes(run.state)) {
      const status = taskStatus(run, { modern: false, asks: false });
      const message = `The task has already ended: its status is '${status}'.`;
      throw new Failure('INVALID_INPUT', { message, help: 'Read how it ended with tasks/result.' });
    }
    return showTask(exchange, tasks, await cancel(exchange, tasks, run));
  },
};

const statelessMethods: Readonly<Record<string, Method>> = {
  'tasks/get': detailTask,
  'tasks/update': async (exchange, tasks) => {
    const run = await findTask(exchange, tasks);
    const responses = memberOf(exchange.message.params, 'inputResponses');
    if (!isJsonObject(responses))
      throw new Failure('INVALID_INPUT', { message: "'inputResponses' must be an object." });
    await tasks.questions.answer(run.id, responses);
    return {};
  },
  'tasks/cancel': async (exchange, tasks) => {
    const run = await findTask(exchange, tasks);
    if (!endStates.includes(run.state)) await cancel(exchange, tasks, run);
    return {};
  },
};

/** The response to a method of tasks; undefined for other methods. */
export async function answerTask(exchange: McpExchange): Promise<HttpReply | undefined> {
  const { message, modern, ports } = exchange;
  const { tasks } = ports;
  const { method } = message;
  if (tasks === undefined || !method.startsWith('tasks/')) return undefined;
  const known = modern ? statelessMethods : sessionMethods;
  try {
    if (!modern && method === 'tasks/result') {
      return await answerTaskResult(exchange, tasks, await findTask(exchange, tasks));
    }
    const answer = Object.hasOwn(known, method) ? known[method] : undefined;
    if (answer === undefined) return undefined;
    if (modern && !takesTasks(exchange)) return refuseUndeclared(exchange);
    return resultReply(exchange, await answer(exchange, tasks));
  } catch (thrown) {
    return faultReply(exchange, thrown);
  }
}

function refuseUndeclared({ message }: McpExchange): HttpReply {
  const text = `This method needs a client that declares the extension '${tasksExtension}'.`;
  const data = { requiredCapabilities: { extensions: { [tasksExtension]: {} } } };
  return errorReply(message.id, { code: mcpCodes.capabilityMissing, message: text, data }, 400);
}

function cancel({ context }: McpExchange, tasks: McpTaskPorts, run: RunRecord): Promise<RunRecord> {
  return cancelRun(tasks, run, { subject: context.caller.subject, traceId: context.traceId });
}

/** A task of the extension with its questions, its result or its error. */
async function detailTask(exchange: McpExchange, tasks: McpTaskPorts): Promise<JsonObject> {
  const run = await findTask(exchange, tasks);
  const { pending, ...view } = await viewOf(exchange, tasks, run);
  const task = writeTask(run, view);
  const status = taskStatus(run, view);
  if (status === 'input_required') return { ...task, inputRequests: pending };
  if (status === 'completed') return { ...task, result: await resultOfTask(exchange, tasks, run) };
  const failure = status === 'failed' ? failureOfRun(run) : undefined;
  return failure === undefined ? task : { ...task, error: taskError(failure) };
}

/** Page size, and the number of background calls that are searched for one page. */
const pages = { size: 50, searched: 500 };

async function listTasks(exchange: McpExchange, tasks: McpTaskPorts): Promise<JsonObject> {
  const { caller } = exchange.context;
  const cursor = memberOf(exchange.message.params, 'cursor');
  if (cursor !== undefined && (typeof cursor !== 'string' || cursor.length > 200)) {
    throw new Failure('INVALID_CURSOR');
  }
  if (caller.kind === 'anonymous') return { tasks: [] };
  const portion = await tasks.runs.list(caller.subject, pages.searched, cursor);
  const own = portion.filter((run) => isOwn(exchange, run));
  const page = own.slice(0, pages.size);
  const last = own.length > page.length ? page.at(-1) : portion.length < pages.searched ? undefined : portion.at(-1);
  return {
    tasks: await Promise.all(page.map((run) => showTask(exchange, tasks, run))),
    ...(last === undefined ? {} : { nextCursor: last.id }),
  };
}
