/** The audit chain in SQLite. The writing functions run inside a transaction of the caller. */

import type { AuditDraft, AuditQuery, AuditRecord, AuditStore } from '@dragoman/core/engine';
import { chainRecord, isAlike, MissingAuditHead } from '@dragoman/core/engine';
import type { AuditPoint } from '@dragoman/model';
import type { AuditRow } from '../audit-row.js';
import { toRecord } from '../audit-row.js';
import { toColumn, toNullable } from '../column-text.js';
import type { WriteQueue } from '../write-queue.js';
import type { RunSummaries } from './run-summaries.js';
import { completedBetween, pruneSegments, searchSegments, summarize } from './sqlite-audit-segments.js';
import type { SqliteDatabase } from './sqlite-database.js';

/** Maximum number of records removed in one transaction, so that pruning does not block the server. */
const pruneBatch = 5000;

/**
 * Records with the same actor, action, target, outcome and code are written with one statement: passing a text to the
 * driver costs more than writing it, and the records of calls come by the hundred. The differing parts are passed as
 * one buffer with the offset of each record; as bytes, since SQLite finds a position in a text by counting from its
 * start.
 */
const insertAlike = `
  INSERT INTO audit_records (seq, at, actor, action, target, outcome, code, trace_id, previous, hash, detail)
  SELECT CAST(CAST(substr(?6, value + 1, 16) AS TEXT) AS INTEGER), CAST(substr(?6, value + 17, 24) AS TEXT), ?1, ?2, ?3, ?4, ?5,
    CAST(substr(?6, value + 41, 32) AS TEXT), CAST(substr(?6, value + 73, 64) AS TEXT),
    CAST(substr(?6, value + 137, 64) AS TEXT),
    CAST(substr(?6, value + 209, CAST(CAST(substr(?6, value + 201, 8) AS TEXT) AS INTEGER)) AS TEXT)
  FROM json_each(?7)`;

