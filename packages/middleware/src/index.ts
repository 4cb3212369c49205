/**
 * Adds N-ACT to an existing API, and the properties that agents need. Each framework and each property has its own
 * entry point.
 */

export { Failure } from '@dragoman/model';
export type { Answer } from './calls/answer.js';
export { readAnswer, withBody, withHeaders } from './calls/answer.js';
export type { CallContext, CallerOptions } from './calls/call-context.js';
export { callerKey, callOf } from './calls/call-context.js';
export { onlyFor } from './calls/only-for.js';
export type { CompleteDescription, Handle, Property, PropertyParts } from './calls/property.js';
export { completeDescription, compose, defineProperty } from './calls/property.js';
export type { RoutePattern } from './calls/route-pattern.js';
export type { Describe, DescriptionDraft } from './describing/description-draft.js';
export type { HeaderParts, OperationDraft, ParameterParts, ResultDraft } from './describing/operation-draft.js';
export type { FetchHandler, NactHandler } from './fetch.js';
export { addProperties, createNact } from './fetch.js';
export type { Tool, ToolVersion } from './nact/define-tool.js';
export { defineTool, ToolDefinitionError } from './nact/define-tool.js';
export type { CallLimits } from './nact/invoke-tool.js';
export type { Authenticated, NactOptions } from './nact/nact-routes.js';
export type { PageSizes } from './nact/page.js';
export type { LockOptions } from './nact/require-lock.js';
export type {
  BooleanInput,
  EarlierVersion,
  EnumInput,
  InputDefinition,
  InputDefinitions,
  InputValues,
  IntInput,
  NactCaller,
  OutputDefinition,
  OutputDefinitions,
  OutputValues,
  RunContext,
  RunTool,
  StringInput,
  ToolDefinition,
  VersionDefinition,
} from './nact/tool-definition.js';
export { defineEarlierVersion } from './nact/tool-definition.js';
export type { AllowTool } from './nact/tool-table.js';
export type { ConditionalOptions, PresentState } from './properties/conditional/conditional.js';
export { createConditional, requireState, showState } from './properties/conditional/conditional.js';
export type { ResourceState } from './properties/conditional/resource-state.js';
export type { ConfirmationOptions } from './properties/confirmation/index.js';
export { createConfirmation } from './properties/confirmation/index.js';
export type { DeprecationNotice, DeprecationOptions } from './properties/deprecation/deprecation.js';
export { createDeprecation } from './properties/deprecation/deprecation.js';
export type { DescribedDeprecationOptions } from './properties/deprecation/described-deprecation.js';
export { createDescribedDeprecation } from './properties/deprecation/described-deprecation.js';
export type { DescriptionCheckOptions } from './properties/description-check/description-check.js';
export { createDescriptionCheck } from './properties/description-check/description-check.js';
export type { DryRunOptions, Preview } from './properties/dry-run/index.js';
export { createDryRun, isDryRun, previewOf } from './properties/dry-run/index.js';
export type { FieldSelectionOptions, FormatMembers } from './properties/fields/field-selection.js';
export { createFieldSelection } from './properties/fields/field-selection.js';
export type { IdempotencyOptions } from './properties/idempotency/index.js';
export { createIdempotency } from './properties/idempotency/index.js';
export type { LlmsTxtOptions } from './properties/llms-txt/llms-txt.js';
export { createLlmsTxt } from './properties/llms-txt/llms-txt.js';
export type {
  OperationBody,
  OperationOutcome,
  OperationRecord,
  OperationRun,
  OperationState,
  OperationsOptions,
  OperationWork,
  StartOptions,
  WebhookDelivery,
  WebhookOptions,
  WebhookReceiverOptions,
} from './properties/operations/index.js';
export { createOperations, createWebhookReceiver, startOperation } from './properties/operations/index.js';
export type { PageKey } from './properties/pages/page-cursor.js';
export type { Page, PageBody, PagesOptions } from './properties/pages/pages.js';
export { createPages, pageOf } from './properties/pages/pages.js';
export type { WantedPage } from './properties/pages/read-page.js';
export type { Issue, ProblemDetailsOptions } from './properties/problem-details/index.js';
export { createProblemDetails, invalidInput } from './properties/problem-details/index.js';
export type { MemoryRateStoreOptions, RateLimitOptions, RateStore, RateUnit } from './properties/rate-limit/index.js';
export {
  createMemoryRateStore,
  createPostgresRateStore,
  createRateLimit,
  createRedisRateStore,
} from './properties/rate-limit/index.js';
export type { CallRecord, TraceContextOptions } from './properties/trace-context/index.js';
export { createTraceContext, traceHeaders, traceOf } from './properties/trace-context/index.js';
export type { Cut, TruncationLimits } from './properties/truncation/truncate-json.js';
export type { TruncationNote, TruncationOptions } from './properties/truncation/truncation.js';
export { createTruncation } from './properties/truncation/truncation.js';
export type { UntrustedOptions, UntrustedText } from './properties/untrusted/untrusted.js';
export { createUntrusted, markUntrusted } from './properties/untrusted/untrusted.js';
export type {
  KeptRow,
  MemoryStoreOptions,
  PostgresPool,
  PropertyStore,
  RedisOptions,
  RedisSend,
  RowGuard,
  SqliteDatabase,
  SqliteStatement,
  TableOptions,
} from './stores/index.js';
export { createMemoryStore, createPostgresStore, createRedisStore, createSqliteStore } from './stores/index.js';
