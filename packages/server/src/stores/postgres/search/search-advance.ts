/**
 * Indexes the changes that no node has indexed, in order. If a portion fails, its entries are indexed one by one; one
 * that fails alone is set aside with the reason, so that the others are indexed, and is tried again later.
 */
import type { AdvancedSearch, SetAsideEntry, StoredEntry } from '@dragoman/core/engine';
import { isFailure } from '@dragoman/model';
import { fromColumn, toColumn } from '../../column-text.js';
import type { EntryColumns } from '../../entry-row.js';
import { entryColumns, toStored } from '../../entry-row.js';
import type { PostgresDatabase, PostgresQuery } from '../postgres-database.js';
import { concernsThisWork } from '../postgres-failure.js';
import { rowKey } from '../row-key.js';
import type { SearchWriter } from './search-writer.js';

/** Entries that are read at once, and operations that are indexed in one transaction. */
const portion = { entries: 100, operations: 500 };
/** Characters of a reason that are stored. */
const maxReason = 300;

type ChangedRow = EntryColumns & { key: Buffer; id: string };

/** Creates the step that indexes some of the changes. */
export function createAdvance(database: PostgresDatabase, writer: SearchWriter) {
  const { schema } = database;
  /** Entries that are indexed one by one, because one of them failed. */
  let alone = 0;

  async function advance(model: string, take: (rows: readonly ChangedRow[]) => void): Promise<AdvancedSearch> {
    return database.transact(async (query) => {
      await writer.lock(query);
      const { since, isSame } = await readProgress(query, schema, model);
      const changed = await readChanged(query, schema, { since, most: alone > 0 ? 1 : portion.entries });
      if (!isSame) await query(`DELETE FROM ${schema}.search_texts`);
      const rows = changed.length > 0 ? changed : await readDue(query, schema);
      take(rows);
      const write = async (some: readonly StoredEntry[]) => {
        await writer.write(query, some, model);
        const keys = some.map(({ entry }) => rowKey(entry.id));
        await query(`DELETE FROM ${schema}.search_set_aside WHERE key = ANY($1::bytea[])`, [keys]);
      };
      const done = rows.length === 1 ? await writeOne(query, schema, rows, write) : await writeFirst(rows, write);
      if (changed.length > 0 || !isSame) {
        await query(`UPDATE ${schema}.search_progress SET seq = $1, model = $2`, [done.seq ?? since, model]);
      }
      return { hasIndexed: rows.length > 0, ...(done.setAside === undefined ? {} : { setAside: done.setAside }) };
    });
  }

  return async (model: string): Promise<AdvancedSearch> => {
    let taken: readonly ChangedRow[] = [];
    try {
      const advanced = await advance(model, (rows) => {
        taken = rows;
      });
      alone = Math.max(0, alone - 1);
      return advanced;
    } catch (error) {
      if (taken.length <= 1 || !concernsThisWork(error)) throw error;
      alone = taken.length;
      return { hasIndexed: true };
    }
  };
}

/** With another model every text needs another vector. */
async function readProgress(query: PostgresQuery, schema: string, model: string) {
  const { rows } = await query<{ seq: number; model: string }>(
    `SELECT seq::float8 AS seq, model FROM ${schema}.search_progress`,
  );
  const [progress = { seq: 0, model: '' }] = rows;
  const isSame = progress.model === model;
  return { isSame, since: isSame ? progress.seq : 0 };
}

async function readChanged(query: PostgresQuery, schema: string, { since, most }: { since: number; most: number }) {
  const sql = `SELECT key, id, ${entryColumns} FROM ${schema}.entries WHERE seq > $1 ORDER BY seq LIMIT ${most}`;
  return (await query<ChangedRow>(sql, [since])).rows;
}

/** One of the entries that were set aside, when it is time to try it again. */
async function readDue(query: PostgresQuery, schema: string): Promise<ChangedRow[]> {
  const columns = ['key', 'id', ...entryColumns.split(', ')].map((column) => `e.${column}`).join(', ');
  const { rows } = await query<ChangedRow>(
    `SELECT ${columns} FROM ${schema}.search_set_aside AS s JOIN ${schema}.entries AS e USING (key)
     WHERE s.retry_at <= now() ORDER BY s.retry_at LIMIT 1`,
    [],
  );
  return rows;
}

type Write = (entries: readonly StoredEntry[]) => Promise<void>;
interface Written {
  /** The last change that is done. */
  seq?: number;
  setAside?: SetAsideEntry;
}

async function writeFirst(rows: readonly ChangedRow[], write: Write): Promise<Written> {
  const [some = []] = inPortions(rows.map(toStored));
  await write(some);
  const last = some.at(-1);
  return last === undefined ? {} : { seq: last.seq };
}

async function writeOne(query: PostgresQuery, schema: string, rows: readonly ChangedRow[], write: Write) {
  await query('SAVEPOINT one_entry');
  try {
    return await writeFirst(rows, write);
  } catch (error) {
    const [row] = rows;
    if (row === undefined || !concernsThisWork(error)) throw error;
    await query('ROLLBACK TO SAVEPOINT one_entry');
    const reason = reasonOf(error);
    await query(
      `INSERT INTO ${schema}.search_set_aside AS kept (key, id, reason, attempts, retry_at)
       VALUES ($1, $2, $3, 1, now() + interval '1 minute')
       ON CONFLICT (key) DO UPDATE SET reason = excluded.reason, attempts = kept.attempts + 1,
         retry_at = now() + interval '1 minute' * 2 ^ least(kept.attempts, 6)`,
      [row.key, row.id, toColumn(reason)],
    );
    return { seq: Number(row.seq), setAside: { id: fromColumn(row.id), reason } };
  }
}

function reasonOf(error: unknown): string {
  const cause = isFailure(error) ? (error.cause ?? error) : error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, maxReason);
}

/** Entries that were set aside, by id. */
export async function readSetAside({ query, schema }: PostgresDatabase, most: number): Promise<SetAsideEntry[]> {
  const sql = `SELECT id, reason FROM ${schema}.search_set_aside ORDER BY id LIMIT $1`;
  const { rows } = await query<SetAsideEntry>(sql, [most]);
  return rows.map(({ id, reason }) => ({ id: fromColumn(id), reason: fromColumn(reason) }));
}

/** Entries in portions of a bounded number of operations; a larger entry is its own portion. */
export function inPortions(entries: readonly StoredEntry[]): StoredEntry[][] {
  const cut: StoredEntry[][] = [];
  let room = 0;
  for (const stored of entries) {
    const size = Math.max(1, stored.entry.operations.length);
    room -= size;
    const current = cut.at(-1);
    if (current === undefined || room < 0) {
      cut.push([stored]);
      room = portion.operations - size;
    } else {
      current.push(stored);
    }
  }
  return cut;
}
