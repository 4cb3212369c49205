/** PROF-RESP-09: a cursor belongs to its query and must not return mixed results under another one. */

import { isNamed, pagingNames } from '../../api/operation-facts.js';
import { enumOf } from '../../api/schema-facts.js';
import type { Call } from '../call.js';
import { type Check, checkEach, fails, holds, type Outcome, open, type Probe, type Subject } from '../check.js';
import { isRefusal, isSuccess, outcomeOf } from '../exchange.js';
import { findPageSize } from '../page-size.js';
import { listArguments } from '../read-arguments.js';
import { continuationOf, withCursor } from '../read-page.js';
import { withControl } from '../write-controls.js';

/** Cursors are bound to their query. */
export const cursorBound: Check = {
  id: 'cursor-bound',
  requirement: 'PROF-RESP-09',
  severity: 'info',
  title: 'A cursor is bound to its query',
  why: 'A cursor under another filter returns mixed results that look valid.',
  help: 'Encode a hash of the query in the cursor, and reject the cursor under another query.',
  needs: 'reads',
  run: (probe) =>
    checkEach(probe.lists.slice(0, probe.breadth), 'no list could be read', (subject) => ask(probe, subject)),
};

async function ask(probe: Probe, { operation, call }: Subject): Promise<Outcome> {
  const size = findPageSize(probe.api, operation);
  const other = filtered(probe, call);
  if (size === undefined || other === undefined)
    return open('it has no page size parameter or no enum filter', { operation });
  const small = size.set(call, 1);
  const page = await probe.call(small);
  const next = continuationOf({ api: probe.api, base: probe.base, call: small, exchange: page });
  if (next.kind !== 'cursor') return open('no cursor was observed', { operation, exchanges: [page] });
  const request = withCursor(probe.api, size.set(other, 1), next.cursor);
  if (request === undefined) return open('it accepts no cursor', { operation });
  const mixed = await probe.send(request);
  const seen = { operation, exchanges: [page, mixed] };
  if (isRefusal(mixed)) return holds('a cursor under another filter is rejected', seen);
  if (isSuccess(mixed)) return fails('a cursor is accepted under another filter', seen);
  return open(`a cursor under another filter returned ${outcomeOf(mixed)}`, seen);
}

/** Parameters that change how items are shown, not which items are returned. */
const looks = ['format', 'shape', 'style', 'envelope', 'language', 'locale'];

/** The call with a filter. */
function filtered({ api }: Probe, call: Call): Call | undefined {
  const paging = [...pagingNames(api.settings), ...api.settings.names.verbosity, ...looks];
  const found = listArguments(api, call.operation).find(
    ({ name, schema }) => !isNamed(name, paging) && enumOf(schema) !== undefined,
  );
  const value = enumOf(found?.schema ?? {})?.[0];
  return found === undefined || value === undefined ? undefined : withControl(call, found, String(value));
}
