/** Reads the bytes of a file or of standard input, up to a limit, with a readable reason if that fails. */
import { UsageError } from '../command/usage-error.js';

/** Maximum size of a file, in bytes. */
export const largestFile = 64 * 1024 * 1024;

/** A file that cannot be used; the message is safe to show. */
export class UnreadableFile extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'UnreadableFile';
  }
}

/** The result of `read`; turns an unreadable file into a usage error with its name. */
export async function readOrRefuse<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new UsageError(`${path === '-' ? 'standard input' : path}: ${error.message}`);
  }
}

/** Collects chunks, up to the size limit. */
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
  if (code === 'ENOENT') return 'file not found';
  if (code === 'EISDIR') return 'it is a directory';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return `it cannot be read${code === undefined ? '' : ` (${code})`}`;
}
