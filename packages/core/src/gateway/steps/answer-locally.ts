/** Answers operations that are functions of this process. They pass every earlier step, as all calls do. */
import { Failure } from '@dragoman/model';
import type { AnswerOutcome, BindingCaller, Call, GatewayStep, Outcome, TargetedCall } from '../call.js';

/** A function that answers calls; its own calls pass through the whole gateway by `invoke`. */
export type LocalFunction = (call: TargetedCall, invoke: (call: Call) => Promise<Outcome>) => Promise<AnswerOutcome>;

/** Dependencies of the step. */
export interface AnswerLocallyPorts {
  /** Functions by the name in their binding. */
  locals: ReadonlyMap<string, LocalFunction>;
  invoke: (call: Call) => Promise<Outcome>;
}

/** Creates the step; calls of other operations pass. */
export function createAnswerLocally({ locals, invoke }: AnswerLocallyPorts): GatewayStep {
  return (call, next) => {
    const { binding } = call.target.operation;
    if (binding.kind !== 'local') return next(call);
    const answer = locals.get(binding.name);
    if (answer === undefined) {
      throw new Failure('UNAVAILABLE', { message: `This gateway has no function '${binding.name.slice(0, 80)}'.` });
    }
    call.timeline?.enter('function');
    return answer(call, invoke);
  };
}

/** Entry for functions in the table of callers: previews show the gateway's own URL. */
export const localCaller: BindingCaller = {
  kind: 'local',
  prepare: ({ stored, operation }, call) => ({
    url: `/agents/${encodeURIComponent(stored.entry.id)}/agis${operation.path ?? ''}`,
    method: 'POST',
    headers: {},
    body: call.input,
  }),
};
