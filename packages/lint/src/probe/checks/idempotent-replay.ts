/** PROF-WRITE-02, PROF-WRITE-03: the same key gives the first result again and does nothing a second time. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ApiOperation } from '../../api/api.js';
import { askEach, type Check, fails, holds, open } from '../check.js';
import { createdId } from '../created-things.js';
import { isSuccess, outcomeOf } from '../exchange.js';
import { withKey } from '../write-controls.js';

/** A secret that is shown once is rightly kept nowhere, so that a repeat cannot have it; the description has to say which it is. */
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
  title: 'A repeated idempotency key gives the first result again',
  why: 'After a timeout an agent sends again; without a key it may pay, book or send twice.',
  help: 'Take an Idempotency-Key, keep the first settled answer under it and give it again.',
  needs: 'writes',
  run(probe) {
    const writes = probe.writes.filter(({ operation }) => ['post', 'patch'].includes(operation.method));
    return askEach(writes.slice(0, probe.breadth), 'no POST or PATCH was named with --writes', async (call) => {
      const { operation } = call;
      const keyed = withKey(probe.api, probe.vary(call), `probe-${probe.newId()}`);
      if (keyed === undefined) return fails('it takes no idempotency key', { operation });
      const [first, again] = [await probe.call(keyed), await probe.call(keyed)];
      const seen = { operation, exchanges: [first, again] };
      if (!isSuccess(first)) return open(`the first call is answered with ${outcomeOf(first)}`, seen);
      if (createdId(first) !== createdId(again) && isSuccess(again))
        return fails('the second call did it a second time', seen);
      if (again.answer?.status !== first.answer?.status)
        return fails(`the second call is answered with ${outcomeOf(again)}`, seen);
      const [once, twice] = [first, again].map(({ answer }) => withoutShownOnce(operation, answer?.json));
      if (!isDeepStrictEqual(once, twice)) return fails('the second call is answered with another body', seen);
      return holds(`both calls are answered with ${outcomeOf(first)} and the same body`, seen);
    });
  },
};
