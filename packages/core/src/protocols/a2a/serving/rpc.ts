/** `POST /agents/{id}/a2a`: the JSON-RPC binding (1.0 §9), for clients of 1.0 and 0.3. */
import type { JsonObject } from '@dragoman/model';
import { isFailure, nearestName, toFailure } from '@dragoman/model';
import type { HttpReply } from '../../../transport/http-reply.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { readJsonBody } from '../../../transport/json-body.js';
import type { RpcFault, RpcMessage, RpcRequest } from '../../../transport/json-rpc.js';
import { readRpc, rpcCodes, rpcError, rpcResult } from '../../../transport/json-rpc.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import type { A2aPorts } from '../ports.js';
import { versions } from '../wire.js';
import { describeRpc } from './describe.js';
import { asContentTypeFault, rpcFault } from './faults.js';
import { authorizeMethod, methods, readVersion, sendVersion, streamMethods } from './methods.js';
import { fromOlderParams, olderMethods, toOlderResult } from './older.js';
import { streamReply } from './stream-reply.js';

const noStore = { 'Cache-Control': 'no-store' };

/** The route of the JSON-RPC binding. */
export function createRpcRoute(ports: A2aPorts): Route {
  return {
    method: 'POST',
    path: '/agents/{id}/a2a',
    budget: 'invoke',
    access: 'public',
    unlisted: true,
    describe: describeRpc,
    handle: (context) => answer(ports, context),
  };
}

async function answer(ports: A2aPorts, context: RouteContext): Promise<HttpReply> {
  const read = await readMessage(ports, context);
  if ('refused' in read) return error(read.refused);
  const { message } = read;
  if (message.kind === 'invalid') {
    return error(refusal(message.id, { code: rpcCodes.request, message: message.reason }));
  }
  if (message.kind !== 'request') {
    return error(refusal(undefined, { code: rpcCodes.request, message: 'A request must have a method and an id.' }));
  }
  try {
    return await run(ports, context, message);
  } catch (thrown) {
    // A missing credential is reported by the transport, so that the client can authenticate.
    if (toFailure(thrown).row.status === 401) throw thrown;
    return error(rpcError(message.id, rpcFault(thrown, context.traceId)));
  }
}

/** A request that is rejected before its id is known gets the id null (JSON-RPC 2.0 §5). */
function refusal(id: RpcRequest['id'] | undefined, fault: RpcFault): JsonObject {
  return id === undefined ? { ...rpcError(undefined, fault), id: null } : rpcError(id, fault);
}

function error(body: JsonObject): HttpReply {
  return jsonReply(body, { headers: noStore });
}

type ReadMessage = { message: RpcMessage } | { refused: JsonObject };

async function readMessage(ports: A2aPorts, { request, traceId }: RouteContext): Promise<ReadMessage> {
  try {
    return { message: readRpc(await readJsonBody(request, { bytes: ports.bodyBytes })) };
  } catch (thrown) {
    const fault = asContentTypeFault(thrown);
    if (!isFailure(fault) || (fault.code !== 'MALFORMED_JSON' && fault.code !== 'UNSUPPORTED_MEDIA_TYPE')) throw thrown;
    return { refused: refusal(undefined, rpcFault(fault, traceId)) };
  }
}

async function run(ports: A2aPorts, context: RouteContext, request: RpcRequest): Promise<HttpReply> {
  const version = readVersion(context, { older: true });
  const { id, method: asked } = request;
  const older = Object.hasOwn(olderMethods, asked);
  const name = (older ? olderMethods[asked] : asked) ?? asked;
  const params = older ? fromOlderParams(asked, request.params) : request.params;
  const show = (result: JsonObject) => rpcResult(id, older ? toOlderResult(asked, result) : result);
  const once = Object.hasOwn(methods, name) ? methods[name] : undefined;
  const streamed = Object.hasOwn(streamMethods, name) ? streamMethods[name] : undefined;
  const isKnown = once !== undefined || streamed !== undefined;
  if (isKnown && !older && version === versions.older) return error(newerMethod(request));
  if (isKnown) authorizeMethod(name, context.caller);
  if (once !== undefined) return jsonReply(show(await once(ports, context, params)), { headers: noStore });
  if (streamed === undefined) return error(unknownMethod(request));
  return streamReply(await streamed(ports, context, params), {
    event: show,
    failure: (thrown) => rpcError(id, rpcFault(thrown, context.traceId)),
  });
}

/** A revision has its own methods; a request without a version is one of 0.3. */
function newerMethod({ id, method }: RpcRequest): JsonObject {
  const message = `A2A ${versions.older} has no method '${method}'. ${sendVersion}`;
  return rpcError(id, { code: rpcCodes.method, message });
}

function unknownMethod({ id, method }: RpcRequest): JsonObject {
  const near = nearestName(method, [
    ...Object.keys(methods),
    ...Object.keys(streamMethods),
    ...Object.keys(olderMethods),
  ]);
  const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
  return rpcError(id, { code: rpcCodes.method, message: `Unknown method '${method.slice(0, 80)}'.${hint}` });
}
