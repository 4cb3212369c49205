/** Long-running operations: the entry point `@dragoman/middleware/operations`. */
export type { WebhookDelivery } from '@dragoman/core/http';
export type { OperationBody } from './operation-answer.js';
export type { OperationRecord, OperationState } from './operation-record.js';
export type { OperationOutcome, OperationRun, OperationWork } from './operation-runner.js';
export type { WebhookOptions } from './operation-webhooks.js';
export type { OperationsOptions, StartOptions } from './operations.js';
export { createOperations, startOperation } from './operations.js';
export type { WebhookReceiverOptions } from './webhook-receiver.js';
export { createWebhookReceiver } from './webhook-receiver.js';
