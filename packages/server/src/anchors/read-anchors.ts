/** Reads the anchors of a file, for verification. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { NotedHead } from '@dragoman/core/engine';
import { StartRefused } from '../config/start-refused.js';
import type { SigningKey } from '../identity/signing-key.js';
import { isGenuine, parseAnchor } from './anchor.js';

/** Maximum number of anchors compared; the newest ones are kept. */
const maxAnchors = 1_000_000;

/** Longest line that can be an anchor; others, such as those of a log, are skipped. */
const maxLineLength = 4096;

/** The anchors of a file; `key` checks their signatures. Rejects a file that cannot be read or has no anchor. */
export async function readAnchors(path: string, key: SigningKey | undefined): Promise<NotedHead[]> {
  const found: NotedHead[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      const anchor = line.length > maxLineLength ? undefined : parseAnchor(line);
      if (anchor === undefined) continue;
      const { seq, hash, at } = anchor;
      found.push({ seq, hash, at, genuine: isGenuine(anchor, key) });
      if (found.length > maxAnchors) found.splice(0, maxAnchors / 2);
    }
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new StartRefused(`The anchor file ${path} cannot be read (${code}).`, 'Name a file that the server wrote.');
  }
  if (found.length > 0) return found;
  throw new StartRefused(`The file ${path} has no anchors.`, 'Name the file in audit.anchors.file, or a JSON log.');
}
