/** A source with its health, and the results of polls. */
import type { Source, SourcePoll } from '@dragoman/sdk';
import { writeInterval } from '../command/interval.js';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** Prints a source, one fact per line. */
export function printSource(print: Printer, source: Source): void {
  const facts: [string, string | undefined][] = [
    ['id', source.id],
    ['name', source.name],
    ['url', source.url],
    ['every', writeInterval(source.interval_seconds)],
    ['state', source.state],
    ['failures in a row', String(source.failures)],
    ['last success', source.last_success_at ?? 'not yet'],
    ['last fetched', source.last_fetched_at ?? 'not yet'],
    ['took', source.latency_ms === undefined ? undefined : `${source.latency_ms} ms`],
    ['next due', source.due_at],
    ['last error', source.last_error],
    ['credential', source.credential === undefined ? 'none' : `${source.credential.kind} (${source.credential.name})`],
    ['services', String(source.agent_ids.length)],
  ];
  for (const [name, value] of facts) if (value !== undefined) print.out(line`${name.padEnd(18)} ${value}`);
  for (const { code, message } of source.findings ?? []) print.out(line`${print.color.warning(code)}  ${message}`);
  printHeld(print, source);
}

/** Prints changes that wait for a decision, and the commands to decide. */
function printHeld(print: Printer, { id, held }: Pick<Source, 'id' | 'held'>): void {
  if (held === undefined) return;
  printHeldChanges(print, held);
  if (!held.refused)
    print.note(line`Apply with: dragoman sources accept ${id}; reject with: dragoman sources refuse ${id}`);
}

/** Prints the changes on hold. */
export function printHeldChanges(print: Printer, { refused, changes }: NonNullable<Source['held']>): void {
  const word = refused ? 'rejected' : 'on hold';
  for (const { message } of changes) print.out(line`${print.color.warning(word)}  ${message}`);
}

/** Prints the result of a poll. */
export function printPoll(print: Printer, poll: SourcePoll): void {
  print.out(line`${print.color.name(poll.at)}  ${poll.outcome}${poll.error === undefined ? '' : `  ${poll.error}`}`);
  for (const { code, message } of poll.violations) print.out(line`  ${print.color.bad(code)}  ${message}`);
  for (const { code, message } of poll.findings) print.out(line`  ${print.color.warning(code)}  ${message}`);
  for (const { agent_id, operations } of poll.agents) {
    for (const { kind, operation, effect, changes } of operations) {
      const meaning = effect === undefined ? '' : `  ${effect}`;
      print.out(line`  ${kind.replace('operation_', '').padEnd(8)} ${operation}  ${agent_id}${meaning}`);
      for (const change of changes) print.out(line`             ${change.effect.padEnd(12)} ${change.message}`);
    }
  }
}
