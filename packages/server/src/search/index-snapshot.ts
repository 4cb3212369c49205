/**
 * A snapshot of the search index in a file, so that a start need not index every entry again. A file is used only if
 * this code wrote it for this store: it names the version of the code and a record of the store's audit chain, and is
 * signed with a secret of the store. Every other file is ignored, and the index is built from the store.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { lstat, open, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { SavedIndex, SavedNames, Store } from '@dragoman/core/engine';
import type { AuditPoint } from '@dragoman/model';
import type { Config } from '../config/config.js';
import type { Logger } from '../observe/logger.js';
import { readVersion } from '../runtime/version.js';

/** The parts of the index, and the sequence number up to which they have all changes. */
export interface IndexParts {
  seq: number;
  index: SavedIndex;
  /** Needed only when something is registered, and therefore decoded only then. */
  names: () => SavedNames;
}

/** Reads and writes the snapshot. */
export interface IndexSnapshot {
  /** The parts; undefined when there is no usable snapshot. */
  read(): Promise<IndexParts | undefined>;
  /** Writes the parts, which may change as soon as this function has returned; failures are logged. */
  write(parts: IndexParts): Promise<void>;
}

/** Dependencies of the snapshot. */
export interface IndexSnapshotPorts {
  path: string;
  store: Pick<Store, 'audit' | 'secret'>;
  logger: Logger;
  /** Changes with the code that builds the index; snapshots of other versions are ignored. */
  version?: string;
}

/** The first line of the file. */
interface Head {
  version: string;
  seq: number;
  /** The last record of the audit chain when the snapshot was written. */
  audit: AuditPoint;
}

/** The rest of the file. */
interface Body {
  index: SavedIndex;
  /** Serialized separately. */
  names: Uint8Array;
}

/** Larger files are neither written nor read. */
const maxBytes = 1024 * 1024 * 1024;
const maxHeadBytes = 1024;
const signatureBytes = 32;
const lineEnd = 10;
/** Writing takes less than this many milliseconds. */
const abandonedAfterMs = 60_000;

/** The file of the snapshot; undefined when there is none. */
export function snapshotPath({ store, search: { snapshot } }: Config): string | undefined {
  if (snapshot !== undefined) return snapshot === 'off' ? undefined : resolve(snapshot);
  return store.databaseUrl !== undefined || store.path === ':memory:' ? undefined : `${resolve(store.path)}.index`;
}

/** Opens the snapshot in this file. */
export function openIndexSnapshot({ path, store, logger, version = codeVersion() }: IndexSnapshotPorts): IndexSnapshot {
  const sign = async (head: Uint8Array, body: Uint8Array) =>
    createHmac('sha256', await store.secret('index-snapshot'))
      .update(head)
      .update(body)
      .digest();

  async function load(): Promise<IndexParts> {
    const bytes = await readBounded(path);
    const end = bytes.subarray(0, maxHeadBytes).indexOf(lineEnd) + 1;
    if (end === 0) throw new Error('it has no header');
    const start = end + signatureBytes;
    const head = JSON.parse(bytes.toString('utf8', 0, end)) as Head;
    if (head.version !== version) throw new Error('another version of the program wrote it');
    const body = bytes.subarray(start);
    const signature = await sign(bytes.subarray(0, end), body);
    if (body.length === 0 || !timingSafeEqual(signature, bytes.subarray(end, start))) {
      throw new Error('it is damaged, or belongs to another store');
    }
    const [record] = await store.audit.list({ after: head.audit.seq - 1, limit: 1 });
    if (record?.hash !== head.audit.hash) throw new Error('the store has another history');
    const { index, names } = deserialize(body) as Body;
    return { seq: head.seq, index, names: () => deserialize(names) as SavedNames };
  }

  return {
    async read() {
      try {
        return await load();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        logger.info({ err: error, path }, 'the snapshot of the search index is not usable; building the index');
        return undefined;
      }
    },
    async write({ seq, index, names }) {
      try {
        const body = serialize({ index, names: serialize(names()) } satisfies Body);
        if (body.length > maxBytes) return;
        // Read after the parts, so that it includes all their changes.
        const audit = await store.audit.head();
        const head = Buffer.from(`${JSON.stringify({ version, seq, audit } satisfies Head)}\n`);
        await replaceFile(path, [head, await sign(head, body), body]);
        logger.debug({ path, seq, bytes: body.length }, 'wrote a snapshot of the search index');
      } catch (error) {
        // Another worker is writing the same.
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
        logger.warn({ err: error, path }, 'the snapshot of the search index could not be written');
      }
    },
  };
}

async function readBounded(path: string): Promise<Buffer> {
  const found = await lstat(path);
  if (!found.isFile() || found.size > maxBytes) throw new Error('it is not a file, or too large');
  return readFile(path);
}

/** Writes a new file that only its owner may read, and then puts it in place of the old one. */
async function replaceFile(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const temporary = `${path}.new`;
  await removeAbandoned(temporary);
  const file = await open(temporary, 'wx', 0o600);
  try {
    for (const part of parts) await file.writeFile(part);
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

/** Removes the unfinished file of a process that was killed; one that is being written stays. */
async function removeAbandoned(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
}

/** A digest of the code that builds the index, and of the Unicode tables that it uses. */
function codeVersion(): string {
  const { v8, unicode } = process.versions;
  const versions = JSON.stringify([readVersion(), v8, unicode]);
  return createHash('sha256').update(versions).update(readEngine()).digest('base64url');
}

/** The code of the engine, which names its other files by their content; nothing while only its sources exist. */
function readEngine(): Uint8Array {
  try {
    return readFileSync(createRequire(import.meta.url).resolve('@dragoman/core/engine'));
  } catch {
    return new Uint8Array(0);
  }
}
