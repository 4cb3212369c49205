/** The thread's side of the pool: runs the jobs of a table, one after the other. */
import type { MessagePort } from 'node:worker_threads';
import { toFailure, toPlainFailure } from '@dragoman/model';
import type { Job, JobTable } from './job-runner.js';
import type { JobMessage, ThreadMessage } from './thread-messages.js';
import type { ValuePart } from './value-parts.js';
import { cutValue, joinValue } from './value-parts.js';

/** Runs every job that arrives at the port and reports its result. */
export function serveJobs(port: MessagePort, jobs: JobTable): void {
  const send = (message: ThreadMessage) => port.postMessage(message);
  let parts: ValuePart[] = [];
  let sendNext: () => void = () => undefined;

  async function sendResult(result: unknown): Promise<void> {
    const { parts: rest, ...value } = cutValue(result);
    for (const part of rest) {
      const asked = new Promise<void>((resolve) => {
        sendNext = resolve;
      });
      send({ kind: 'part', part });
      await asked;
    }
    send({ kind: 'done', value });
  }

  port.on('message', (message: JobMessage) => {
    if (message.kind === 'next') return sendNext();
    if (message.kind === 'part') return void parts.push(message.part);
    const input = joinValue(message.input, parts);
    parts = [];
    runJob(jobs, message.job, input)
      .then(sendResult)
      .catch((thrown: unknown) => send({ kind: 'failed', failure: toPlainFailure(toFailure(thrown)) }));
  });
  send({ kind: 'ready' });
}

async function runJob(jobs: JobTable, name: string, input: unknown): Promise<unknown> {
  const job = Object.hasOwn(jobs, name) ? (jobs[name] as Job<unknown, unknown>) : undefined;
  if (job === undefined) throw new Error(`There is no job "${name}".`);
  return job.run(input);
}
