/**
 * Every job on third-party documents that may run on a worker thread. A job is a function of plain data; fetching,
 * storing and access checks stay on the main thread.
 */

import { createWords } from '@dragoman/agis';
import type {
  FetchedDocument,
  Objection,
  ProposedEndpoint,
  ReadOutcome,
  ReadRequest,
  ReferencePolicy,
} from '@dragoman/core/conversion';
import {
  checkProcedureText,
  descriptionReaders,
  evaluateProposal,
  findProcedureNames,
  findReferences,
  readClassBinding,
  readDescriptions,
} from '@dragoman/core/conversion';
import { evaluateDescription, evaluateProfile } from './profile/evaluate.js';
import { readImportBody } from './routes/read-import-body.js';
import type { JobTable } from './threads/job-runner.js';

/** Budgets of the main thread. Measured on hostile documents: JSON takes up to 5 µs per byte, other texts up to 13 µs. */
const small = { json: 8192, text: 1024 };

/** YAML and notations take longer than JSON, which begins with a brace or a bracket. */
function budgetOf(bytes: Uint8Array): number {
  const first = bytes.subarray(0, 64).find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b ? small.json : small.text;
}

function readRequested(request: ReadRequest): Promise<ReadOutcome> {
  return readDescriptions(request, descriptionReaders);
}

interface Referring {
  document: FetchedDocument;
  references: ReferencePolicy;
}

function listReferences({ document, references }: Referring): Promise<string[]> {
  return findReferences(document, references, descriptionReaders);
}

/** The words of the grammar take longer to load than a proposal takes to check, so a thread keeps them. */
function createProposalJob(): (proposed: ProposedEndpoint) => Objection[] {
  let words: ReturnType<typeof createWords> | undefined;
  return (proposed) => {
    words ??= createWords();
    return evaluateProposal(proposed, words);
  };
}

/** Creates the jobs by name. */
export function createDocumentJobs() {
  return Object.freeze({
    'read-descriptions': {
      run: readRequested,
      inlineBytes: ({ source }: ReadRequest) => budgetOf(source.kind === 'json' ? source.bytes : source.document.bytes),
    },
    'find-references': { run: listReferences, inlineBytes: ({ document }: Referring) => budgetOf(document.bytes) },
    'read-import': { run: readImportBody, inlineBytes: ({ bytes }: { bytes: Uint8Array }) => budgetOf(bytes) },
    'evaluate-profile': { run: evaluateProfile, inlineBytes: small.json },
    'evaluate-description': { run: evaluateDescription, inlineBytes: small.json },
    'find-procedure-names': { run: findProcedureNames, inlineBytes: small.json },
    'check-procedure': { run: checkProcedureText, inlineBytes: small.json },
    'evaluate-proposal': { run: createProposalJob(), inlineBytes: small.json },
    'read-class-binding': { run: readClassBinding, inlineBytes: small.json },
  }) satisfies JobTable;
}

/** The table's type. */
export type DocumentJobs = ReturnType<typeof createDocumentJobs>;
