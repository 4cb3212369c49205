/** Turns a call into the request of its binding, with the table of callers from the composition root. */
import { Failure } from '@dragoman/model';
import type { BindingCaller, TargetedCall } from './call.js';
import type { PreparedCall } from './prepared-call.js';

/** A prepared request, and its protocol caller. */
export interface Prepared {
  request: PreparedCall;
  caller: BindingCaller;
}

/** Prepares the request of a call; `UNAVAILABLE` when the binding's protocol is not supported. */
export type Prepare = (call: TargetedCall) => Prepared;

/** Creates the function; two callers of one kind are an error in the table. */
export function createPrepare(callers: readonly BindingCaller[]): Prepare {
  const byKind = new Map(callers.map((caller) => [caller.kind, caller]));
  if (byKind.size !== callers.length) throw new Error('Two callers are registered for one kind of binding');
  return (call) => {
    const target = call.target;
    const { kind } = target.operation.binding;
    const caller = byKind.get(kind);
    if (caller === undefined) {
      throw new Failure('UNAVAILABLE', {
        message: `This operation uses '${kind}', which this gateway does not support.`,
      });
    }
    return { request: caller.prepare(target, call), caller };
  };
}
