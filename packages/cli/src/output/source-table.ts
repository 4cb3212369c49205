/** Sources as a table. */
import type { Source } from '@dragoman/sdk';
import { writeInterval } from '../command/interval.js';
import type { Printer } from '../terminal/printer.js';

/** Prints sources as a table. */
export function printSources(print: Printer, sources: readonly Source[]): void {
  const columns = [
    { title: 'id' },
    { title: 'every' },
    { title: 'state' },
    { title: 'last fetched' },
    { title: 'services' },
    { title: 'url' },
    { title: 'last error', min: 16 },
  ];
  const rows = sources.map((source) => [
    print.color.name(source.id),
    writeInterval(source.interval_seconds),
    source.state + noteOf(source),
    source.last_fetched_at ?? 'not yet',
    String(source.agent_ids.length),
    source.url,
    source.last_error ?? '',
  ]);
  print.table(columns, rows);
}

/** Changes that wait for a decision; "dragoman sources show" lists them. */
function noteOf({ held }: Source): string {
  return held === undefined || held.refused ? '' : `, ${held.changes.length} on hold`;
}
