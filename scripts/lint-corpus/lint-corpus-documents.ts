/** Every finding of the linter on the corpus of real API descriptions, document by document. */
import type { LintFinding } from '../../packages/lint/src/index.js';
import { lintDocument } from '../../packages/lint/src/index.js';
import { createOpenDocument, readIndex } from '../openapi-corpus/read-corpus.js';

/** What was found in one document. */
export interface LintedDocument {
  name: string;
  bytes: Uint8Array;
  operations: number;
  findings: readonly LintFinding[];
  /** Rule → findings beyond the most that are kept. */
  beyond: Readonly<Record<string, number>>;
}

/** Lints the documents that the linter reads as an API, in the order of the index. */
export function* lintCorpusDocuments(folder: string): Generator<LintedDocument> {
  const open = createOpenDocument(folder);
  for (const row of readIndex(folder)) {
    const { bytes } = open(row);
    const name = row.entry ?? row.file;
    const { target, operations, findings, beyond } = lintDocument(bytes, { uri: name });
    if (target === 'openapi') yield { name, bytes, operations: operations.length, findings, beyond };
  }
}
