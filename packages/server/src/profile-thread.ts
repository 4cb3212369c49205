/** The entry of the thread that judges one large description for `createJudge`, and ends with it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Judgement } from './profile/judge.js';
import { judgeNow } from './profile/judge.js';

if (parentPort === null) throw new Error('This file is a worker thread entry point.');
parentPort.postMessage(await judgeNow(workerData as Judgement));
