/** PROF-LRO-03: the status of an operation is one value of a described enum, and becomes final. */
import type { Api } from '../../api/api.js';
import { findProperty } from '../../api/operation-facts.js';
import { enumOf } from '../../api/schema-facts.js';
import { type Check, fails, holds, open } from '../check.js';
import { isSuccess } from '../exchange.js';
import { matchOperations } from '../match-operation.js';
import { checkOperations, phaseOf, stateOf } from '../work.js';

/** Statuses are clear. */
export const workStateClear: Check = {
  id: 'work-state-clear',
  requirement: 'PROF-LRO-03',
  severity: 'warning',
  title: 'The status of a long-running operation is a described value and becomes final',
  why: 'An agent polls until the status is final; it must know the possible values.',
  help: 'Report one of queued, running, succeeded, failed, cancelled, and list them in the description.',
  needs: 'writes',
  run: (probe) =>
    checkOperations(probe, ({ operation, target = '', polls }) => {
      const seen = { operation, exchanges: [...polls.slice(0, 1), ...polls.slice(1).slice(-1)] };
      const successful = polls.filter(isSuccess);
      const last = polls.at(-1);
      if (last === undefined) return open('its status could not be read', seen);
      if (successful.length === 0 && last.answer?.status !== 303) return open('its status could not be read', seen);
      const states = successful.map(({ answer }) => stateOf(answer?.json));
      if (states.includes(undefined)) return fails('the status response has no status value', seen);
      const known = describedStates(probe.api, target);
      const strange = known === undefined ? undefined : states.find((state) => !known.includes(state));
      if (strange !== undefined) return fails('its status is not one of the described values', seen);
      if (phaseOf(last) === 'unfinished') return open(`it had not finished after ${polls.length} polls`, seen);
      return holds('its status is a described value until its end', seen);
    }),
};

function describedStates(api: Api, target: string): readonly unknown[] | undefined {
  const read = matchOperations(api, target).find(({ operation }) => operation.method === 'get')?.operation;
  const node = read?.output === undefined ? undefined : findProperty(api, read.output, ['state', 'status', 'phase']);
  return node === undefined ? undefined : enumOf(node.schema);
}
