/** The worker's end of the channel to its parent process. */
import cluster from 'node:cluster';
import type { Line } from './message.js';
import { lineTo } from './message.js';

/** The worker's connection to its parent process. */
export interface WorkerLine extends Line {
  /** Resolves when the parent process asks it to stop. */
  stopRequested: Promise<string>;
  /** Closes the channel, so that the process can exit. */
  leave(): void;
}

/** The channel, when this process is a worker; undefined otherwise. */
export function workerLine(): WorkerLine | undefined {
  const { worker } = cluster;
  if (worker === undefined) return undefined;
  const line = lineTo(worker);
  const stopRequested = new Promise<string>((resolve) => {
    line.hear(({ about }) => {
      if (about === 'stop') resolve('requested by the parent process');
    });
  });
  return { ...line, stopRequested, leave: () => void worker.disconnect() };
}
