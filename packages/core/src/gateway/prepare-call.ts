/** Turns a call into the request that its binding stands for, with the table of callers of the composition root. */
import { Failure } from '@dragoman/model';
import type { BindingCaller, TargetedCall } from './call.js';
import type { PreparedCall } from './prepared-call.js';

/** A request made ready, and by whom. */
export interface Prepared {
  request: PreparedCall;
  caller: BindingCaller;
}

/** Makes the request of a call; `UNAVAILABLE` when nothing here speaks the binding's protocol. */
export type Prepare = (call: TargetedCall) => Prepared;

/** Makes the function; two callers of one kind are a mistake in the table. */
export function createPrepare(callers: readonly BindingCaller[]): Prepare {
  const byKind = new Map(callers.map((caller) => [caller.kind, caller]));
  if (byKind.size !== callers.length) throw new Error('two callers stand in the table for one kind of binding');
  return (call) => {
    const target = call.target;
    const { kind } = target.operation.binding;
    const caller = byKind.get(kind);
    if (caller === undefined) {
      throw new Failure('UNAVAILABLE', {
        message: `This operation is reached over '${kind}', which this gateway does not speak.`,
      });
    }
    return { request: caller.prepare(target, call), caller };
  };
}
