/** Opens a file that a stranger's document names: a link in its folder must not lead to private files of this machine. */
import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { UnreadableFile } from './read-bytes.js';

/** Bytes of a file, in pieces; throws unless the file lies below the folder when all links are followed. */
export async function* openBelow(path: string, folder: string): AsyncGenerator<Uint8Array> {
  const [file, root] = [await realpath(path), await realpath(folder)];
  if (!file.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) {
    throw new UnreadableFile("it is a link that leads out of the document's own folder");
  }
  yield* createReadStream(file);
}
