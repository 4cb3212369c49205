/** PROF-LRO-02: an acknowledgement names the work and the address of its state, and the address answers. */
import { isJsonObject } from '@dragoman/model';
import { type Check, fails, holds } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { identityOf } from '../read-page.js';
import { askWorks } from '../work.js';

/** Acknowledgements lead to a state. */
export const workStatusLinked: Check = {
  id: 'work-status-linked',
  requirement: 'PROF-LRO-02',
  severity: 'error',
  title: 'An acknowledgement names the work and links to its state',
  why: 'Work that was accepted and cannot be found again is started once more.',
  help: 'Answer 202 with an operation id in the body and the address of its state in Location.',
  needs: 'writes',
  run: (probe) =>
    askWorks(probe, ({ operation, accepted, link, target, polls: [first] }) => {
      const seen = { operation, exchanges: first === undefined ? [accepted] : [accepted, first] };
      if (link === undefined) return fails('202 comes with neither Location nor a link to a state', seen);
      if (target === undefined) return fails('the link to its state leads to another origin', seen);
      if (first === undefined || !(isSuccess(first) || first.answer?.status === 303))
        return fails(
          `the link to its state is answered with ${first === undefined ? 'nothing' : outcomeOf(first)}`,
          seen,
        );
      if (!namesWork(accepted)) return fails('202 names no identifier of the work', { ...seen, severity: 'warning' });
      return holds('202 names the work and the address of its state', seen);
    }),
};

function namesWork({ answer }: Exchange): boolean {
  const json = answer?.json;
  const parts = isJsonObject(json) ? [json, ...Object.values(json)] : [];
  return parts.some((each) => identityOf(each) !== undefined);
}
