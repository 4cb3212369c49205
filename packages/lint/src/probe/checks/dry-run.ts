/** PROF-WRITE-09, PROF-WRITE-10: a dry run reports what would change, and changes nothing. */

import { isJsonObject, type JsonValue } from '@dragoman/model';
import type { Call } from '../call.js';
import { type Check, checkEach, fails, holds, type Outcome, open, type Probe } from '../check.js';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../exchange.js';
import { findPageSize } from '../page-size.js';
import { itemsIn } from '../read-page.js';
import { findRelatedRead } from '../related-read.js';
import { sameJson } from '../same-json.js';
import { isEmptyChange } from '../vary-body.js';
import { walkPages } from '../walk-pages.js';
import { withDryRun } from '../write-controls.js';

/** Maximum number of pages compared per list. */
const mostPages = 8;

/** Dry runs change nothing. */
export const dryRun: Check = {
  id: 'dry-run',
  requirement: 'PROF-WRITE-09',
  further: ['PROF-WRITE-10'],
  severity: 'error',
  title: 'A dry run changes nothing and reports what would change',
  why: 'A preview with side effects is worse than no preview.',
  help: 'Run the write in a transaction that is rolled back, or compute the plan; return dry_run: true and would_change.',
  needs: 'writes',
  run(probe) {
    const previews = probe.writes.flatMap((call) => {
      const preview = withDryRun(probe.api, probe.vary(call));
      return preview === undefined ? [] : [preview];
    });
    return checkEach(previews.slice(0, probe.breadth), 'no allowed write supports a dry run', (preview) =>
      ask(probe, preview),
    );
  },
};

async function ask(probe: Probe, preview: Call): Promise<Outcome> {
  const { operation } = preview;
  const beside = findRelatedRead(probe, preview);
  if (beside === undefined) return open('no read shows what it would change', { operation });
  const before = await readState(probe, beside);
  const shown = await probe.call(preview);
  const after = await readState(probe, beside);
  const seen = { operation, exchanges: [shown, before.first, after.first] };
  if (!isSuccess(before.first) || !isSuccess(after.first)) return open('the state could not be read', seen);
  if (!sameJson(before.first.answer?.json, after.first.answer?.json))
    return fails('the state changed after the dry run', seen);
  if (!sameJson([...before.items], [...after.items])) return fails('the list changed after the dry run', seen);
  if (isRefusal(shown)) return open(`the dry run was rejected with ${outcomeOf(shown)}`, seen);
  if (!isSuccess(shown)) return fails(`the dry run returned ${outcomeOf(shown)}`, seen);
  const body = shown.answer?.json;
  const said = isJsonObject(body) && [body.dry_run, body.dryRun].includes(true);
  if (!said) return fails('the response does not say that it is a dry run', { ...seen, severity: 'warning' });
  if (isEmptyChange(preview)) return open('no body that changes the resource could be generated', seen);
  if (!before.whole) return open('the list is too long to verify that nothing was added', seen);
  return holds('nothing changed, and the response says so', seen);
}

interface State {
  first: Exchange;
  /** Items of all pages in order; empty when the read is not a list. */
  items: readonly JsonValue[];
  /** False when some pages were not read. */
  whole: boolean;
}

/** What a read returns: the whole list, because new items are often on the last page. */
async function readState(probe: Probe, read: Call): Promise<State> {
  const first = await probe.call(read);
  if (itemsIn(probe.api, read.operation, first) === undefined) return { first, items: [], whole: true };
  const size = findPageSize(probe.api, read.operation);
  const large = size === undefined ? read : size.set(read, size.maximum);
  const { pages, ended } = await walkPages(probe, large, { most: mostPages });
  const items = pages.flatMap((page) => itemsIn(probe.api, read.operation, page) ?? []);
  return { first, items, whole: ended };
}
