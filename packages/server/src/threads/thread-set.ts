/** The threads of a pool: started on demand, used one job at a time, and ended when they are idle. */
import type { JobThread } from './job-thread.js';

/** Threads of limited number. */
export interface ThreadSet {
  readonly size: number;
  /** An idle thread or a new one; undefined when all are busy. */
  acquire(): JobThread | undefined;
  /** Returns a thread; one that has ended makes room for another. */
  release(thread: JobThread): void;
  close(): Promise<void>;
}

/** Creates a set without threads. */
export function createThreadSet(options: { size: number; idleMs: number; start: () => JobThread }): ThreadSet {
  const started = new Set<JobThread>();
  const idle = new Map<JobThread, NodeJS.Timeout>();
  const end = (thread: JobThread) => {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    started.delete(thread);
    return thread.end();
  };
  return {
    get size() {
      return started.size;
    },
    acquire() {
      for (const [thread, timer] of idle) {
        clearTimeout(timer);
        idle.delete(thread);
        if (!thread.hasEnded) return thread;
        started.delete(thread);
      }
      if (started.size >= options.size) return undefined;
      const thread = options.start();
      started.add(thread);
      return thread;
    },
    release(thread) {
      if (thread.hasEnded) started.delete(thread);
      else idle.set(thread, setTimeout(() => void end(thread), options.idleMs).unref());
    },
    async close() {
      await Promise.all([...started].map(end));
    },
  };
}
