/** Entry point of the worker threads that handle third-party documents. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { createDocumentJobs } from './document-jobs.js';
import { serveJobs } from './threads/serve-jobs.js';

/** Niceness of the threads: the main thread comes first when cores are scarce. */
const niceness = 5;

if (parentPort === null) throw new Error('This file is a worker thread entry point.');
// On Linux a priority belongs to the calling thread, elsewhere to the whole process.
if (process.platform === 'linux') setPriority(niceness);
serveJobs(parentPort, createDocumentJobs());
