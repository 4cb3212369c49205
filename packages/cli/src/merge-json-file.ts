/** Changes one part of somebody's JSON file: the rest stays, a copy of the old one is kept, and what is no JSON is not touched. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { UsageError } from './command.js';
import { collect, UnreadableFile } from './read-bytes.js';
import type { Surroundings } from './surroundings.js';

/** What became of the file. */
export interface MergedFile {
  outcome: 'created' | 'updated' | 'unchanged';
  /** Path of the copy of the file as it was. */
  backup?: string;
}

/** Puts what `change` makes of the file's value into its place. */
export async function mergeJsonFile(
  surroundings: Surroundings,
  path: string,
  change: (value: JsonObject) => JsonObject,
): Promise<MergedFile> {
  const text = await readText(surroundings, path);
  const before = text === undefined || text.trim() === '' ? {} : parse(text, path);
  const after = change(before);
  const written = `${JSON.stringify(after, undefined, 2)}\n`;
  if (text === undefined) {
    await surroundings.createFile(path, written, { replace: false });
    return { outcome: 'created' };
  }
  if (JSON.stringify(after) === JSON.stringify(before)) return { outcome: 'unchanged' };
  const backup = `${path}.${new Date(surroundings.now()).toISOString().replace(/[:.]/g, '-')}.backup`;
  await surroundings.createFile(backup, text, { replace: true });
  await surroundings.createFile(path, written, { replace: true });
  return { outcome: 'updated', backup };
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
  let value: JsonValue | undefined;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, '')) as JsonValue;
  } catch {
    value = undefined;
  }
  if (value !== undefined && isJsonObject(value)) return value;
  throw new UsageError(
    `${path} is no plain JSON object (comments, perhaps), so it is left alone; put the entry in by hand`,
  );
}
