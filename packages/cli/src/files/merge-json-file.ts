/** Changes one part of a JSON file: keeps the rest, writes a backup, and leaves files that are not JSON alone. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@dragoman/model';
import { UsageError } from '../command/usage-error.js';
import type { Runtime } from '../terminal/runtime.js';
import { readJsonText } from './edit-json-text.js';
import { collect, UnreadableFile } from './read-bytes.js';

/** The result of a change. */
export interface MergedFile {
  outcome: 'created' | 'updated' | 'unchanged';
  /** Path of the backup. */
  backup?: string;
}

/** Replaces the value of the file with `change(value)`; `edit` applies the same change to the text, to keep its layout. */
export async function mergeJsonFile(
  runtime: Runtime,
  path: string,
  change: (value: JsonObject) => JsonObject,
  edit?: (text: string) => string,
): Promise<MergedFile> {
  const text = await readFileText(runtime, path);
  const isEmpty = text === undefined || text.trim() === '';
  const before = isEmpty ? {} : parse(text, path);
  const after = change(before);
  if (isDeepStrictEqual(after, before)) return { outcome: 'unchanged' };
  const fresh = `${JSON.stringify(after, undefined, 2)}\n`;
  return replaceFile(runtime, path, {
    text,
    written: isEmpty || edit === undefined ? fresh : edited(text, after, edit),
  });
}

/** The text that a file had, and the one that it gets; undefined when that cannot be written safely. */
export interface Replacement {
  text: string | undefined;
  written: string | undefined;
}

/**
 * Writes a file; an existing one keeps at most two backups: as it was before the first change of this program, and before
 * the last one.
 */
export async function replaceFile(runtime: Runtime, path: string, { text, written }: Replacement): Promise<MergedFile> {
  if (written === undefined) throw new UsageError(`${path} has a layout that cannot be edited safely; ${byHand}`);
  if (text === undefined) {
    await runtime.createFile(path, written, { replace: false });
    return { outcome: 'created' };
  }
  const original = `${path}.original.backup`;
  const backup = (await readFileText(runtime, original)) === undefined ? original : `${path}.backup`;
  await runtime.createFile(backup, text, { replace: true, like: path });
  await runtime.createFile(path, written, { replace: true });
  return { outcome: 'updated', backup };
}

/** What a person can do when a file cannot be changed. */
export const byHand = 'add the entry by hand (--print shows it)';

/** The edited text, if it has the intended value. */
function edited(text: string, after: JsonObject, edit: (text: string) => string): string | undefined {
  try {
    const made = edit(text);
    return isDeepStrictEqual(readJsonText(made), after) ? made : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a file; undefined when there is none. */
export async function readFileText({ openFile }: Runtime, path: string): Promise<string | undefined> {
  try {
    return Buffer.from(await collect(openFile(path))).toString('utf8');
  } catch (error) {
    const code = error instanceof UnreadableFile ? (error.cause as NodeJS.ErrnoException | undefined)?.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error instanceof UnreadableFile ? new UsageError(`${path}: ${error.message}`) : error;
  }
}

function parse(text: string, path: string): JsonObject {
  const value = readJsonText(text);
  if (value !== undefined) return value;
  throw new UsageError(`${path} is not a JSON object, so it was not changed; ${byHand}`);
}
