/** The search for audit records as SQL; values are numbered from 1. */
import type { AuditPage, AuditSearch } from '@dragoman/core/engine';
import { clockTolerance, maxExamined, operationMark } from '@dragoman/core/engine';
import type { AuditRow } from './audit-row.js';
import { toRecord } from './audit-row.js';
import { toColumn } from './column-text.js';

/** A statement with its values. */
export interface Statement {
  sql: string;
  values: (string | number)[];
}

/** Writes a placeholder: `?1` or `$1`. */
type WritePlaceholder = (number: number) => string;

/** How a database says these things. */
export interface AuditDialect {
  table: string;
  placeholder: WritePlaceholder;
  /** True when the first text contains the second. */
  contains: (text: string, part: string) => string;
  /** True when two texts are equal, in a form that the index has. */
  equal: (column: string, value: string) => string;
}

/** Finds the sequence numbers between which the records of a time are; both are exclusive. */
function boundStatements(
  { table, placeholder }: AuditDialect,
  { since, until }: AuditSearch,
): { after?: Statement; before?: Statement } {
  const moved = (at: string, ms: number) => toColumn(new Date(Date.parse(at) + ms).toISOString());
  const at = placeholder(1);
  return {
    ...(since === undefined
      ? {}
      : {
          after: {
            sql: `SELECT seq FROM ${table} WHERE at < ${at} ORDER BY at DESC, seq DESC LIMIT 1`,
            values: [moved(since, -clockTolerance)],
          },
        }),
    ...(until === undefined
      ? {}
      : {
          before: {
            sql: `SELECT seq FROM ${table} WHERE at > ${at} ORDER BY at, seq LIMIT 1`,
            values: [moved(until, clockTolerance)],
          },
        }),
  };
}

/** Sequence numbers between which a search looks; both are exclusive. */
interface SeqRange {
  after: number;
  before: number;
}

function conditionsOf(
  { equal }: AuditDialect,
  query: AuditSearch,
  { after, before }: SeqRange,
  add: (value: string | number) => string,
) {
  const conditions = [`seq > ${add(after)}`, `seq < ${add(before)}`];
  const { actor, action, target, outcome, code, traceId, since, until } = query;
  for (const [column, value] of Object.entries({ actor, action, target, outcome, code, trace_id: traceId })) {
    if (value !== undefined) conditions.push(equal(column, add(toColumn(value))));
  }
  // Most records are done and have no code, so that only the others are indexed by these.
  if (code !== undefined && code !== '') conditions.push("code <> ''");
  if (outcome !== undefined && outcome !== 'done') conditions.push("outcome <> 'done'");
  if (since !== undefined) conditions.push(`at >= ${add(toColumn(since))}`);
  if (until !== undefined) conditions.push(`at < ${add(toColumn(until))}`);
  return conditions;
}

/** Finds the records of a range, one more than the limit. */
export function searchStatement(dialect: AuditDialect, query: AuditSearch, range: SeqRange): Statement {
  const { table, placeholder, contains } = dialect;
  const values: (string | number)[] = [];
  const add = (value: string | number) => placeholder(values.push(value));
  const conditions = conditionsOf(dialect, query, range, add);
  const { operation, limit } = query;
  if (operation !== undefined) conditions.push(contains('detail', add(toColumn(operationMark(operation)))));
  const sql = `SELECT * FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY seq DESC LIMIT ${add(limit + 1)}`;
  return { sql, values };
}

/** Finds the records of an operation among the newest of a range; `edge` finds the last one that was examined. */
function operationStatements(
  dialect: AuditDialect,
  { operation = '', ...query }: AuditSearch,
  range: SeqRange,
): { found: Statement; edge: Statement } {
  const { table, placeholder, contains } = dialect;
  const values: (string | number)[] = [];
  const add = (value: string | number) => placeholder(values.push(value));
  const where = conditionsOf(dialect, query, range, add).join(' AND ');
  const newest = (columns: string) =>
    `SELECT ${columns} FROM ${table} WHERE ${where} ORDER BY seq DESC LIMIT ${maxExamined}`;
  const edge = {
    sql: `SELECT min(seq) AS seq, count(*) AS count FROM (${newest('seq')}) AS examined`,
    values: [...values],
  };
  const mark = contains('detail', add(toColumn(operationMark(operation))));
  const sql = `SELECT * FROM (${newest('*')}) AS examined WHERE ${mark} ORDER BY seq DESC LIMIT ${add(query.limit + 1)}`;
  return { found: { sql, values }, edge };
}

/** Runs statements. */
export interface RunStatement {
  rows(statement: Statement): Promise<AuditRow[]>;
  first<Row extends object>(statement: Statement): Promise<Row | undefined>;
}

/** Searches a log that has indexes. */
export async function searchIndexed(dialect: AuditDialect, query: AuditSearch, run: RunStatement): Promise<AuditPage> {
  const bounds = boundStatements(dialect, query);
  const seqOf = async (statement: Statement | undefined) =>
    statement === undefined ? undefined : (await run.first<{ seq: number | string }>(statement))?.seq;
  const after = Number((await seqOf(bounds.after)) ?? 0);
  const until = Number((await seqOf(bounds.before)) ?? Number.MAX_SAFE_INTEGER);
  const range = { after, before: Math.min(until, query.before ?? Number.MAX_SAFE_INTEGER) };
  const ofOperation = query.operation === undefined ? undefined : operationStatements(dialect, query, range);
  const rows = await run.rows(ofOperation?.found ?? searchStatement(dialect, query, range));
  const records = rows.slice(0, query.limit).map(toRecord);
  const last = rows.length > query.limit ? records.at(-1)?.seq : await examinedTo(ofOperation?.edge, run);
  return { records, ...(last === undefined ? {} : { next: last }) };
}

/** Where a search for an operation stopped before the end of the log. */
async function examinedTo(edge: Statement | undefined, run: RunStatement): Promise<number | undefined> {
  if (edge === undefined) return undefined;
  const examined = await run.first<{ seq: number | string | null; count: number | string }>(edge);
  const isMore = examined !== undefined && examined.seq !== null && Number(examined.count) >= maxExamined;
  return isMore ? Number(examined.seq) : undefined;
}