const insertRecord = `
  INSERT INTO audit_records (seq, at, actor, action, target, outcome, code, trace_id, previous, hash, detail)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Reads a point of the chain. */
export function readPoint(database: SqliteDatabase, name: 'head' | 'anchor'): AuditPoint {
  const [point] = database.rows<AuditPoint>('SELECT seq, hash FROM audit_points WHERE name = ?', name);
  if (point === undefined) throw new MissingAuditHead(name);
  return point;
}

/** Maximum number of record kinds grouped at once; with more kinds grouping gains little. */
const maxKinds = 16;

/** Writes chained records and moves the head after them; inside a transaction. */
export function writeRecords(database: SqliteDatabase, records: readonly AuditRecord[]): void {
  const kinds: [AuditRecord, ...AuditRecord[]][] = [];
  for (const record of records) {
    const kind = kinds.find((each) => isAlike(each[0], record));
    if (!fitsLine(record)) writeRecord(database, record);
    else if (kind !== undefined) kind.push(record);
    else {
      if (kinds.length >= maxKinds) for (const each of kinds.splice(0)) writeAlike(database, each);
      kinds.push([record]);
    }
  }
  for (const each of kinds) writeAlike(database, each);
  const last = records.at(-1);
  if (last !== undefined) movePoint(database, 'head', last);
}

/** True for a record whose parts have the usual lengths; the very first record does not. */
function fitsLine({ at, traceId, previous, hash, detail }: AuditRecord): boolean {
  const isMeasured = at.length === 24 && traceId.length === 32 && previous.length === 64 && hash.length === 64;
  return isMeasured && detail !== undefined && detail !== '' && plain.test(at) && plain.test(traceId);
}

/** Characters that the buffer, the column and SQLite's character count treat alike. */
const plain = /^[ -[\]-~]*$/;

function writeAlike(database: SqliteDatabase, group: readonly [AuditRecord, ...AuditRecord[]]): void {
  const [first] = group;
  const parts = group.map(partOf);
  let room = 0;
  for (const { length } of parts) room += bytesBefore + length;
  const buffer = Buffer.allocUnsafe(room);
  const places: number[] = [];
  let end = 0;
  for (const part of parts) {
    places.push(end);
    end += writePart(buffer, end, part);
  }
  const shared = [first.actor, first.action, first.target, first.outcome, first.code].map(toColumn);
  database.run(insertAlike, ...shared, buffer, JSON.stringify(places));
}

/** Bytes of a record in the buffer before its detail. */
const bytesBefore = 208;

/** What a record adds to the buffer. */
interface RecordPart {
  record: AuditRecord;
  detail: string;
  /** Bytes of the detail. */
  length: number;
}

function partOf(record: AuditRecord): RecordPart {
  const detail = toColumn(record.detail ?? '');
  return { record, detail, length: Buffer.byteLength(detail) };
}

/** Returns the number of bytes; those of ASCII are copied, which takes less time than encoding each character. */
function writePart(buffer: Buffer, start: number, { record, detail, length }: RecordPart): number {
  const { seq, at, traceId, previous, hash } = record;
  const line = `${digits(seq, 16)}${at}${traceId}${previous}${hash}${digits(length, 8)}${detail}`;
  return buffer.write(line, start, length === detail.length ? 'latin1' : 'utf8');
}

const zeros = '0'.repeat(16);

function digits(number: number, width: number): string {
  const text = String(number);
  return zeros.slice(0, width - text.length) + text;
}

function writeRecord(database: SqliteDatabase, record: AuditRecord): void {
  const { seq, outcome, previous, hash } = record;
  const [at, actor, action] = [toColumn(record.at), toColumn(record.actor), toColumn(record.action)];
  const [target, code, trace] = [toColumn(record.target), toColumn(record.code), toColumn(record.traceId)];
  const detail = toNullable(record.detail);
  database.run(insertRecord, seq, at, actor, action, target, outcome, code, trace, previous, hash, detail);
}

/** Chains one draft after the head and writes it; inside a transaction. */
export function appendRecord(database: SqliteDatabase, draft: AuditDraft): void {
  writeRecords(database, [chainRecord(draft, readPoint(database, 'head'))]);
}

/** The audit log in SQLite. */
export function createSqliteAudit(database: SqliteDatabase, queue: WriteQueue, summaries: RunSummaries): AuditStore {
  return {
    append: (draft, endedIntent) =>
      queue.add({
        plan(batch) {
          if (endedIntent !== undefined) batch.end(endedIntent);
          return batch.append(draft);
        },
      }),
    async appendAll(drafts, endedIntents = []) {
      const [from, to] = await queue.add({
        plan(batch) {
          const before = batch.head().seq;
          for (const draft of drafts) batch.append(draft);
          for (const id of endedIntents) batch.end(id);
          return [before, batch.head().seq] as const;
        },
      });
      // A summary that is missing is written by the first search that needs it.
      for (const first of completedBetween(from, to)) {
        void summarize(database, first, summaries.take(first)).catch(() => undefined);
      }
    },
    list: (query) => database.read(() => list(database, query)),
    search: (query) => searchSegments(database, query),
    head: () => database.read(() => readPoint(database, 'head')),
    anchor: () => database.read(() => readPoint(database, 'anchor')),
    async prune(before) {
      for (let total = 0; ; ) {
        const removed = await database.write(() => prune(database, before));
        total += removed;
        if (removed < pruneBatch) return total;
      }
    },
  };
}

function movePoint(database: SqliteDatabase, name: 'head' | 'anchor', { seq, hash }: AuditPoint) {
  database.run('UPDATE audit_points SET seq = ?, hash = ? WHERE name = ?', seq, hash, name);
}

function list(database: SqliteDatabase, query: AuditQuery): AuditRecord[] {
  const { after = 0, limit, actor, action, target, traceId } = query;
  const conditions = ['seq > ?'];
  const values: (string | number)[] = [after];
  for (const [column, value] of Object.entries({ actor, action, target, trace_id: traceId })) {
    if (value === undefined) continue;
    conditions.push(`${column} = ?`);
    values.push(toColumn(value));
  }
  const sql = `SELECT * FROM audit_records WHERE ${conditions.join(' AND ')} ORDER BY seq LIMIT ?`;
  return database.rows<AuditRow>(sql, ...values, limit).map(toRecord);
}

/** Removes a prefix of the chain: up to the first record within the retention time, never the last one. */
function prune(database: SqliteDatabase, before: string): number {
  const anchor = readPoint(database, 'anchor');
  const head = readPoint(database, 'head');
  const [firstKept] = database.rows<{ seq: number }>(
    'SELECT seq FROM audit_records WHERE at >= ? ORDER BY seq LIMIT 1',
    toColumn(before),
  );
  const upTo = Math.min((firstKept?.seq ?? head.seq) - 1, anchor.seq + pruneBatch);
  const [last] = database.rows<AuditPoint>('SELECT seq, hash FROM audit_records WHERE seq = ?', upTo);
  if (last === undefined) return 0;
  movePoint(database, 'anchor', last);
  pruneSegments(database, upTo);
  return database.run('DELETE FROM audit_records WHERE seq <= ?', upTo);
}
