/** Entries and their versions as rows; the same columns in both databases. */
import { promisify } from 'node:util';
import { inflateRaw, inflateRawSync } from 'node:zlib';
import type { EntryAction, EntryVersion, StoredEntry } from '@dragoman/core/engine';
import type { Entry } from '@dragoman/model';
import { fromColumn } from './column-text.js';
import { parseEntryInTurns } from './parse-entry.js';

/** The columns that `toStored` needs. */
export const entryColumns = 'entry, revision, seq, created_at, updated_at, deleted_at';

/** The columns that `toVersion` needs. */
export const versionColumns = 'revision, action, actor, at, entry';

/** An entry in JSON; SQLite stores large ones compressed. */
export type EntryText = string | Uint8Array;

/** An entry as a row; PostgreSQL returns 64-bit integers as text. */
export interface EntryColumns {
  entry: EntryText;
  revision: number;
  seq: number | string;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** A version as a row. */
export interface VersionColumns {
  revision: number;
  action: EntryAction;
  actor: string;
  at: string;
  entry: EntryText;
}

/** Converts a row to an entry. */
export function toStored(row: EntryColumns): StoredEntry {
  return withColumns(parseEntry(row.entry), row);
}

function withColumns(entry: Entry, row: EntryColumns): StoredEntry {
  return {
    entry,
    revision: row.revision,
    seq: Number(row.seq),
    createdAt: fromColumn(row.created_at),
    updatedAt: fromColumn(row.updated_at),
    ...(row.deleted_at === null ? {} : { deletedAt: fromColumn(row.deleted_at) }),
  };
}

/** Converts rows to entries; large ones are parsed in portions, between which other requests have a turn. */
export async function toStoredInTurns(rows: readonly EntryColumns[]): Promise<StoredEntry[]> {
  const stored: StoredEntry[] = [];
  for (const row of rows) {
    const text = typeof row.entry === 'string' ? row.entry : await inflateText(row.entry);
    stored.push(withColumns(await parseEntryInTurns(text), row));
  }
  return stored;
}

const inflate = promisify(inflateRaw);

async function inflateText(bytes: Uint8Array): Promise<string> {
  return (await inflate(bytes)).toString();
}

/** Converts a row to a version. */
export function toVersion(row: VersionColumns): EntryVersion {
  const { revision, action, actor, at, entry } = row;
  return { revision, action, actor: fromColumn(actor), at: fromColumn(at), entry: parseEntry(entry) };
}

function parseEntry(text: EntryText): Entry {
  return JSON.parse(typeof text === 'string' ? text : inflateRawSync(text).toString()) as Entry;
}
