/** PROF-WRITE-09, PROF-WRITE-10: a dry run says what would change, and changes nothing. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@dragoman/model';
import type { Call } from '../call.js';
import { askEach, type Check, fails, holds, type Outcome, open, type Probe } from '../check.js';
import { isRefusal, isSuccess, outcomeOf } from '../exchange.js';
import { readBeside } from '../read-beside.js';
import { withDryRun } from '../write-controls.js';

/** Dry runs change nothing. */
export const dryRun: Check = {
  id: 'dry-run',
  requirement: 'PROF-WRITE-09',
  further: ['PROF-WRITE-10'],
  severity: 'error',
  title: 'A dry run changes nothing and says what would change',
  why: 'A preview that acts is worse than none.',
  help: 'Run the write in a transaction that is rolled back, or compute the plan; answer with dry_run: true and would_change.',
  needs: 'writes',
  run(probe) {
    const previews = probe.writes.flatMap((call) => {
      const preview = withDryRun(probe.api, probe.vary(call));
      return preview === undefined ? [] : [preview];
    });
    return askEach(previews.slice(0, probe.breadth), 'no named write has a dry run', (preview) => ask(probe, preview));
  },
};

async function ask(probe: Probe, preview: Call): Promise<Outcome> {
  const { operation } = preview;
  const beside = readBeside(probe, preview);
  if (beside === undefined) return open('no read shows what it would change', { operation });
  const before = await probe.call(beside);
  const shown = await probe.call(preview);
  const after = await probe.call(beside);
  const seen = { operation, exchanges: [shown, before, after] };
  if (!isSuccess(before) || !isSuccess(after)) return open('the state could not be read', seen);
  if (!isDeepStrictEqual(before.answer?.json, after.answer?.json))
    return fails('the state is another after the dry run', seen);
  if (isRefusal(shown)) return open(`the dry run is refused with ${outcomeOf(shown)}`, seen);
  if (!isSuccess(shown)) return fails(`the dry run is answered with ${outcomeOf(shown)}`, seen);
  const body = shown.answer?.json;
  const said = isJsonObject(body) && [body.dry_run, body.dryRun].includes(true);
  if (!said) return fails('the answer does not say that it is a dry run', { ...seen, severity: 'warning' });
  return holds('nothing changed, and the answer says so', seen);
}
