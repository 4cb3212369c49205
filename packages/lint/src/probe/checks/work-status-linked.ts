/** PROF-LRO-02: an acknowledgment names the operation and its status URL, and the URL works. */
import { isJsonObject } from '@dragoman/model';
import { type Check, fails, holds } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { identityOf } from '../read-page.js';
import { checkOperations } from '../work.js';

/** Acknowledgments link a status. */
export const workStatusLinked: Check = {
  id: 'work-status-linked',
  requirement: 'PROF-LRO-02',
  severity: 'error',
  title: 'An acknowledgment names the operation and links its status',
  why: 'An agent that cannot find an accepted operation again starts it a second time.',
  help: 'Return 202 with an operation id in the body and the status URL in Location.',
  needs: 'writes',
  run: (probe) =>
    checkOperations(probe, ({ operation, accepted, link, target, polls: [first] }) => {
      const seen = { operation, exchanges: first === undefined ? [accepted] : [accepted, first] };
      if (link === undefined) return fails('the 202 response has neither Location nor a status link', seen);
      if (target === undefined) return fails('the status link points to another origin', seen);
      if (first === undefined || !(isSuccess(first) || first.answer?.status === 303))
        return fails(`the status link returned ${first === undefined ? 'nothing' : outcomeOf(first)}`, seen);
      if (!namesWork(accepted))
        return fails('the 202 response has no operation identifier', { ...seen, severity: 'warning' });
      return holds('the 202 response names the operation and its status URL', seen);
    }),
};

function namesWork({ answer }: Exchange): boolean {
  const json = answer?.json;
  const parts = isJsonObject(json) ? [json, ...Object.values(json)] : [];
  return parts.some((each) => identityOf(each) !== undefined);
}
