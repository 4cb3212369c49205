/** `POST /agents/{id}/invoke` and `…/invoke/{operation}`: calls through the gateway (-00 §6, -01 §3.1; aidip.md GAP-27). */
import type { Awaitable } from '../../../documents/awaitable.js';
import type { Call } from '../../../gateway/call.js';
import { refuseCall } from '../../../transport/call-answer.js';
import { isFormType, joinParts, readFormParts } from '../../../transport/form-body.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { readBufferedJson } from '../../../transport/json-body.js';
import { mediaReply } from '../../../transport/media-reply.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import { answerCall } from '../invocation/answer.js';
import { answerWithProgress } from '../invocation/answer-with-progress.js';
import { describeInvoke, describeInvokeOperation } from '../invocation/describe.js';
import { readCall } from '../invocation/read-call.js';
import type { AidipInvokePorts } from '../ports.js';

/** Both routes that call an agent. */
export function createInvokeRoutes(ports: AidipInvokePorts): Route[] {
  return [invokeRoute(ports), invokeOperationRoute(ports)];
}

function invokeRoute(ports: AidipInvokePorts): Route {
  return {
    method: 'POST',
    path: '/agents/{id}/invoke',
    budget: 'invoke',
    access: 'public',
    describe: describeInvoke,
    handle: (context) => invoke(ports, context),
  };
}

function invokeOperationRoute(ports: AidipInvokePorts): Route {
  return {
    method: 'POST',
    path: '/agents/{id}/invoke/{operation}',
    budget: 'invoke',
    access: 'public',
    describe: describeInvokeOperation,
    handle: (context) => invoke(ports, context),
  };
}

async function readFormCall(context: RouteContext, bytes: number): Promise<Call> {
  const parts = await readFormParts(context.request, { bytes });
  return readCall(
    context,
    joinParts(parts, ({ text }) => text),
    parts,
  );
}

function readJsonCall(context: RouteContext, bytes: number): Awaitable<Call> {
  const read = readBufferedJson(context.request, { bytes });
  return read instanceof Promise ? read.then((body) => readCall(context, body)) : readCall(context, read);
}

/** Authorization is decided only by the gateway, which also records rejections. */
async function invoke({ gateway, bodyBytes }: AidipInvokePorts, context: RouteContext): Promise<HttpReply> {
  const isForm = isFormType(context.request.headers.get('content-type'));
  const read = isForm ? readFormCall(context, bodyBytes) : readJsonCall(context, bodyBytes);
  const call = read instanceof Promise ? await read : read;
  try {
    if (call.wantsStream) return await answerWithProgress(call, gateway.invoke);
    return mediaReply(context.request, answerCall(call, await gateway.invoke(call)));
  } catch (thrown) {
    throw refuseCall(call, thrown);
  }
}
