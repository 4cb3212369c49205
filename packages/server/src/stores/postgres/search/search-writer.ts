/**
 * Writes the rows of entries in one transaction, one writer at a time in the whole database: an entry that another node
 * has written meanwhile, in this state or a later one, is left alone.
 */
import { createHash } from 'node:crypto';
import type { StoredEntry } from '@dragoman/core/engine';
import {
  createEntryAnalysis,
  describeEntry,
  embeddedTexts,
  nameEntry,
  nameKey,
  nameKeysOf,
  readersOf,
  writeNames,
} from '@dragoman/core/engine';
import { toColumn } from '../../column-text.js';
import type { PostgresQuery } from '../postgres-database.js';
import { rowKey } from '../row-key.js';
import { nameNumber, plainKey } from './search-names.js';
import { type NumberedRow, removeRows, type SearchRowPorts, writeRows } from './search-row-writer.js';

/** Writes rows. */
export interface SearchWriter {
  /** Waits until no other node writes; locked until the transaction ends. */
  lock(query: PostgresQuery): Promise<void>;
  /** Those of these entries whose rows are older; needs no lock. */
  stale(query: PostgresQuery, entries: readonly StoredEntry[]): Promise<StoredEntry[]>;
  /** Brings the rows of these entries up to date and notes texts without a vector of the model; call `lock` first. */
  write(query: PostgresQuery, entries: readonly StoredEntry[], model: string): Promise<void>;
}

/** Rows written per statement: a service may have thousands of operations, and a statement has a timeout. */
const rowsAtOnce = 500;

/** Creates the writer. */
export function createSearchWriter(ports: SearchRowPorts): SearchWriter {
  const { schema } = ports;
  const analyze = createEntryAnalysis();
  const lockNumber = createHash('sha256').update(`search ${schema}`).digest().readBigInt64BE(0);
  return {
    async lock(query) {
      await query('SELECT pg_advisory_xact_lock($1::bigint)', [String(lockNumber)]);
    },
    stale: async (query, entries) => (await findStale(query, schema, entries)).map(({ stored }) => stored),
    async write(query, given, model) {
      const stale = await findStale(query, schema, given);
      if (stale.length > 0) {
        const known = stale.flatMap(({ number }) => number ?? []);
        await removeRows(query, schema, known);
        const entries = stale.map(({ stored }) => stored);
        const numbers = await writeEntries(query, schema, entries);
        await writeNameKeys(query, schema, { entries, numbers, known });
        let rows: NumberedRow[] = [];
        for (const { entry, deletedAt } of entries) {
          const readers = entry.visibility === 'public' ? null : readersOf(entry);
          const number = numbers.get(toColumn(entry.id)) ?? 0;
          for (const row of deletedAt === undefined ? analyze(entry) : []) {
            rows.push({ ...row, entry: number, readers });
            if (rows.length < rowsAtOnce) continue;
            await writeRows(query, ports, rows);
            rows = [];
          }
        }
        await writeRows(query, ports, rows);
      }
      await noteTexts(query, schema, given, model);
    },
  };
}

/** Entries whose stored rows are older, with the numbers of those that are known. */
async function findStale(query: PostgresQuery, schema: string, entries: readonly StoredEntry[]) {
  const { rows } = await query<{ key: Buffer; number: number; seq: number }>(
    `SELECT key, number::float8 AS number, seq::float8 AS seq FROM ${schema}.search_entries
     WHERE key = ANY($1::bytea[])`,
    [entries.map(({ entry }) => rowKey(entry.id))],
  );
  const known = new Map(rows.map((row) => [Buffer.from(row.key).toString('hex'), row]));
  const newest = new Map<string, StoredEntry>();
  for (const stored of entries) {
    if ((newest.get(stored.entry.id)?.seq ?? -1) < stored.seq) newest.set(stored.entry.id, stored);
  }
  return [...newest.values()].flatMap((stored) => {
    const row = known.get(rowKey(stored.entry.id).toString('hex'));
    return row !== undefined && row.seq >= stored.seq ? [] : [{ stored, number: row?.number }];
  });
}

