/** Finds the optional corpus of real material and reads its files. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Folder of the corpus: `DRAGOMAN_CORPUS`, else `../shared/corpus` next to the repository; undefined if it does not exist. */
export function corpusFolder(): string | undefined {
  const repository = resolve(dirname(fileURLToPath(import.meta.url)), '..');
  const folder = process.env.DRAGOMAN_CORPUS ?? join(repository, '..', 'shared', 'corpus');
  return existsSync(folder) ? folder : undefined;
}

/** The message for users without a corpus. */
export const corpusHelp =
  'No corpus: set DRAGOMAN_CORPUS to its folder, or put it at ../shared/corpus next to the repository.';

/** The values of a gzipped file of JSON lines, read one by one. */
export function* readJsonLines<T>(file: string): Iterable<T> {
  const text = gunzipSync(readFileSync(file)).toString();
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    if (line !== '') yield JSON.parse(line) as T;
    start = end < 0 ? text.length : end + 1;
  }
}
