/**
 * Every job on third-party documents that may run on a worker thread. A job is a function of plain data; fetching,
 * storing and access checks stay on the main thread.
 */
import type { FetchedDocument, ReadOutcome, ReadRequest, ReferencePolicy } from '@dragoman/core/conversion';
import { descriptionReaders, findReferences, readDescriptions } from '@dragoman/core/conversion';
import { evaluateProfile } from './profile/evaluate.js';
import { readImportBody } from './routes/read-import-body.js';
import type { JobTable } from './threads/job-runner.js';

function readRequested(request: ReadRequest): Promise<ReadOutcome> {
  return readDescriptions(request, descriptionReaders);
}

function listReferences(input: { document: FetchedDocument; references: ReferencePolicy }): Promise<string[]> {
  return findReferences(input.document, input.references, descriptionReaders);
}

/** The jobs by name. */
export const documentJobs = Object.freeze({
  'read-descriptions': { run: readRequested, inlineBytes: 16_384 },
  'find-references': { run: listReferences, inlineBytes: 16_384 },
  'read-import': { run: readImportBody, inlineBytes: 16_384 },
  'evaluate-profile': { run: evaluateProfile, inlineBytes: 32_768 },
}) satisfies JobTable;

/** The table's type. */
export type DocumentJobs = typeof documentJobs;
