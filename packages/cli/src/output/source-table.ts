/** Followed addresses as a table. */
import type { Source } from '@dragoman/sdk';
import { writeInterval } from '../interval.js';
import type { Printer } from './printer.js';

/** Prints sources as a table. */
export function printSources(print: Printer, sources: readonly Source[]): void {
  const columns = [
    { title: 'id', min: 22 },
    { title: 'every', min: 5 },
    { title: 'state', min: 7 },
    { title: 'last fetched', min: 12 },
    { title: 'agents', min: 6 },
    { title: 'url', min: 16, wide: true },
    { title: 'last error', min: 10, wide: true },
  ];
  const rows = sources.map((source) => [
    print.colour.name(source.id),
    writeInterval(source.interval_seconds),
    source.state,
    source.last_fetched_at ?? 'not yet',
    String(source.agent_ids.length),
    source.url,
    source.last_error ?? '',
  ]);
  print.table(columns, rows);
}
