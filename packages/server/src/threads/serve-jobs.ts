/** The thread's side of the pool: runs the jobs of a table, one after the other. */
import type { MessagePort } from 'node:worker_threads';
import { toFailure, toPlainFailure } from '@dragoman/model';
import type { Job, JobTable } from './job-runner.js';
import type { JobMessage, ThreadMessage } from './thread-messages.js';

/** Runs every job that arrives at the port and reports its result. */
export function serveJobs(port: MessagePort, jobs: JobTable): void {
  const send = (message: ThreadMessage) => port.postMessage(message);
  port.on('message', ({ job, input }: JobMessage) => {
    runJob(jobs, job, input)
      .then((value) => send({ kind: 'done', value }))
      .catch((thrown: unknown) => send({ kind: 'failed', failure: toPlainFailure(toFailure(thrown)) }));
  });
  send({ kind: 'ready' });
}

async function runJob(jobs: JobTable, name: string, input: unknown): Promise<unknown> {
  const job = Object.hasOwn(jobs, name) ? (jobs[name] as Job<unknown, unknown>) : undefined;
  if (job === undefined) throw new Error(`There is no job "${name}".`);
  return job.run(input);
}
