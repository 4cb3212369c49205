/** The REST binding (1.0 §11) below `/agents/{id}/a2a`: the same methods, with parameters in paths and queries. */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject, toFailure } from '@dragoman/model';
import type { HttpReply } from '../../../transport/http-reply.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { readJsonBody } from '../../../transport/json-body.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route, RouteContext, RouteDescription } from '../../../transport/route.js';
import type { A2aPorts } from '../ports.js';
import { a2aType } from '../wire.js';
import * as described from './describe.js';
import { getExtendedCard } from './extended-card.js';
import { asContentTypeFault, restFailureReply } from './faults.js';
import type { Method, StreamMethod } from './method.js';
import { readVersion } from './methods.js';
import { createConfig, deleteConfig, getConfig, listConfigs } from './push-configs.js';
import { sendMessage } from './send-message.js';
import { streamMessage, subscribe } from './stream.js';
import { streamReply } from './stream-reply.js';
import { cancelTask, getTask, listTasks } from './tasks.js';

type Shape = Pick<Route, 'method' | 'budget' | 'access' | 'action'> & { path: string; describe: RouteDescription };

const root = '/agents/{id}/a2a';
const task = `${root}/tasks/{taskId}`;
const reads = { method: 'GET', budget: 'read', access: 'agents:invoke' } as const;
const changes = { budget: 'write', access: 'agents:invoke' } as const;

/** Every route of the REST binding. */
export function createRestRoutes(ports: A2aPorts): Route[] {
  const once = (shape: Shape, run: Method, params: ReadParams) => route(ports, shape, { run, params });
  const streamed = (shape: Shape, stream: StreamMethod, params: ReadParams) => route(ports, shape, { stream, params });
  const sends = { method: 'POST', budget: 'invoke', access: 'public' } as const;
  const configs = `${task}/pushNotificationConfigs`;
  const config = `${configs}/{configId}`;
  return [
    once({ ...sends, path: `${root}/message:send`, describe: described.describeSend }, sendMessage, bodyParams),
    streamed(
      { ...sends, path: `${root}/message:stream`, describe: described.describeStream },
      streamMessage,
      bodyParams,
    ),
    once(
      { ...reads, path: `${root}/extendedAgentCard`, describe: described.describeExtendedCard },
      getExtendedCard,
      async () => ({}),
    ),
    once({ ...reads, path: `${root}/tasks`, describe: described.describeTasks }, listTasks, queryParams),
    once({ ...reads, path: task, describe: described.describeTask }, getTask, taskParams),
    once(
      {
        ...changes,
        method: 'POST',
        action: 'operation.cancel',
        path: `${task}:cancel`,
        describe: described.describeCancel,
      },
      cancelTask,
      taskParams,
    ),
    streamed(
      { ...reads, method: 'POST', path: `${task}:subscribe`, describe: described.describeSubscribe },
      subscribe,
      taskParams,
    ),
    once({ ...reads, path: configs, describe: described.describeConfigs }, listConfigs, configParams),
    once(
      {
        ...changes,
        method: 'POST',
        action: 'operation.notify',
        path: configs,
        describe: described.describeCreateConfig,
      },
      createConfig,
      async (context, bytes) => ({ ...(await bodyParams(context, bytes)), ...(await configParams(context)) }),
    ),
    once({ ...reads, path: config, describe: described.describeConfig }, getConfig, configParams),
    once(
      {
        ...changes,
        method: 'DELETE',
        action: 'operation.notify',
        path: config,
        describe: described.describeDeleteConfig,
      },
      deleteConfig,
      configParams,
    ),
  ];
}

/** How the parameters of a method are read from a request. */
type ReadParams = (context: RouteContext, bytes: number) => Promise<JsonObject>;

const bodyParams: ReadParams = async ({ request }, bytes) => {
  const body = await readJsonBody(request, { bytes }).catch((thrown: unknown) => {
    throw asContentTypeFault(thrown);
  });
  if (isJsonObject(body)) return body;
  throw new Failure('INVALID_INPUT', { message: 'The body must be a JSON object.' });
};

const taskParams: ReadParams = async ({ params }) => ({ id: params.taskId ?? '' });

const configParams = async ({ params: { taskId = '', configId } }: RouteContext): Promise<JsonObject> =>
  configId === undefined ? { taskId } : { taskId, id: configId };

const queryParams: ReadParams = async ({ url }) => {
  const params: JsonObject = Object.fromEntries(url.searchParams);
  const size = url.searchParams.get('pageSize');
  if (size !== null) params.pageSize = /^\d{1,6}$/.test(size) ? Number(size) : size;
  return { ...params, includeArtifacts: params.includeArtifacts === 'true' };
};

interface Running {
  run?: Method;
  stream?: StreamMethod;
  params: ReadParams;
}

function route(ports: A2aPorts, shape: Shape, running: Running): Route {
  return { ...shape, unlisted: true, handle: (context) => answer(ports, context, running) };
}

async function answer(ports: A2aPorts, context: RouteContext, { run, stream, params }: Running): Promise<HttpReply> {
  const { request, traceId } = context;
  try {
    readVersion(context, { older: false });
    const given = await params(context, ports.bodyBytes);
    if (stream !== undefined) return streamReply(await stream(ports, context, given), { event: (event) => event });
    const type = negotiate(request, [a2aType, 'application/json']);
    const result = (await run?.(ports, context, given)) ?? {};
    return jsonReply(result, { type, headers: { 'Cache-Control': 'no-store' } });
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (failure.row.status === 401 || failure.code === 'INTERNAL') throw thrown;
    return restFailureReply(failure, traceId);
  }
}
