/** The parts of the server and the callers nearest to their limits, as tables. */
import type { ServerStatus, StatusPart } from '@dragoman/sdk';
import type { Paintable, Painted, Palette } from '../terminal/paint.js';
import { line } from '../terminal/paint.js';
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
  printRates(print, status.rates);
  printErrors(print, status);
}

/** One row for each part: its name, and its state where it is not ready. */
export function partRows(status: ServerStatus, color: Palette): Paintable[][] {
  return status.parts.map(({ part, state, detail }) => [
    part,
    state === 'ready' ? detail : line`${paintState(state, color)}: ${detail}`,
  ]);
}

/** Percent of a limit from which a caller is near it. */
const nearPercent = 50;

/** Callers near a rate limit, and shared resources that are mostly in use; nothing when there are none. */
export function printLimits(print: Printer, { rates, shares }: ServerStatus): void {
  printRates(
    print,
    rates.filter(({ used_percent: percent }) => percent >= nearPercent),
  );
  for (const { resource, in_use: used, capacity, worker } of shares) {
    if (used * 100 < capacity * nearPercent) continue;
    print.out(line`${print.color.warning(resource)}: ${used} of ${capacity} in use in worker ${worker}`);
  }
}

function printRates(print: Printer, rates: ServerStatus['rates']): void {
  if (rates.length === 0) return;
  print.table(
    ['caller', 'rate limit', 'used'].map((title) => ({ title })),
    rates.map(({ caller, budget, used_percent: percent }) => [caller, budget, `${percent} %`]),
  );
}

/** The last errors, newest first. */
export function printErrors(print: Printer, { errors = [] }: Partial<Pick<ServerStatus, 'errors'>>): void {
  if (errors.length === 0) return;
  print.table(
    [{ title: 'last errors' }, { title: 'what', min: 20 }, { title: 'trace id' }],
    errors.map(({ at, detail, trace_id: trace = '' }) => [`${at.slice(0, 19)}Z`, detail, trace]),
  );
}

function paintState(state: StatusPart['state'], color: Palette): Painted {
  if (state === 'ready') return color.good(state);
  return state === 'degraded' ? color.warning(state) : color.bad(state);
}
