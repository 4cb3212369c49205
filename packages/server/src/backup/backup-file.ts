/**
 * The file of a backup: gzip, one JSON value per line. First what it is, then rows, last the number of rows of each table
 * and a checksum of everything before, so that a file that was cut off or changed is noticed.
 */
import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isJsonObject } from '@dragoman/model';
import { StartRefused } from '../config/start-refused.js';
import type { TableRow } from '../stores/index.js';

/** Name of the format, with its version. */
export const backupFormat = 'dragoman-backup/1';

/** What a backup is. */
export interface BackupHeader {
  format: typeof backupFormat;
  /** Version of the program that made it. */
  program: string;
  store: 'sqlite' | 'postgres';
  /** Schema version of the database. */
  schema: number;
  at: string;
  /** Names of the sealing keys without which its secrets cannot be read. The keys are not part of a backup. */
  sealingKeys: string[];
  tables: { name: string; columns: string[] }[];
}

/** The end of a backup. */
export interface BackupEnd {
  rows: Record<string, number>;
  sha256: string;
}

/** Rows of one table. */
export interface BackupRows {
  table: string;
  rows: TableRow[];
}

/** Writes a backup under another name and puts it in place when it is complete; the file must not exist. */
export async function writeBackup(
  path: string,
  header: BackupHeader,
  content: AsyncIterable<BackupRows>,
): Promise<BackupEnd> {
  const partial = `${path}.partial`;
  const zip = createGzip({ level: 6 });
  const file = zip.pipe(createWriteStream(partial, { mode: 0o600 }));
  const failed = finished(file);
  failed.catch(() => undefined);
  const hash = createHash('sha256');
  const rows: Record<string, number> = Object.fromEntries(header.tables.map(({ name }) => [name, 0]));
  try {
    await writeLine(zip, header, hash);
    for await (const part of content) {
      rows[part.table] = (rows[part.table] ?? 0) + part.rows.length;
      await Promise.race([writeLine(zip, part, hash), failed]);
    }
    const end = { rows, sha256: hash.digest('hex') };
    await writeLine(zip, end);
    zip.end();
    await failed;
    await putInPlace(partial, path);
    return end;
  } catch (error) {
    zip.destroy();
    await rm(partial, { force: true });
    throw isFileError(error) ? unwritable(path, error) : error;
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

function unwritable(path: string, { code, message }: NodeJS.ErrnoException): StartRefused {
  const todo =
    code === 'ENOENT'
      ? 'Create its folder first.'
      : 'Check the permissions of its folder and the free space of its disk.';
  return new StartRefused(`The file ${path} cannot be written: ${message}.`, todo);
}

async function putInPlace(partial: string, path: string): Promise<void> {
  const handle = await open(partial, 'r+');
  await handle.sync();
  await handle.close();
  await rename(partial, path);
}

async function writeLine(zip: NodeJS.WritableStream, value: unknown, hash?: Hash): Promise<void> {
  const text = `${JSON.stringify(value)}\n`;
  hash?.update(text);
  if (!zip.write(text)) await new Promise((resolve) => zip.once('drain', resolve));
}

/** Reads a backup and passes its parts on; throws `StartRefused` when it is damaged. */
export async function readBackup(
  path: string,
  use: { header?(header: BackupHeader): Promise<void>; rows?(part: BackupRows): Promise<void> } = {},
): Promise<{ header: BackupHeader; end: BackupEnd }> {
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  let header: BackupHeader | undefined;
  let end: BackupEnd | undefined;
  for await (const text of linesOf(path)) {
    if (end !== undefined) throw damaged(path, 'it has more after its end');
    const value = parse(path, text);
    if ('sha256' in value) {
      end = value as unknown as BackupEnd;
      continue;
    }
    hash.update(`${text}\n`);
    if (header === undefined) {
      header = readHeader(path, value);
      await use.header?.(header);
      continue;
    }
    const part = value as unknown as BackupRows;
    if (typeof part.table !== 'string' || !Array.isArray(part.rows))
      throw damaged(path, 'a line is not a list of rows');
    counts[part.table] = (counts[part.table] ?? 0) + part.rows.length;
    await use.rows?.(part);
  }
  if (header === undefined || end === undefined) throw damaged(path, 'its end is missing');
  if (end.sha256 !== hash.digest('hex')) throw damaged(path, 'its checksum differs');
  for (const [table, count] of Object.entries(end.rows)) {
    if ((counts[table] ?? 0) !== count) throw damaged(path, `the table ${table} does not have its ${count} rows`);
  }
  return { header, end };
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error));
  source.pipe(unzipped);
  try {
    yield* createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY });
    if (unzipped.errored !== null) throw unzipped.errored;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new StartRefused(`There is no file ${path}.`, 'Name the file that dragoman backup wrote.');
    throw damaged(path, code === '' ? 'it cannot be read' : `it cannot be read (${code})`);
  }
}

function parse(path: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw damaged(path, 'a line is not JSON');
}

function readHeader(path: string, value: Record<string, unknown>): BackupHeader {
  if (value.format === backupFormat) return value as unknown as BackupHeader;
  throw new StartRefused(`${path} is not a backup of Dragoman.`, `Its first line must say ${backupFormat}.`);
}

function damaged(path: string, why: string): StartRefused {
  return new StartRefused(`The backup ${path} is damaged: ${why}.`, 'Use another backup.');
}
