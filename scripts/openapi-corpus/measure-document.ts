/** Reads one document of the corpus like an import and returns the result. */

import { readDescription } from '@dragoman/core/conversion';
import { bundleDocuments, parseReferenced, withRefused } from '@dragoman/core/descriptions';
import { parseDescription } from '@dragoman/documents';
import type { Diagnostic, JsonValue } from '@dragoman/model';
import { isJsonObject, toFailure } from '@dragoman/model';
import type { CorpusDocument, CorpusRow } from './read-corpus.js';

/** The result of one document. */
export interface Measured {
  row: CorpusRow;
  /** Operations read; undefined if the document was rejected. */
  operations: number | undefined;
  /** Why it was rejected. */
  reason?: string;
  diagnostics: readonly Diagnostic[];
  /** CPU time, which depends little on other work on the machine. */
  milliseconds: number;
}

const limits = { documents: 5_000, bytes: 64 * 1024 * 1024, concurrency: 8 };
const origin = 'https://corpus.example/';

/** Reads a document; never throws. */
export async function measureDocument(row: CorpusRow, document: CorpusDocument): Promise<Measured> {
  const started = process.cpuUsage();
  const { operations, reason, diagnostics } = await readAll(row, document);
  const { user, system } = process.cpuUsage(started);
  const milliseconds = (user + system) / 1000;
  return { row, operations, ...(reason === undefined ? {} : { reason }), diagnostics, milliseconds };
}

type Came = Pick<Measured, 'operations' | 'reason' | 'diagnostics'>;

async function readAll(row: CorpusRow, document: CorpusDocument): Promise<Came> {
  try {
    const { value, diagnostics } = await readDocument(row, document);
    const [error] = diagnostics.filter(({ severity }) => severity === 'error');
    return {
      operations: value?.operations.length,
      ...(value === undefined ? { reason: error?.code ?? 'unknown' } : {}),
      diagnostics,
    };
  } catch (error) {
    return { operations: undefined, reason: toFailure(error).message, diagnostics: [] };
  }
}

/** Reads a document as an import does; throws when it cannot be parsed. */
export async function readDocument(row: CorpusRow, document: CorpusDocument) {
  const whole = await bundle(row, document, parseDescription(document.bytes));
  const context = { at: '2026-01-01T00:00:00.000Z', ownOrigins: [], uri: `${origin}${row.entry ?? row.file}` };
  return readDescription(whole, { ...context, strict: row.group === 'validity' });
}

async function bundle(row: CorpusRow, { beside }: CorpusDocument, value: JsonValue): Promise<JsonValue> {
  if (row.entry === undefined || !isJsonObject(value)) return value;
  const { document, refused } = await bundleDocuments(value, `${origin}${row.entry}`, {
    limits,
    async fetch(uri) {
      const bytes = uri.startsWith(origin) ? beside(decodeURIComponent(uri.slice(origin.length))) : undefined;
      if (bytes === undefined) throw new Error('the file is not in the archive');
      return { value: parseReferenced(uri, bytes), bytes: bytes.byteLength };
    },
  });
  return refused.length === 0 ? document : withRefused(document, refused);
}
