/**
 * Asks the rules of the linter about a description. A large one takes seconds, so it is judged on a thread of its own, one
 * at a time, while this one goes on answering; nobody waits for ever, and not everybody may wait.
 */
import { Worker } from 'node:worker_threads';
import type { ApiProfile } from '@dragoman/lint';
import type { JsonObject, RepairName } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { packageFile } from '../runtime/package-file.js';

/** What is to be judged. */
export interface Judgement {
  document: JsonObject;
  /** Repairs at work, by the id of the operation in the document. */
  atWork: Readonly<Record<string, readonly RepairName[]>>;
  /** Rules on which the document says nothing. */
  unseen: readonly string[];
}

/** Judges; undefined for a document that rules cannot read. */
export type Judge = (judgement: Judgement) => Promise<ApiProfile | undefined>;

/** Characters of JSON up to which a description is judged at once. */
const mostAtOnce = 200_000;

/** Judgements that may wait for the thread, the milliseconds that one may take, and the megabytes. */
const bounds = { waiting: 8, milliseconds: 60_000, megabytes: 1024 };

/** Threads run compiled code only, also when this file itself is run from its source. */
const entry = packageFile('dist/profile-thread.js');

/** Makes the judge. */
export function createJudge(): Judge {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (judgement) => {
    if (JSON.stringify(judgement.document).length <= mostAtOnce) return judgeNow(judgement);
    if (waiting >= bounds.waiting) {
      throw new Failure('UNAVAILABLE', { message: 'Too many descriptions wait to be judged.', retryAfter: 10 });
    }
    waiting += 1;
    const turn = last.then(() => judgeAside(judgement));
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

/** Judges on this thread; the rules are loaded when they are first asked. */
export async function judgeNow({ document, atWork, unseen }: Judgement): Promise<ApiProfile | undefined> {
  const { assessProfile } = await import('@dragoman/lint');
  const repairsOf = (id: string) => (Object.hasOwn(atWork, id) ? (atWork[id] ?? []) : []);
  return assessProfile(document, { atWork: ({ id = '' }) => repairsOf(id), unseen });
}

function judgeAside(judgement: Judgement): Promise<ApiProfile | undefined> {
  const resourceLimits = { maxOldGenerationSizeMb: bounds.megabytes };
  const worker = new Worker(entry, { workerData: judgement, resourceLimits });
  return new Promise<ApiProfile | undefined>((resolve, reject) => {
    const tooMuch = () =>
      reject(new Failure('UNAVAILABLE', { message: 'The description takes too much to be judged.' }));
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
