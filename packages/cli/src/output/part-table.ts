/** The parts of the server and the callers nearest to their limits, as tables. */
import type { ServerStatus, StatusPart } from '@dragoman/sdk';
import type { Painted, Palette } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** Prints the state by part, what is in use, and the callers nearest to their rate limits. */
export function printParts(print: Printer, status: ServerStatus): void {
  print.table(
    [{ title: 'part' }, { title: 'state' }, { title: 'detail', min: 30 }],
    status.parts.map(({ part, state, detail }) => [part, paintState(state, print.color), detail]),
  );
  const used = status.shares.filter((share) => share.in_use > 0);
  if (used.length > 0) {
    const hasWorkers = new Set(status.shares.map(({ worker }) => worker)).size > 1;
    const titles = ['resource', ...(hasWorkers ? ['worker'] : []), 'in use', 'of', 'callers'];
    print.table(
      [...titles.map((title) => ({ title })), { title: 'used most by', min: 16 }],
      used.map(({ resource, worker, in_use, capacity, callers, top }) => [
        resource,
        ...(hasWorkers ? [String(worker)] : []),
        String(in_use),
        String(capacity),
        String(callers),
        top.map(({ caller, held }) => `${caller} (${held})`).join(', '),
      ]),
    );
  }
  if (status.rates.length > 0) {
    print.table(
      ['caller', 'rate limit', 'used'].map((title) => ({ title })),
      status.rates.map(({ caller, budget, used_percent }) => [caller, budget, `${used_percent} %`]),
    );
  }
}

function paintState(state: StatusPart['state'], color: Palette): Painted {
  if (state === 'ready') return color.good(state);
  return state === 'degraded' ? color.warning(state) : color.bad(state);
}