/** Writes what lists show of the entries; a deleted one keeps only its number. Returns the numbers by stored id. */
async function writeEntries(query: PostgresQuery, schema: string, entries: readonly StoredEntry[]) {
  const ifLive = <T>(stored: StoredEntry, value: () => T) => (stored.deletedAt === undefined ? value() : null);
  const { rows } = await query<{ id: string; number: number }>(
    `INSERT INTO ${schema}.search_entries AS kept (key, id, seq, plain, name, name_key, described, names)
     SELECT * FROM unnest($1::bytea[], $2::text[], $3::bigint[], $4::bytea[], $5::text[], $6::text[], $7::text[], $8::text[])
     ON CONFLICT (key) DO UPDATE SET seq = excluded.seq, plain = excluded.plain, name = excluded.name,
       name_key = excluded.name_key, described = excluded.described, names = excluded.names
     RETURNING id, number::float8 AS number`,
    [
      entries.map(({ entry }) => rowKey(entry.id)),
      entries.map(({ entry }) => toColumn(entry.id)),
      entries.map(({ seq }) => seq),
      entries.map((stored) => ifLive(stored, () => plainKey(stored.entry.id))),
      entries.map((stored) => ifLive(stored, () => toColumn(stored.entry.name))),
      entries.map((stored) => ifLive(stored, () => toColumn(nameKey(stored.entry.name)))),
      entries.map((stored) => ifLive(stored, () => JSON.stringify(describeEntry(stored.entry)))),
      entries.map((stored) => (isNamed(stored) ? writeNamesOf(stored) : null)),
    ],
  );
  return new Map(rows.map(({ id, number }) => [id, number]));
}

interface NamedEntries {
  entries: readonly StoredEntry[];
  /** By stored id. */
  numbers: ReadonlyMap<string, number>;
  /** Numbers of entries that may have keys already. */
  known: readonly number[];
}

async function writeNameKeys(query: PostgresQuery, schema: string, { entries, numbers, known }: NamedEntries) {
  await query(`DELETE FROM ${schema}.search_names WHERE entry = ANY($1::bigint[])`, [known]);
  const [key, entry]: [string[], number[]] = [[], []];
  for (const stored of entries.filter(isNamed)) {
    const number = numbers.get(toColumn(stored.entry.id)) ?? 0;
    for (const own of new Set(nameKeysOf(nameEntry(stored.entry)).own.map(nameNumber))) {
      key.push(own);
      entry.push(number);
    }
  }
  const sql = `INSERT INTO ${schema}.search_names SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT DO NOTHING`;
  await query(sql, [key, entry]);
}

/** Notes texts that have no vector of the model; those of small entries come first. */
async function noteTexts(query: PostgresQuery, schema: string, entries: readonly StoredEntry[], model: string) {
  const live = entries.filter(({ deletedAt }) => deletedAt === undefined);
  const texts = new Map(
    live.flatMap(({ entry }) =>
      embeddedTexts(entry).map(({ hash, text }) => [hash, { hash, text, size: entry.operations.length }] as const),
    ),
  );
  if (model === '' || texts.size === 0) return;
  const given = [...texts.values()];
  await query(
    `INSERT INTO ${schema}.search_texts (hash, text, priority)
     SELECT hash, text, priority FROM unnest($1::text[], $2::text[], $3::integer[]) AS given (hash, text, priority)
     WHERE NOT EXISTS (SELECT 1 FROM ${schema}.compared_vectors AS kept WHERE kept.model = $4 AND kept.hash = given.hash)
     ON CONFLICT DO NOTHING`,
    [given.map(({ hash }) => hash), given.map(({ text }) => toColumn(text)), given.map(({ size }) => size), model],
  );
}

/** Private and deleted entries are not compared by name, and nobody learns of them by asking. */
function isNamed({ entry, deletedAt }: StoredEntry): boolean {
  return deletedAt === undefined && entry.visibility === 'public';
}

function writeNamesOf({ entry, createdAt }: StoredEntry): string {
  return toColumn(writeNames({ ...nameEntry(entry), since: createdAt }));
}
