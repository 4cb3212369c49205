/** The corpus of real API descriptions: its index, single documents, and documents of many files inside archives. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The used members of one row of the corpus index. */
export interface CorpusRow {
  file: string;
  /** Path inside an archive. */
  entry?: string;
  group: string;
  version: string;
  title?: string;
  ops: number;
  expect?: 'valid' | 'invalid';
}

/** A document with its related files. */
export interface CorpusDocument {
  bytes: Uint8Array;
  /** Returns a file by its path inside the archive; undefined if it does not exist. */
  beside: (path: string) => Uint8Array | undefined;
}

/** The rows of the index. */
export function readIndex(folder: string): CorpusRow[] {
  const lines = readFileSync(join(folder, 'index.jsonl'), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as CorpusRow);
}

/** Opens documents; each archive is unpacked once. */
export function createOpenDocument(folder: string): (row: CorpusRow) => CorpusDocument {
  const archives = new Map<string, Map<string, Uint8Array>>();
  return ({ file, entry }) => {
    const bytes = () => gunzipSync(readFileSync(join(folder, file)));
    if (entry === undefined) return { bytes: bytes(), beside: () => undefined };
    const files = archives.get(file) ?? untar(bytes());
    archives.set(file, files);
    return {
      bytes: files.get(posix.normalize(entry)) ?? new Uint8Array(),
      beside: (path) => files.get(posix.normalize(path)),
    };
  };
}

const block = 512;

/** The plain files of a tar archive by path; long paths are in a separate entry before the file's. */
function untar(archive: Uint8Array): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const text = (start: number, end: number) =>
    Buffer.from(archive.subarray(start, end)).toString().replace(/\0.*$/s, '');
  let long: string | undefined;
  for (let at = 0; at + block <= archive.byteLength && archive[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, at + 136).trim() || '0', 8);
    const kind = text(at + 156, at + 157);
    const start = at + block;
    const path = long ?? join(text(at + 345, at + 500), text(at, at + 100));
    if (kind === '' || kind === '0') files.set(posix.normalize(path), archive.subarray(start, start + size));
    long = longPath(kind, text(start, start + size));
    at = start + Math.ceil(size / block) * block;
  }
  return files;
}

function longPath(kind: string, content: string): string | undefined {
  if (kind === 'L') return content;
  return kind === 'x' ? /\d+ path=([^\n]*)\n/.exec(content)?.[1] : undefined;
}
