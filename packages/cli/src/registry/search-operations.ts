/** `dragoman search --operations`: ranks single operations, or lists them when no words are given. */
import type { OperationSummary } from '@dragoman/sdk';
import type { CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { line } from '../terminal/paint.js';
import type { Column } from '../terminal/table.js';
import { connect } from './connect.js';

const columns: readonly Column[] = [
  { title: 'score' },
  { title: 'service' },
  { title: 'operation' },
  { title: 'impact' },
  { title: 'summary', min: 16, prose: true },
];

/** Options that filter services only. */
const serviceOptions = ['capability', 'language', 'publisher', 'filter', 'skip', 'min-score'];
const impacts = ['informational', 'reversible', 'irreversible'] as const;

/** Finds operations and prints them; exit code 1 when nothing was found. */
export async function searchOperations(context: CommandContext): Promise<0 | 1> {
  const { args, options, print, runtime } = context;
  for (const name of serviceOptions) {
    if (options.texts(name).length > 0) throw new UsageError(`--${name} cannot be used with --operations`);
  }
  const chosen = options.texts('impact');
  const top = options.number('top', { min: 1, max: 200 });
  const query = {
    text: args.join(' ').trim(),
    agents: options.texts('service'),
    tags: options.texts('tag'),
    impacts: impacts.filter((impact) => chosen.includes(impact)),
    statuses: options.texts('status'),
  };
  const page = await connect(context).agents.findOperations(query, {
    signal: runtime.signal,
    ...(top === undefined ? {} : { top }),
  });
  const { operations, count } = page;
  if (print.json) print.value(page);
  else if (operations.length > 0) print.table(columns, operations.map(rowOf));
  if (operations.length === 0) print.note(line`Nothing found.`);
  else if (count > operations.length) print.note(line`${operations.length} of ${count} operations`);
  return operations.length === 0 ? 1 : 0;
}

function rowOf({ score, agent_id, operation, impact, summary }: OperationSummary): string[] {
  return [score === undefined ? '' : score.toFixed(2), agent_id, operation, impact ?? '', summary];
}
