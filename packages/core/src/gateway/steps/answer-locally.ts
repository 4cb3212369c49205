/** Answers operations that are functions of this process. They pass every step before this one, as all calls do. */
import { Failure } from '@dragoman/model';
import type { AnswerOutcome, BindingCaller, Call, GatewayStep, Outcome, TargetedCall } from '../call.js';

/** A function that answers calls; what it calls itself goes through the whole gateway by `invoke`. */
export type LocalFunction = (call: TargetedCall, invoke: (call: Call) => Promise<Outcome>) => Promise<AnswerOutcome>;

/** What the step needs. */
export interface AnswerLocallyPorts {
  /** Functions by the name in their binding. */
  locals: ReadonlyMap<string, LocalFunction>;
  invoke: (call: Call) => Promise<Outcome>;
}

/** Makes the step; calls of other operations pass. */
export function createAnswerLocally({ locals, invoke }: AnswerLocallyPorts): GatewayStep {
  return (call, next) => {
    const { binding } = call.target.operation;
    if (binding.kind !== 'local') return next(call);
    const answer = locals.get(binding.name);
    if (answer === undefined) {
      throw new Failure('UNAVAILABLE', { message: `This gateway has no function '${binding.name.slice(0, 80)}'.` });
    }
    return answer(call, invoke);
  };
}

/** What stands for functions in the table of callers: previews name the gateway's own address. */
export const localCaller: BindingCaller = {
  kind: 'local',
  prepare: ({ stored, operation }, call) => ({
    url: `/agents/${encodeURIComponent(stored.entry.id)}/agis${operation.path ?? ''}`,
    method: 'POST',
    headers: {},
    body: call.input,
  }),
};
