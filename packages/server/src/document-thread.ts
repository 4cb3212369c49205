/** Entry point of the worker threads that handle third-party documents. */
import { parentPort } from 'node:worker_threads';
import { createDocumentJobs } from './document-jobs.js';
import { serveJobs } from './threads/serve-jobs.js';

if (parentPort === null) throw new Error('This file is a worker thread entry point.');
serveJobs(parentPort, createDocumentJobs());
