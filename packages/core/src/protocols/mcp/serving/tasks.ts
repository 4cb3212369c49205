/** Tasks of clients: background calls that were started at one endpoint by one caller. */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject, toFailure } from '@dragoman/model';
import type { RunRecord } from '../../../catalogue/runs.js';
import { endStates } from '../../../catalogue/runs.js';
import { face, memberOf, metaKeys, metaOf, tasksExtension } from '../wire.js';
import type { McpExchange } from './exchange.js';
import { toolsOf } from './exchange.js';
import type { ToolAim } from './root.js';
import { toolNamed } from './root.js';
import type { McpTaskPorts } from './task-ports.js';
import type { TaskView } from './task-view.js';
import { taskResult, writeTask } from './task-view.js';

/** True when the client of the stateless revision declares the extension in this request. */
export function takesTasks({ modern, message }: Pick<McpExchange, 'modern' | 'message'>): boolean {
  const capabilities = modern ? memberOf(metaOf(message.params), metaKeys.capabilities) : undefined;
  const extensions = isJsonObject(capabilities) ? memberOf(capabilities, 'extensions') : undefined;
  return isJsonObject(extensions) && isJsonObject(memberOf(extensions, tasksExtension));
}

/** The endpoint of an exchange, stored with the calls that are started at it. */
export function endpointOf({ root, context }: Pick<McpExchange, 'root' | 'context'>): string {
  return root.prefix.replace('{id}', encodeURIComponent(context.params.id ?? ''));
}

/** True for a task of this caller at this endpoint. */
export function isOwn(exchange: McpExchange, run: RunRecord): boolean {
  const { caller } = exchange.context;
  const { form } = run.request;
  const isHere = run.request.face === face && isJsonObject(form) && form.endpoint === endpointOf(exchange);
  return isHere && caller.kind !== 'anonymous' && run.subject === caller.subject;
}

/** The task that the request names; throws when it is unknown, of another endpoint or of another caller. */
export async function findTask(exchange: McpExchange, { runs }: McpTaskPorts): Promise<RunRecord> {
  const id = memberOf(exchange.message.params, 'taskId');
  const run = typeof id === 'string' && id.length <= 200 ? await runs.find(id) : undefined;
  if (run !== undefined && isOwn(exchange, run)) return run;
  throw new Failure('INVALID_INPUT', { message: 'No task with this id exists at this endpoint, or it is not yours.' });
}

/** How a task is shown, and the questions that wait for the client. */
export async function viewOf(
  { modern }: McpExchange,
  tasks: McpTaskPorts,
  run: RunRecord,
): Promise<TaskView & { pending: JsonObject }> {
  const { clock, keepSeconds, questions } = tasks;
  const pending = endStates.includes(run.state) ? {} : await questions.pending(run.id);
  return { modern, asks: Object.keys(pending).length > 0, now: clock.now(), keepSeconds, pending };
}

/** A task without its result. */
export async function showTask(exchange: McpExchange, tasks: McpTaskPorts, run: RunRecord): Promise<JsonObject> {
  return writeTask(run, await viewOf(exchange, tasks, run));
}

/** The result of `tools/call` for a call that became a background call. */
export async function createdTask(exchange: McpExchange, tasks: McpTaskPorts, id: string): Promise<JsonObject> {
  const run = await tasks.runs.find(id);
  if (run === undefined) throw new Error('an accepted call is not in the store');
  const task = await showTask(exchange, tasks, run);
  return exchange.modern ? { resultType: 'task', ...task } : { task };
}

/** The result of an ended task. */
export async function resultOfTask(exchange: McpExchange, tasks: McpTaskPorts, run: RunRecord): Promise<JsonObject> {
  return taskResult(run, await aimOf(exchange, run), await tasks.operationOf(run));
}

/** The tool that was called, which may have been removed since. */
async function aimOf(exchange: McpExchange, run: RunRecord): Promise<ToolAim> {
  const { form } = run.request;
  const { tool: name, joined }: JsonObject = isJsonObject(form) ? form : {};
  const { agentId, operationName } = run;
  const plain: ToolAim = { agentId, operationName, meta: {}, structured: false, joined: joined === true };
  if (typeof name !== 'string') return plain;
  try {
    return toolNamed(await toolsOf(exchange), name)?.aim ?? plain;
  } catch (thrown) {
    if (toFailure(thrown).code === 'NOT_FOUND') return plain;
    throw thrown;
  }
}
