/** Dependencies of tasks. */
import type { Operation } from '@dragoman/model';
import type { RunRecord, RunStore } from '../../../catalogue/runs.js';
import type { Clock } from '../../../documents/host.js';
import type { TaskQuestions } from './task-questions.js';

/** Dependencies of tasks. */
export interface McpTaskPorts {
  runs: RunStore;
  clock: Clock;
  keepSeconds: number;
  /** Stops the work on a call in this process. */
  abort: (id: string) => void;
  /** The operation of a call, if its service still has it. */
  operationOf: (run: RunRecord) => Promise<Operation | undefined>;
  questions: TaskQuestions;
}
