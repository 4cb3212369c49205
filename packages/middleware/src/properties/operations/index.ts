/** Long-running operations: the entry `@dragoman/middleware/operations`. */
export type { OperationBody } from './operation-answer.js';
export type { OperationOutcome, OperationRun, OperationWork } from './operation-runner.js';
export type { MemoryOperationsOptions, OperationRecord, OperationState, OperationStore } from './operation-store.js';
export { createMemoryOperations } from './operation-store.js';
export type { OperationsOptions } from './operations.js';
export { createOperations, startOperation } from './operations.js';
