/** Opens a file that an untrusted document references: a link must not lead to private files of this machine. */
import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { UnreadableFile } from './read-bytes.js';

/** Reads a file in chunks; throws unless the file is inside the folder after all links are resolved. */
export async function* openBelow(path: string, folder: string): AsyncGenerator<Uint8Array> {
  const [file, root] = [await realpath(path), await realpath(folder)];
  if (!file.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) {
    throw new UnreadableFile('it is a symbolic link to a file outside the folder of the document');
  }
  yield* createReadStream(file);
}
