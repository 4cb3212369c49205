/** `dragoman audit list`: lists who did, or was refused, what and when. */
import type { AuditQuery, AuditRecord } from '@dragoman/core/engine';
import { isJsonObject } from '@dragoman/model';
import type { Administration } from '@dragoman/server';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { storeOptions, withStore } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';

const defaultLimit = 50;
const pageSize = 1_000;

/** Lists audit records. */
export const auditList: Command = {
  name: 'audit list',
  summary: 'Show the latest records of the audit log',
  arguments: [],
  options: [
    { name: 'limit', value: 'n', description: `Maximum number of records (default: ${defaultLimit})` },
    { name: 'after', value: 'seq', description: 'Show the first records after this number instead of the latest' },
    { name: 'actor', value: 'subject', description: 'Only records of this identity' },
    { name: 'action', value: 'action', description: 'Only this action, such as entry.delete' },
    { name: 'target', value: 'id', description: 'Only records about this id' },
    ...storeOptions,
  ],
  examples: [
    { line: 'dragoman audit list --limit 20', explanation: 'The latest records' },
    { line: 'dragoman audit list --target pier-weather-001 --json', explanation: 'Everything about one service' },
  ],
  async run(context) {
    const { print } = context;
    const records = await withStore(context, ({ audit }) => read(context, audit));
    if (print.json) print.value(records);
    else if (records.length > 0) printRecords(context, records);
    if (records.length === 0) print.note(line`No records.`);
    return 0;
  },
};

/** The log is read in order, so the latest records are found by reading to the end. */
async function read({ options }: CommandContext, audit: Administration['audit']): Promise<AuditRecord[]> {
  const limit = options.number('limit', { min: 1, max: 100_000 }) ?? defaultLimit;
  const after = options.number('after', { min: 0, max: Number.MAX_SAFE_INTEGER });
  const conditions: Partial<AuditQuery> = {};
  for (const name of ['actor', 'action', 'target'] as const) {
    const value = options.text(name);
    if (value !== undefined) conditions[name] = value;
  }
  if (after !== undefined && limit > pageSize) throw new UsageError(`--limit is at most ${pageSize} with --after`);
  if (after !== undefined) return audit.list({ ...conditions, after, limit });
  let last: AuditRecord[] = [];
  for (let seq = 0; ; ) {
    const records = await audit.list({ ...conditions, after: seq, limit: pageSize });
    last = [...last, ...records].slice(-limit);
    if (records.length < pageSize) return last;
    seq = records.at(-1)?.seq ?? seq;
  }
}

function printRecords({ print }: CommandContext, records: readonly AuditRecord[]): void {
  const columns = [
    { title: 'seq' },
    { title: 'at' },
    { title: 'outcome' },
    { title: 'action' },
    { title: 'target' },
    { title: 'actor' },
    { title: 'code' },
    { title: 'detail', min: 16 },
    { title: 'trace id' },
  ];
  const { color } = print;
  const rows = records.map(({ seq, at, outcome, action, target, actor, code, traceId, detail }) => [
    String(seq),
    at,
    outcome === 'done' ? color.good(outcome) : color.bad(outcome),
    action,
    target,
    actor,
    code,
    summarize(detail),
    traceId,
  ]);
  print.table(columns, rows);
}

/** The most useful facts of a call; the JSON output has all of them. */
function summarize(detail: string | undefined): string {
  const facts = factsOf(detail);
  const { operation, status, attempts, replayed, dryRun, items } = facts;
  return [
    typeof operation === 'string' ? operation : '',
    typeof status === 'number' ? String(status) : '',
    typeof items === 'number' ? `${items} items` : '',
    typeof attempts === 'number' && attempts > 1 ? `${attempts} attempts` : '',
    replayed === true ? 'replayed' : '',
    dryRun === true ? 'preview' : '',
  ]
    .filter((word) => word !== '')
    .join(', ');
}

function factsOf(detail: string | undefined): Record<string, unknown> {
  if (detail === undefined) return {};
  try {
    const facts: unknown = JSON.parse(detail);
    return isJsonObject(facts) ? facts : {};
  } catch {
    return {};
  }
}
