/**
 * Every job on third-party documents that may run on a worker thread. A job is a function of plain data; fetching,
 * storing and access checks stay on the main thread.
 */
import { evaluateProfile } from './profile/evaluate.js';
import type { JobTable } from './threads/job-runner.js';

/** The jobs by name. */
export const documentJobs = Object.freeze({
  'evaluate-profile': { run: evaluateProfile, inlineBytes: 32_768 },
}) satisfies JobTable;

/** The table's type. */
export type DocumentJobs = typeof documentJobs;
