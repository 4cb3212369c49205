/**
 * Search for audit records in SQLite. Indexes would triple the time that a record takes to write, and calls are
 * recorded by the thousand. Instead, each run of records gets a summary once it is complete, and a search reads only the
 * runs that may contain what it looks for, from the newest on.
 */
import { setImmediate } from 'node:timers/promises';
import type { AuditPage, AuditRecord, AuditSearch } from '@dragoman/core/engine';
import type { AuditRow } from '../audit-row.js';
import { toRecord } from '../audit-row.js';
import type { AuditDialect } from '../audit-search.js';
import { searchStatement } from '../audit-search.js';
import type { SearchedValues } from '../audit-tokens.js';
import { addValues, createFilter, mayContain } from '../audit-tokens.js';
import { fromColumn } from '../column-text.js';
import type { RunSummary } from './run-summaries.js';
import { firstOf, operationOf, runSize } from './run-summaries.js';
import type { SqliteDatabase } from './sqlite-database.js';

/** Runs that one search reads; those that are skipped cost little. */
const maxRead = 128;

/** Runs whose summaries are read together. */
const portion = 64;

interface SegmentRow {
  /** Sequence number of its first record. */
  first: number;
  since: string;
  until: string;
  filter: Buffer | ArrayBuffer;
}

const dialect: AuditDialect = {
  table: 'audit_records',
  placeholder: (number) => `?${number}`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  equal: (column, value) => `${column} = ${value}`,
};

/** Finds the records that match, newest first. */
export async function searchSegments(database: SqliteDatabase, query: AuditSearch): Promise<AuditPage> {
  const records: AuditRecord[] = [];
  const [range] = await database.read(() =>
    database.rows<{ low: number | null; high: number | null }>(
      'SELECT (SELECT seq FROM audit_records ORDER BY seq LIMIT 1) AS low, (SELECT seq FROM audit_records ORDER BY seq DESC LIMIT 1) AS high',
    ),
  );
  const low = range?.low ?? 1;
  let before = Math.min((range?.high ?? 0) + 1, query.before ?? Number.MAX_SAFE_INTEGER);
  const summaries = new Map<number, SegmentRow>();
  for (let read = 0; before > low; before = firstOf(before - 1)) {
    const first = firstOf(before - 1);
    if (!summaries.has(first)) await readSummaries(database, first, summaries);
    const summary = summaries.get(first);
    summaries.delete(first);
    if (summary !== undefined && !mayMatch(summary, query)) continue;
    if (read >= maxRead) return { records, next: before };
    read += 1;
    records.push(...(await readSegment(database, query, { after: first - 1, before, found: records.length })));
    const last = records[query.limit - 1];
    if (records.length > query.limit && last !== undefined) {
      return { records: records.slice(0, query.limit), next: last.seq };
    }
    if (summary === undefined && before === first + runSize) await summarize(database, first);
    await setImmediate();
  }
  return { records };
}

/** Reads the summaries of this run and of those before it. */
async function readSummaries(database: SqliteDatabase, first: number, summaries: Map<number, SegmentRow>) {
  summaries.clear();
  const rows = await database.read(() =>
    database.rows<SegmentRow>(
      'SELECT first, since, until, filter FROM audit_segments WHERE first <= ? ORDER BY first DESC LIMIT ?',
      first,
      portion,
    ),
  );
  for (const row of rows) summaries.set(row.first, row);
}

function mayMatch({ since, until, filter }: SegmentRow, query: AuditSearch): boolean {
  if (query.since !== undefined && until < query.since) return false;
  if (query.until !== undefined && since >= query.until) return false;
  return mayContain(Buffer.isBuffer(filter) ? filter : Buffer.from(filter), query);
}

interface Reading {
  after: number;
  before: number;
  /** Records found so far. */
  found: number;
}

async function readSegment(database: SqliteDatabase, query: AuditSearch, { after, before, found }: Reading) {
  const { sql, values } = searchStatement(dialect, { ...query, limit: query.limit - found }, { after, before });
  return database.read(() => database.rows<AuditRow>(sql, ...values).map(toRecord));
}

/** Values of a run: each once, because reading a row costs more than everything else. */
const ofRun = 'FROM audit_records WHERE seq >= ?1 AND seq < ?2';
const readRun = `SELECT count(*) AS count, min(at) AS since, max(at) AS until, json_group_array(trace_id) AS traces ${ofRun}`;
const readDeeds = `SELECT DISTINCT actor, action, target, outcome, code ${ofRun}`;
/** The detail of a call begins with its operation, and the version follows. */
const readOperations = `SELECT DISTINCT substr(detail, 1, instr(detail || ',"version":', ',"version":')) AS text ${ofRun} AND action = 'call'`;

interface RunRow {
  count: number;
  since: string;
  until: string;
  /** JSON. */
  traces: string;
}

type DeedRow = Pick<AuditRow, 'actor' | 'action' | 'target' | 'outcome' | 'code'>;

/** Values that are added to a summary before other work has its turn. */
const valuesAtOnce = 256;

/** Writes the summary of a complete run, which is read unless it is known; another process may have done so already. */
export async function summarize(database: SqliteDatabase, first: number, known?: RunSummary): Promise<void> {
  const summary = known ?? (await readRunSummary(database, first));
  if (summary === undefined) return;
  const { since, until, filter } = summary;
  await database.write(() => {
    database.run('INSERT OR IGNORE INTO audit_segments VALUES (?, ?, ?, ?)', first, since, until, filter);
  });
}

/** Undefined when records of the run are missing. */
async function readRunSummary(database: SqliteDatabase, first: number): Promise<RunSummary | undefined> {
  const read = async <Row>(sql: string) => {
    await setImmediate();
    return database.read(() => database.rows<Row>(sql, first, first + runSize));
  };
  const deeds = (await read<DeedRow>(readDeeds)).map(decode);
  const operations = (await read<{ text: string | null }>(readOperations)).map(({ text }) => ({
    operation: operationOf(fromColumn(text ?? '')),
  }));
  const [run] = await read<RunRow>(readRun);
  if (run === undefined || run.count < runSize) return undefined;
  const traces = (JSON.parse(run.traces) as string[]).map((traceId) => ({ traceId: fromColumn(traceId) }));
  const filter = createFilter();
  for (const [at, values] of [...deeds, ...operations, ...traces].entries()) {
    addValues(filter, values);
    if (at % valuesAtOnce === valuesAtOnce - 1) await setImmediate();
  }
  return { since: run.since, until: run.until, filter };
}

function decode({ actor, action, target, outcome, code }: DeedRow): SearchedValues {
  return {
    actor: fromColumn(actor),
    action: fromColumn(action),
    target: fromColumn(target),
    outcome,
    code: fromColumn(code),
  };
}

/** The runs that end between these two sequence numbers, by their first record. */
export function completedBetween(before: number, after: number): number[] {
  const completed: number[] = [];
  for (let first = firstOf(before + 1); first + runSize - 1 <= after; first += runSize) completed.push(first);
  return completed;
}

/** Removes the summaries of runs that are gone; inside a transaction. */
export function pruneSegments(database: SqliteDatabase, upTo: number): void {
  database.run('DELETE FROM audit_segments WHERE first + ? <= ?', runSize - 1, upTo);
}
