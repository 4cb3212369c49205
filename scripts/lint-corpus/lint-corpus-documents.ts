/** Every finding of the linter on the corpus of real API descriptions, document by document. */
import { bundleDocuments, parseReferenced } from '../../packages/core/src/descriptions.js';
import { parseDescription } from '../../packages/documents/src/index.js';
import type { LintedBundle, LintFinding } from '../../packages/lint/src/index.js';
import { lintDocument } from '../../packages/lint/src/index.js';
import { isJsonObject } from '../../packages/model/src/index.js';
import { type CorpusDocument, createOpenDocument, readIndex } from '../openapi-corpus/read-corpus.js';

/** The findings in one document. */
export interface LintedDocument {
  name: string;
  bytes: Uint8Array;
  operations: number;
  findings: readonly LintFinding[];
  /** Rule → number of findings above the limit. */
  beyond: Readonly<Record<string, number>>;
}

/** Lints the documents that the linter reads as an API, in the order of the index. */
export async function* lintCorpusDocuments(folder: string): AsyncGenerator<LintedDocument> {
  const open = createOpenDocument(folder);
  for (const row of readIndex(folder)) {
    const document = open(row);
    const { bytes } = document;
    const name = row.entry ?? row.file;
    const bundle = row.entry === undefined ? undefined : await openBundle(document, row.entry);
    const options = { uri: name, ...(bundle === undefined ? {} : { bundle }) };
    const { target, operations, findings, beyond } = lintDocument(bytes, options);
    if (target === 'openapi') yield { name, bytes, operations: operations.length, findings, beyond };
  }
}

const root = 'file:///';

/** A document of an archive with the files that it refers to; undefined if it cannot be read. */
async function openBundle({ bytes, beside }: CorpusDocument, entry: string): Promise<LintedBundle | undefined> {
  const read = new Map<string, Uint8Array>();
  try {
    const value = parseDescription(bytes);
    if (!isJsonObject(value)) return undefined;
    const { document, addresses } = await bundleDocuments(value, `${root}${entry}`, {
      limits: { documents: 5_000, bytes: 64 * 1024 * 1024, concurrency: 4 },
      async fetch(uri) {
        const found = beside(decodeURIComponent(uri.replace(root, '')));
        if (found === undefined) throw new Error('the file is not in the archive');
        read.set(uri, found);
        return { value: parseReferenced(uri, found), bytes: found.byteLength };
      },
    });
    const files = addresses.map((uri) => ({ uri: uri.replace(root, ''), bytes: read.get(uri) ?? new Uint8Array() }));
    return { document, files };
  } catch {
    return undefined;
  }
}
