/**
 * Calls that a call makes on its way: built anew, member by member, so that nothing of the outer one that is its own
 * (its key, its confirmation, its version, its background, the headers of its answer) goes along by mistake.
 */
import type { JsonValue } from '@dragoman/model';
import type { Call, TargetedCall } from './call.js';

/** What an inner call is aimed at. */
export interface InnerAim {
  agentId: string;
  operationName: string;
  input: JsonValue;
}

/** A call with the caller, the trace and the face of the outer one, and nothing else of it. */
export function innerCall(outer: Call, { agentId, operationName, input }: InnerAim): Call {
  return {
    caller: outer.caller,
    traceId: outer.traceId,
    traceparent: outer.traceparent,
    ...(outer.requestId === undefined ? {} : { requestId: outer.requestId }),
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

/** The same for another operation of the agent that is being called, which sees the caller's own credential too. */
export function callBeside(outer: TargetedCall, operationName: string, input: JsonValue): Call {
  const { agentAuthorization, totalMs } = outer;
  return {
    ...innerCall(outer, { agentId: outer.target.stored.entry.id, operationName, input }),
    ...(agentAuthorization === undefined ? {} : { agentAuthorization }),
    ...(totalMs === undefined ? {} : { totalMs }),
  };
}
