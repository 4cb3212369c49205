/** PROF-WRITE-02, PROF-WRITE-03: a repeated key returns the first result and has no second effect. */

import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ApiOperation } from '../../api/api.js';
import { type Check, checkEach, fails, holds, open } from '../check.js';
import { createdId } from '../created-resources.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { sameJson } from '../same-json.js';
import { withKey } from '../write-controls.js';

/** A secret that is shown once is not stored, so a replay cannot contain it; the description must name the field. */
function withoutShownOnce({ value }: ApiOperation, json: JsonValue | undefined): JsonValue | undefined {
  const agent = value['x-agent'];
  const once = isJsonObject(agent) && Array.isArray(agent.shown_once) ? agent.shown_once : [];
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([name]) => !once.includes(`/${name}`)));
}

/** Keys are replayed. */
export const idempotentReplay: Check = {
  id: 'idempotent-replay',
  requirement: 'PROF-WRITE-03',
  further: ['PROF-WRITE-02'],
  severity: 'error',
  title: 'A repeated idempotency key returns the first result again',
  why: 'An agent retries after a timeout; without a key it may pay, book or send twice.',
  help: 'Accept an Idempotency-Key, store the first final response under it, and return that response for repeats.',
  needs: 'writes',
  run(probe) {
    const writes = probe.writes.filter(({ operation }) => ['post', 'patch'].includes(operation.method));
    return checkEach(writes.slice(0, probe.breadth), 'no POST or PATCH was allowed with --writes', async (call) => {
      const { operation } = call;
      const keyed = withKey(probe.api, probe.vary(call), `probe-${probe.newId()}`);
      if (keyed === undefined) return fails('it accepts no idempotency key', { operation });
      const [first, again] = [await probe.call(keyed), await probe.call(keyed)];
      const seen = { operation, exchanges: [first, again] };
      if (!isSuccess(first)) return open(`the first call returned ${outcomeOf(first)}`, seen);
      if (createdId(first) !== createdId(again) && isSuccess(again))
        return fails('the second call was executed again', seen);
      if (again.answer?.status !== first.answer?.status)
        return fails(`the second call returned ${outcomeOf(again)}`, seen);
      const [once, twice] = [first, again].map(({ answer }) => withoutShownOnce(operation, answer?.json));
      if (!sameJson(once, twice)) return fails('the second call returned another body', seen);
      return holds(`both calls returned ${outcomeOf(first)} and the same body`, seen);
    });
  },
};
