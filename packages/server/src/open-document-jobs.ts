/** Opens the jobs on third-party documents: the pool of threads that the settings allow, and its metrics. */
import type { Config } from './config/config.js';
import type { DocumentJobs } from './document-jobs.js';
import { createDocumentJobs } from './document-jobs.js';
import type { Metrics } from './observe/metrics.js';
import { packageFile } from './runtime/package-file.js';
import { createThreadPool } from './threads/create-thread-pool.js';
import type { RunJob } from './threads/job-runner.js';
import { createJobRunner } from './threads/job-runner.js';

/** Runs jobs until it is closed. */
export interface OpenDocumentJobs {
  run: RunJob<DocumentJobs>;
  close(): Promise<void>;
}

/** Maximum number of waiting jobs of all callers, as a multiple of the limit of one caller. */
const callersAtOnce = 10;

/** Worker threads run compiled code only, even when this file runs from source. */
const entry = packageFile('dist/document-thread.js');

/** Opens the jobs; threads start with the first large document. */
export function openDocumentJobs({ documents }: Pick<Config, 'documents'>, metrics: Metrics): OpenDocumentJobs {
  const { threads, timeoutMs, memoryMb, queue } = documents;
  const pool = createThreadPool({
    entry,
    threads,
    timeoutMs,
    memoryMb,
    queue: { perCaller: queue, total: queue * callersAtOnce },
  });
  metrics.documents.watch(() => pool);
  const run = createJobRunner({
    jobs: createDocumentJobs(),
    ...(threads === 0 ? {} : { pool }),
    onEnd: (job, thread, outcome) => metrics.documents.jobs.inc({ job, thread, outcome }),
  });
  return { run, close: pool.close };
}
