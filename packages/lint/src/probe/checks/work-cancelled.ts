/** PROF-LRO-06: unfinished work can be stopped, and stopping finished work is a conflict. */
import type { ApiOperation } from '../../api/api.js';
import { stopsWork } from '../../rules/long-running/status-reads.js';
import { buildCall } from '../build-call.js';
import { type Call, toRequest } from '../call.js';
import { type Check, fails, holds, type Outcome, open, type Probe } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isRefusal, isSuccess, outcomeOf } from '../exchange.js';
import { type MatchedOperation, matchOperations } from '../match-operation.js';
import { readProblem } from '../read-problem.js';
import { askWorks, type FollowedWork, phaseOf, pollWork, startWork, type Work } from '../work.js';
import { anew } from '../write-controls.js';

/** Polls until a stop shows. */
const mostPolls = 5;

/** Work can be cancelled. */
export const workCancelled: Check = {
  id: 'work-cancelled',
  requirement: 'PROF-LRO-06',
  severity: 'warning',
  title: 'Unfinished work can be cancelled, finished work cannot',
  why: 'An agent that started the wrong work should be able to stop it, and to know when it was too late.',
  help: 'Offer DELETE or a cancel operation on the state; answer 409 with a code once the work has ended.',
  needs: 'writes',
  run: (probe) =>
    askWorks(probe, async (work) => {
      const { operation } = work;
      const stop = findStop(probe, work);
      if (stop === undefined)
        return fails('no operation cancels it', { operation, exchanges: [work.accepted], severity: 'info' });
      if (!probe.allowed.includes(stop)) return open(`${stop.label} was not named with --writes`, { operation });
      return [await cancelRunning(probe, work, stop), await cancelEnded(probe, work, stop)];
    }),
};

function findStop({ api }: Probe, { operation, target }: Work): ApiOperation | undefined {
  const named = api.operations.find(({ id }) => id !== undefined && id === operation.agent.cancel);
  const state = target === undefined ? undefined : stateRead(api, target)?.operation.path;
  return named ?? (state === undefined ? undefined : api.operations.find((each) => stopsWork(each, state)));
}

function stateRead(api: Probe['api'], target: string): MatchedOperation | undefined {
  return matchOperations(api, target).find(({ operation }) => operation.method === 'get');
}

/** The call that stops one work: its path values are those of the address of its state. */
function stopCall({ api, newId }: Probe, { target }: Work, stop: ApiOperation): Call | undefined {
  const path = target === undefined ? undefined : stateRead(api, target)?.path;
  if (path === undefined) return undefined;
  const [only] = Object.values(path);
  const built = buildCall(stop, { api, newId, known: (_, name) => path[name] ?? only });
  return typeof built === 'string' ? undefined : anew(api, built, newId());
}

async function cancelRunning(probe: Probe, { call, operation }: FollowedWork, stop: ApiOperation): Promise<Outcome> {
  const work = await startWork(probe, call);
  const stopping = stopCall(probe, work, stop);
  if (stopping === undefined) return open('the address of its state is not described', { operation });
  const cancelled = await probe.send(toRequest(stopping));
  const exchanges: Exchange[] = [work.accepted, cancelled];
  if (cancelled.answer?.status === 409)
    return open('it had ended before it could be cancelled', { operation, exchanges });
  if (!isSuccess(cancelled))
    return fails(`cancelling it is answered with ${outcomeOf(cancelled)}`, { operation, exchanges });
  const last = (await pollWork(probe, { ...work, accepted: cancelled }, mostPolls)).at(-1);
  const seen = { operation, exchanges: last === undefined ? exchanges : [...exchanges, last] };
  const gone = stop.method === 'delete' && [404, 410].includes(last?.answer?.status ?? 0);
  const phase = last === undefined ? undefined : phaseOf(last);
  if (gone || phase === 'cancelled') return holds('it can be cancelled', seen);
  return phase === 'succeeded'
    ? open('it had ended before it could be cancelled', seen)
    : fails(`its state is ${phase ?? 'not told'} after it was cancelled`, seen);
}

async function cancelEnded(probe: Probe, work: FollowedWork, stop: ApiOperation): Promise<Outcome> {
  const { operation, polls } = work;
  const end = polls.at(-1);
  const stopping = stopCall(probe, work, stop);
  if (end === undefined || phaseOf(end) !== 'succeeded' || stopping === undefined)
    return open('its end was not seen', { operation });
  const late = await probe.send(toRequest(stopping));
  const seen = { operation, exchanges: [end, late] };
  if (isSuccess(late) && stop.method === 'delete') return open('deleting finished work takes it away', seen);
  if (!isRefusal(late)) return fails(`cancelling it after its end is answered with ${outcomeOf(late)}`, seen);
  const { code } = readProblem(late, probe.api.settings);
  return typeof code === 'string'
    ? holds('cancelling it after its end is a conflict with a code', seen)
    : fails('cancelling it after its end is refused without a code', seen);
}
