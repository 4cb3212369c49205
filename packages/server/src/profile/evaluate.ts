/**
 * Evaluates lint rules on a description. A large description takes seconds, so it is evaluated on a worker thread, one
 * at a time, with a timeout and a bounded queue.
 */
import { Worker } from 'node:worker_threads';
import type { ApiProfile } from '@dragoman/lint';
import type { JsonObject, RepairName } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { packageFile } from '../runtime/package-file.js';

/** The input of an evaluation. */
export interface EvaluationInput {
  document: JsonObject;
  /** Active repairs, by the id of the operation in the document. */
  atWork: Readonly<Record<string, readonly RepairName[]>>;
  /** Rules that cannot be evaluated from the document. */
  unseen: readonly string[];
}

/** Evaluates; resolves to undefined for a document that the rules cannot read. */
export type ProfileEvaluator = (input: EvaluationInput) => Promise<ApiProfile | undefined>;

/** Maximum size in characters of JSON for evaluation on this thread. */
const maxInlineCharacters = 200_000;

/** Limits of the worker thread: queued evaluations, milliseconds and megabytes per evaluation. */
const bounds = { waiting: 8, milliseconds: 60_000, megabytes: 1024 };

/** Worker threads run compiled code only, even when this file runs from source. */
const entry = packageFile('dist/profile-thread.js');

/** Creates the evaluator. */
export function createProfileEvaluator(): ProfileEvaluator {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (input) => {
    if (JSON.stringify(input.document).length <= maxInlineCharacters) return evaluateOnThisThread(input);
    if (waiting >= bounds.waiting) {
      throw new Failure('UNAVAILABLE', { message: 'Too many descriptions are queued for evaluation.', retryAfter: 10 });
    }
    waiting += 1;
    const turn = last.then(() => evaluateInWorker(input));
    last = turn.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };
}

/** Evaluates on this thread; the rules are loaded on first use. */
export async function evaluateOnThisThread({
  document,
  atWork,
  unseen,
}: EvaluationInput): Promise<ApiProfile | undefined> {
  const { assessProfile } = await import('@dragoman/lint');
  const repairsOf = (id: string) => (Object.hasOwn(atWork, id) ? (atWork[id] ?? []) : []);
  return assessProfile(document, { atWork: ({ id = '' }) => repairsOf(id), unseen });
}

function evaluateInWorker(input: EvaluationInput): Promise<ApiProfile | undefined> {
  const resourceLimits = { maxOldGenerationSizeMb: bounds.megabytes };
  const worker = new Worker(entry, { workerData: input, resourceLimits });
  return new Promise<ApiProfile | undefined>((resolve, reject) => {
    const tooMuch = () =>
      reject(
        new Failure('UNAVAILABLE', { message: 'The evaluation of the description exceeded its time or memory limit.' }),
      );
    const timer = setTimeout(tooMuch, bounds.milliseconds);
    worker.once('message', resolve);
    worker.once('error', (error) => (isOutOfMemory(error) ? tooMuch() : reject(error)));
    worker.once('exit', () => {
      clearTimeout(timer);
      tooMuch();
    });
  }).finally(() => worker.terminate());
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
