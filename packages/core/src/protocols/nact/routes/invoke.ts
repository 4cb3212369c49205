/** `POST {root}/tools/{toolId}:invoke` and the same for a version (§7): every call goes through the gateway. */
import type { FieldError, InputFault, JsonValue } from '@dragoman/model';
import { checkInvocation, Failure, isJsonObject } from '@dragoman/model';
import { defineLazySignal } from '../../../documents/lazy-signal.js';
import type { Call } from '../../../gateway/call.js';
import type { Gateway } from '../../../gateway/invoke.js';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import { refuseCall } from '../../../transport/call-answer.js';
import { addCallHeaders, callCancellation, readDryRun } from '../../../transport/call-request.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { readJsonBody } from '../../../transport/json-body.js';
import { negotiate } from '../../../transport/negotiate.js';
import { replyWithProgress } from '../../../transport/reply-with-progress.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import { answerTool, toolResult } from '../answer.js';
import { describeInvoke, describeInvokeVersion } from '../describe.js';
import { isNameOf } from '../find-by-name.js';
import { nameParameters } from '../name-parameters.js';
import type { ToolRoot } from '../root.js';
import type { FoundTool } from '../tool-cache.js';
import type { ToolVersion } from '../tool-history.js';
import { face } from '../wire.js';
import { toInput } from '../write.js';
import { findTool, pickVersion } from './find-tool.js';

/** Dependencies of the invoke routes. */
export interface InvokePorts {
  gateway: Gateway;
  bodyBytes: number;
}

/** Both routes that run a tool. */
export function createInvokeRoutes(root: ToolRoot, ports: InvokePorts): Route[] {
  const common = { method: 'POST', budget: 'invoke', access: 'public' } as const;
  const handle = (context: RouteContext) => invoke(root, ports, context);
  const path = `${root.prefix}/tools/{toolId}`;
  return [
    { ...common, path: `${path}:invoke`, describe: describeInvoke(root), handle },
    { ...common, path: `${path}/versions/{versionId}:invoke`, describe: describeInvokeVersion(root), handle },
  ];
}

async function invoke(root: ToolRoot, ports: InvokePorts, context: RouteContext): Promise<HttpReply> {
  // Results are JSON; a caller that also reads events gets the progress of the call before it.
  negotiate(context.request, ['application/json']);
  const found = await findTool(root, context);
  const version = pickVersion(found.tool, context.params.versionId);
  const body = await readJsonBody(context.request, { bytes: ports.bodyBytes });
  const call = makeCall(context, found, version, body);
  try {
    if (readsEvents(context.request)) return await answerWithProgress(call, version, ports.gateway);
    return answerTool(call, version, await ports.gateway.invoke(call));
  } catch (thrown) {
    throw refuseCall(call, nameParameters(thrown, version.contract));
  }
}

function readsEvents({ headers }: RouteContext['request']): boolean {
  return headers.get('accept')?.includes(eventStreamType) === true;
}

/** Events `progress`, then `output` with the result and `done`, or `error`; the plain result without progress. */
function answerWithProgress(call: Call, version: ToolVersion, gateway: Gateway): Promise<HttpReply> {
  return replyWithProgress(call, {
    invoke: (made) => gateway.invoke(made),
    reply: (outcome) => answerTool(call, version, outcome),
    write(outcome, send) {
      if (outcome.kind !== 'answer') throw new Error(`a call with progress ended with a ${outcome.kind}`);
      send('output', toolResult(call, version, outcome));
      send('done', { status: outcome.status });
    },
  });
}

/**
 * The body is validated inside the gateway, so that rejections are recorded and unauthorized callers learn nothing
 * from them.
 */
function makeCall(context: RouteContext, found: FoundTool, version: ToolVersion, body: JsonValue): Call {
  const { agentId, operationId } = found.tool;
  const { request, caller, traceId, traceparent } = context;
  const { operationVersion } = version;
  const parts = {
    caller,
    traceId,
    traceparent,
    face,
    agentId,
    operationId,
    operationVersion,
    input: {},
    dryRun: readDryRun(request),
    wantsStream: false,
    unpack: () => ({ input: readInput(found, version, body), wantsStream: false }),
    facts: {},
  };
  return addCallHeaders(defineLazySignal(parts, callCancellation(context, false)), request);
}

function readInput(found: FoundTool, { signature, contract }: ToolVersion, body: JsonValue): JsonValue {
  const { invocation, faults } = checkInvocation(signature, withListedName(found, signature.name, body));
  if (invocation === undefined) throw invalid(faults);
  const filled = toInput(contract, invocation.input_parameters);
  if (filled.faults.length > 0) throw invalid(filled.faults);
  return filled.input;
}

/** A body may name its tool in any spelling, or by the original name of its operation. */
function withListedName({ tool, stored }: FoundTool, name: string, body: JsonValue): JsonValue {
  if (!isJsonObject(body) || typeof body.name !== 'string' || body.name === name) return body;
  return isNameOf(tool, stored.entry.operations, body.name) ? { ...body, name } : body;
}

function invalid(faults: readonly InputFault[]): Failure {
  const count =
    faults.length === 1 ? (faults[0]?.message ?? '') : `${faults.length} problems with the input parameters.`;
  return new Failure('INVALID_INPUT', { message: count, fieldErrors: faults.slice(0, 100).map(toFieldError) });
}

function toFieldError({ parameter, problem, message }: InputFault): FieldError {
  return { field: parameter.slice(0, 255), code: problem, detail: message, parameter: parameter.slice(0, 255) };
}
