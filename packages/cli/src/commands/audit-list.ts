/** `dragoman audit list`: lists who did, or was refused, what and when. */
import type { AuditRecord, AuditSearch } from '@dragoman/core/engine';
import { isJsonObject } from '@dragoman/model';
import type { Command, CommandContext } from '../command/command.js';
import { readTime } from '../command/interval.js';
import { UsageError } from '../command/usage-error.js';
import { type KeysAndAudit, serverDetails, withAdministration } from '../registry/administration.js';
import { storeOptions } from '../registry/local-store.js';
import { line } from '../terminal/paint.js';

const defaultLimit = 50;
const pageSize = 1_000;
const outcomes = ['done', 'refused', 'failed', 'unknown'] as const;

/** Lists audit records. */
export const auditList: Command = {
  name: 'audit list',
  summary: 'Show the latest records of the audit log, newest first',
  details: serverDetails,
  arguments: [],
  options: [
    { name: 'limit', value: 'n', description: `Maximum number of records (default: ${defaultLimit})` },
    { name: 'after', value: 'seq', description: 'Show the first records after this number instead of the latest' },
    { name: 'actor', value: 'subject', description: 'Only records of this identity' },
    { name: 'action', value: 'action', description: 'Only this action, such as entry.delete' },
    { name: 'service', value: 'id', description: 'Only records about this service' },
    { name: 'target', value: 'id', description: 'Only records about this id, such as a key or a source' },
    { name: 'operation', value: 'name', description: 'Only calls of this operation' },
    { name: 'outcome', value: 'outcome', description: 'Only this outcome', choices: outcomes },
    { name: 'code', value: 'code', description: 'Only this failure code' },
    { name: 'trace', value: 'id', description: 'Only records of this trace' },
    {
      name: 'since',
      value: 'time',
      description: 'Only records from this time on, or for an interval back, such as 15m',
    },
    { name: 'until', value: 'time', description: 'Only records before this time' },
    ...storeOptions,
  ],
  examples: [
    { line: 'dragoman audit list --limit 20', explanation: 'The latest records' },
    {
      line: 'dragoman audit list --outcome failed --since 2026-03-01T00:00:00Z',
      explanation: 'Calls that failed since then',
    },
    { line: 'dragoman audit list --service pier-weather-001 --since 1h', explanation: 'One service in the last hour' },
  ],
  async run(context) {
    const { print } = context;
    const records = await withAdministration(context, ({ audit }) => read(context, audit));
    if (print.json) print.value(records);
    else if (records.length > 0) printRecords(context, records);
    if (records.length === 0) print.note(line`No records.`);
    return 0;
  },
};

const filters = ['actor', 'action', 'target', 'operation', 'code'] as const;

/** The latest records that match, newest first; or the first ones after a number, in order. */
async function read(context: CommandContext, audit: KeysAndAudit['audit']): Promise<AuditRecord[]> {
  const { options } = context;
  const limit = options.number('limit', { min: 1, max: 100_000 }) ?? defaultLimit;
  const after = options.number('after', { min: 0, max: Number.MAX_SAFE_INTEGER });
  const query = readConditions(context);
  if (after !== undefined) return readAfter(audit, { ...query, after, limit });
  const found: AuditRecord[] = [];
  for (let before: number | undefined; found.length < limit; ) {
    const wanted = { ...query, limit: Math.min(pageSize, limit - found.length) };
    const { records, next } = await audit.search({ ...wanted, ...(before === undefined ? {} : { before }) });
    found.push(...records);
    if (next === undefined) break;
    before = next;
  }
  return found;
}

type Conditions = Omit<AuditSearch, 'limit' | 'before'>;

function readConditions({ options, runtime }: CommandContext): Conditions {
  const query: Conditions = {};
  for (const name of filters) {
    const value = options.text(name);
    if (value !== undefined) query[name] = value;
  }
  const service = options.text('service');
  if (service !== undefined && query.target !== undefined) throw new UsageError('use either --service or --target');
  if (service !== undefined) query.target = service;
  const trace = options.text('trace');
  if (trace !== undefined) query.traceId = trace;
  const outcome = outcomes.find((each) => each === options.text('outcome'));
  if (outcome !== undefined) query.outcome = outcome;
  for (const name of ['since', 'until'] as const) {
    const text = options.text(name);
    if (text !== undefined) query[name] = readTime(name, text, runtime.now());
  }
  return query;
}

async function readAfter(
  audit: KeysAndAudit['audit'],
  { after, limit, ...query }: Conditions & { after: number; limit: number },
): Promise<AuditRecord[]> {
  const { actor, action, target, ...others } = query;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new UsageError('--after can be combined with --actor, --action and --target only');
  if (limit > pageSize) throw new UsageError(`--limit is at most ${pageSize} with --after`);
  return audit.list({
    after,
    limit,
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(target === undefined ? {} : { target }),
  });
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
