/** The worker's end of the line to the process above it. */
import cluster from 'node:cluster';
import type { Line } from './message.js';
import { lineTo } from './message.js';

/** A worker's place in its process. */
export interface WorkerLine extends Line {
  /** Resolves when the process above says that it is time. */
  told: Promise<string>;
  /** Lets go of the line, so that the process can end. */
  leave(): void;
}

/** The line, when this process is a worker; undefined otherwise. */
export function workerLine(): WorkerLine | undefined {
  const { worker } = cluster;
  if (worker === undefined) return undefined;
  const line = lineTo(worker);
  const told = new Promise<string>((resolve) => {
    line.hear(({ about }) => {
      if (about === 'stop') resolve('told by the process above');
    });
  });
  return { ...line, told, leave: () => void worker.disconnect() };
}
