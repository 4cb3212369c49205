/** PROF-LRO-04: a finished operation says where its result is, and the result is there. */
import { isJsonObject } from '@dragoman/model';
import { targetOf } from '../address.js';
import { findLink } from '../answer-links.js';
import { type Check, fails, holds, open, type Probe } from '../check.js';
import type { Exchange } from '../exchange.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { checkOperations, phaseOf } from '../work.js';

const resultLinks = [
  'result',
  'result-url',
  'resource',
  'resource-url',
  'output',
  'output-url',
  'response',
  'download',
];

/** Finished operations link their result. */
export const workResultLinked: Check = {
  id: 'work-result-linked',
  requirement: 'PROF-LRO-04',
  severity: 'warning',
  title: 'A finished operation links its result',
  why: 'A finished operation is useless if its result cannot be found.',
  help: 'Link the result from the status, include it there, or return 303 with its URL.',
  needs: 'writes',
  run: (probe) =>
    checkOperations(probe, async ({ operation, polls }) => {
      const last = polls.at(-1);
      const seen = { operation, exchanges: last === undefined ? [] : [last] };
      const phase = last === undefined ? undefined : phaseOf(last);
      if (last === undefined || phase !== 'succeeded')
        return open(phase === undefined ? 'its end was not observed' : `its end was not observed: ${phase}`, seen);
      if (holdsResult(last)) return holds('its result is in its status', seen);
      const link = resultLink(probe, last);
      if (link === undefined) return fails('it is finished and does not link its result', seen);
      const target = targetOf(probe.base, link, last.request.target);
      if (target === undefined) return open('its result is at another origin', seen);
      const result = await probe.send({ method: 'GET', target, linked: true });
      const exchanges = [last, result];
      return isSuccess(result)
        ? holds('its result is where its status says', { operation, exchanges })
        : fails(`its result returned ${outcomeOf(result)}`, { operation, exchanges });
    }),
};

function resultLink({ api }: Probe, { answer }: Exchange): string | undefined {
  return answer?.status === 303
    ? answer.headers.location
    : findLink(answer?.json, resultLinks, api.settings.names.nextActions);
}

function holdsResult({ answer }: Exchange): boolean {
  const json = answer?.json;
  const result = isJsonObject(json) ? (json.result ?? json.output ?? json.response) : undefined;
  return result !== undefined && result !== null && (Array.isArray(result) || isJsonObject(result));
}
