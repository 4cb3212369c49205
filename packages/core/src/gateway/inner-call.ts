/**
 * Creates calls made by another call, member by member, so that nothing specific to the outer call (its key,
 * confirmation, version, background mode or answer headers) is copied by mistake.
 */
import type { JsonValue } from '@dragoman/model';
import type { Call, TargetedCall } from './call.js';

/** Target of an inner call. */
export interface InnerAim {
  agentId: string;
  operationName: string;
  input: JsonValue;
}

/** A call with the caller, the trace and the interface of the outer one, and nothing else. */
export function innerCall(outer: Call, { agentId, operationName, input }: InnerAim): Call {
  return {
    caller: outer.caller,
    traceId: outer.traceId,
    traceparent: outer.traceparent,
    ...(outer.tracestate === undefined ? {} : { tracestate: outer.tracestate }),
    ...(outer.requestId === undefined ? {} : { requestId: outer.requestId }),
    ...(outer.client === undefined ? {} : { client: outer.client }),
    face: outer.face,
    agentId,
    operationName,
    input,
    dryRun: false,
    wantsStream: false,
    signal: outer.signal,
    headers: {},
    facts: {},
  };
}

/** The same for another operation of the same service, which also receives the caller's own credential. */
export function callSibling(outer: TargetedCall, operationName: string, input: JsonValue): Call {
  const { agentAuthorization, totalMs } = outer;
  return {
    ...innerCall(outer, { agentId: outer.target.stored.entry.id, operationName, input }),
    ...(agentAuthorization === undefined ? {} : { agentAuthorization }),
    ...(totalMs === undefined ? {} : { totalMs }),
  };
}
