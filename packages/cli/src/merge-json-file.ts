/** Changes one part of somebody's JSON file: the rest stays, a copy of the old one is kept, and what is no JSON is not touched. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@dragoman/model';
import { UsageError } from './command.js';
import { readJsonText } from './edit-json-text.js';
import { collect, UnreadableFile } from './read-bytes.js';
import type { Surroundings } from './surroundings.js';

/** What became of the file. */
export interface MergedFile {
  outcome: 'created' | 'updated' | 'unchanged';
  /** Path of the copy of the file as it was. */
  backup?: string;
}

/** Puts what `change` makes of the file's value into its place; `edit` does the same to its text, where how it is written matters. */
export async function mergeJsonFile(
  surroundings: Surroundings,
  path: string,
  change: (value: JsonObject) => JsonObject,
  edit?: (text: string) => string,
): Promise<MergedFile> {
  const text = await readText(surroundings, path);
  const isEmpty = text === undefined || text.trim() === '';
  const before = isEmpty ? {} : parse(text, path);
  const after = change(before);
  if (isDeepStrictEqual(after, before)) return { outcome: 'unchanged' };
  const fresh = `${JSON.stringify(after, undefined, 2)}\n`;
  if (text === undefined) {
    await surroundings.createFile(path, fresh, { replace: false });
    return { outcome: 'created' };
  }
  const written = isEmpty || edit === undefined ? fresh : edited(text, after, edit);
  if (written === undefined) throw new UsageError(`${path} is written in a way that is not understood; ${byHand}`);
  const backup = `${path}.${new Date(surroundings.now()).toISOString().replace(/[:.]/g, '-')}.backup`;
  await surroundings.createFile(backup, text, { replace: true, like: path });
  await surroundings.createFile(path, written, { replace: true });
  return { outcome: 'updated', backup };
}

const byHand = 'put the entry in by hand (--print shows it)';

/** The edited text, when it means what was meant. */
function edited(text: string, after: JsonObject, edit: (text: string) => string): string | undefined {
  try {
    const made = edit(text);
    return isDeepStrictEqual(readJsonText(made), after) ? made : undefined;
  } catch {
    return undefined;
  }
}

async function readText({ openFile }: Surroundings, path: string): Promise<string | undefined> {
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
  throw new UsageError(`${path} is no JSON object, so it is left alone; ${byHand}`);
}
