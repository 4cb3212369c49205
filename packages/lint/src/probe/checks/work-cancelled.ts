/** PROF-LRO-06: an unfinished operation can be canceled, and canceling a finished one is a conflict. */
import type { ApiOperation } from '../../api/api.js';
import { stopsWork } from '../../rules/long-running/status-reads.js';
import { buildCall } from '../build-call.js';
import { type Call, toRequest } from '../call.js';
import { type Check, fails, holds, type Outcome, open, type Probe } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isRefusal, isSuccess, outcomeOf } from '../exchange.js';
import { type MatchedOperation, matchOperations } from '../match-operation.js';
import { readProblem } from '../read-problem.js';
import { checkOperations, type FollowedWork, phaseOf, pollWork, startWork, type Work } from '../work.js';
import { anew } from '../write-controls.js';

/** Number of polls until a cancellation shows. */
const mostPolls = 5;

/** Long-running operations can be canceled. */
export const workCancelled: Check = {
  id: 'work-cancelled',
  requirement: 'PROF-LRO-06',
  severity: 'warning',
  title: 'An unfinished operation can be canceled, a finished one cannot',
  why: 'An agent that started the wrong operation should be able to stop it, and to know when it is too late.',
  help: 'Offer DELETE or a cancel operation on the status; return 409 with a code once the operation has finished.',
  needs: 'writes',
  run: (probe) =>
    checkOperations(probe, async (work) => {
      const { operation } = work;
      const stop = findStop(probe, work);
      if (stop === undefined)
        return fails('no operation cancels it', { operation, exchanges: [work.accepted], severity: 'info' });
      if (!probe.allowed.includes(stop)) return open(`${stop.label} was not allowed with --writes`, { operation });
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

/** The call that cancels one operation: its path values come from the status URL. */
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
  if (stopping === undefined) return open('the URL of its status is not described', { operation });
  const cancelled = await probe.send(toRequest(stopping));
  const exchanges: Exchange[] = [work.accepted, cancelled];
  if (cancelled.answer?.status === 409)
    return open('it finished before it could be canceled', { operation, exchanges });
  if (!isSuccess(cancelled)) return fails(`canceling it returned ${outcomeOf(cancelled)}`, { operation, exchanges });
  const last = (await pollWork(probe, { ...work, accepted: cancelled }, mostPolls)).at(-1);
  const seen = { operation, exchanges: last === undefined ? exchanges : [...exchanges, last] };
  const gone = stop.method === 'delete' && [404, 410].includes(last?.answer?.status ?? 0);
  const phase = last === undefined ? undefined : phaseOf(last);
  if (gone || phase === 'cancelled') return holds('it can be canceled', seen);
  return phase === 'succeeded'
    ? open('it finished before it could be canceled', seen)
    : fails(`its status is ${phase ?? 'unknown'} after it was canceled`, seen);
}

async function cancelEnded(probe: Probe, work: FollowedWork, stop: ApiOperation): Promise<Outcome> {
  const { operation, polls } = work;
  const end = polls.at(-1);
  const stopping = stopCall(probe, work, stop);
  if (end === undefined || phaseOf(end) !== 'succeeded' || stopping === undefined)
    return open('its end was not observed', { operation });
  const late = await probe.send(toRequest(stopping));
  const seen = { operation, exchanges: [end, late] };
  if (isSuccess(late) && stop.method === 'delete') return open('deleting a finished operation removes it', seen);
  if (!isRefusal(late)) return fails(`canceling it after its end returned ${outcomeOf(late)}`, seen);
  const { code } = readProblem(late, probe.api.settings);
  return typeof code === 'string'
    ? holds('canceling it after its end is a conflict with a code', seen)
    : fails('canceling it after its end was rejected without a code', seen);
}
