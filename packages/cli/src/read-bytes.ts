/** The bytes of a file or of standard input: bounded, and with a reason in words when they cannot be had. */
import { UsageError } from './command.js';

/** Largest file that is read, in bytes. */
export const largestFile = 64 * 1024 * 1024;

/** A file that cannot be used, in words that are safe to show. */
export class UnreadableFile extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'UnreadableFile';
  }
}

/** What `read` gives; a file that cannot be used is a fault of the call, told with its name. */
export async function readOrRefuse<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new UsageError(`${path === '-' ? 'standard input' : path}: ${error.message}`);
  }
}

/** The bytes that come piece by piece, bounded. */
export async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of pieces) {
      size += piece.byteLength;
      if (size > largestFile) throw new UnreadableFile(`it is larger than ${largestFile} bytes`);
      parts.push(piece);
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(reasonOf(error), error);
  }
  return Buffer.concat(parts);
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a directory';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  return `it cannot be read${code === undefined ? '' : ` (${code})`}`;
}
