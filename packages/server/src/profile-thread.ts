/** Entry point of the worker thread that evaluates one large description for `createProfileEvaluator`, and ends with it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { EvaluationInput } from './profile/evaluate.js';
import { evaluateOnThisThread } from './profile/evaluate.js';

if (parentPort === null) throw new Error('This file is a worker thread entry point.');
parentPort.postMessage(await evaluateOnThisThread(workerData as EvaluationInput));
