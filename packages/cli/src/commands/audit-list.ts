/** `dragoman audit list`: who did or was refused what, and when. */
import type { AuditQuery, AuditRecord } from '@dragoman/core/engine';
import { isJsonObject } from '@dragoman/model';
import type { Administration } from '@dragoman/server';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { storeOptions, withStore } from '../local-store.js';
import { line } from '../output/paint.js';

const usualLimit = 50;
const portion = 1_000;

/** Lists audit records. */
export const auditList: Command = {
  name: 'audit list',
  summary: 'Show the last records of the audit log',
  arguments: [],
  options: [
    { name: 'limit', value: 'n', description: `Most records to show (${usualLimit} unless given)` },
    { name: 'after', value: 'seq', description: 'The first records after this number instead of the last ones' },
    { name: 'actor', value: 'subject', description: 'Only what this identity did or was refused' },
    { name: 'action', value: 'action', description: 'Only this action, such as entry.delete' },
    { name: 'target', value: 'id', description: 'Only what was done to this id' },
    ...storeOptions,
  ],
  examples: [
    { line: 'dragoman audit list --limit 20', explanation: 'What happened last' },
    { line: 'dragoman audit list --target pier-weather-001 --json', explanation: 'The story of one agent' },
  ],
  async run(context) {
    const { print } = context;
    const records = await withStore(context, ({ audit }) => read(context, audit));
    if (print.json) print.value(records);
    else if (records.length > 0) printRecords(context, records);
    if (records.length === 0) print.note(line`no records`);
    return 0;
  },
};

/** The log is read in its order, so the last records are found by walking to its end. */
async function read({ options }: CommandContext, audit: Administration['audit']): Promise<AuditRecord[]> {
  const limit = options.number('limit', { min: 1, max: 100_000 }) ?? usualLimit;
  const after = options.number('after', { min: 0, max: Number.MAX_SAFE_INTEGER });
  const conditions: Partial<AuditQuery> = {};
  for (const name of ['actor', 'action', 'target'] as const) {
    const value = options.text(name);
    if (value !== undefined) conditions[name] = value;
  }
  if (after !== undefined && limit > portion) throw new UsageError(`with --after the limit is at most ${portion}`);
  if (after !== undefined) return audit.list({ ...conditions, after, limit });
  let last: AuditRecord[] = [];
  for (let seq = 0; ; ) {
    const records = await audit.list({ ...conditions, after: seq, limit: portion });
    last = [...last, ...records].slice(-limit);
    if (records.length < portion) return last;
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
  const { colour } = print;
  const rows = records.map(({ seq, at, outcome, action, target, actor, code, traceId, detail }) => [
    String(seq),
    at,
    outcome === 'done' ? colour.good(outcome) : colour.bad(outcome),
    action,
    target,
    actor,
    code,
    wordsOf(detail),
    traceId,
  ]);
  print.table(columns, rows);
}

/** The facts of a call that people ask for first; all of them are in the JSON. */
function wordsOf(detail: string | undefined): string {
  const facts = factsOf(detail);
  const { operation, status, attempts, replayed, dryRun, items } = facts;
  return [
    typeof operation === 'string' ? operation : '',
    typeof status === 'number' ? String(status) : '',
    typeof items === 'number' ? `${items} items` : '',
    typeof attempts === 'number' && attempts > 1 ? `${attempts} tries` : '',
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
