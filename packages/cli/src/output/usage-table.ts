/** The calls of one service over time, as a table. */
import type { ServiceUsage, UsagePeriod } from '@dragoman/sdk';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** Prints the calls of a service. */
export function printUsage(print: Printer, usage: ServiceUsage): void {
  const titles = ['since', 'calls', 'errors', 'refused', '429', 'p50 ms', 'p95 ms'];
  const rows = usage.points.map((point) => [`${point.at.slice(0, 16).replace('T', ' ')} UTC`, ...cells(point)]);
  if (rows.length === 0) print.note(line`No calls of ${usage.service} since ${usage.since}.`);
  else
    print.table(
      titles.map((title) => ({ title })),
      [...rows, ['total', ...cells(usage.total)]],
    );
}

function cells({ calls, errors, refused, limited, p50_ms, p95_ms }: UsagePeriod): string[] {
  return [calls, errors, refused, limited, p50_ms ?? '', p95_ms ?? ''].map(String);
}
