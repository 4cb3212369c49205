/** Entry point `@dragoman/core/http`: what an HTTP API needs to serve agents, whatever it does behind it. Named by hand. */
export type { PagePosition } from './access/cursor.js';
export { readCursor, writeCursor } from './access/cursor.js';
export { addressGroup, isLoopbackHost } from './access/loopback.js';
export type {
  MemoryRateLimiter,
  RateLimit,
  RateLimiter,
  ReportedRateLimit,
  Verdict,
} from './access/rate-limit.js';
export { createMemoryRateLimiter, createRateLimitHeaders, limitPerMinute, verdictOf } from './access/rate-limit.js';
export { createRedisRateLimiter } from './access/redis-rate-limiter.js';
export type { RedisOptions, RedisSend } from './access/redis-script.js';
export { createRedisScript } from './access/redis-script.js';
export { fieldPath } from './catalogue/invalid-description.js';
export type { LedgerAnswer, LedgerBegin, LedgerRow, LedgerStore, WriteTrace } from './catalogue/ledger.js';
export type { RunRecord, RunStore, RunWebhook } from './catalogue/runs.js';
export { endStates, webhookDueAt } from './catalogue/runs.js';
export type { AddressPolicy } from './documents/address-policy.js';
export { createAddressPolicy, literalAddress } from './documents/address-policy.js';
export { afterFreeTime } from './documents/after-free-time.js';
export type { Awaitable } from './documents/awaitable.js';
export { bindingOrigin, originsOf } from './documents/binding-origin.js';
export type { AddressGuard } from './documents/callable-address.js';
export { admitsConnection, maxAddressLength, parseAddress, requireCallable } from './documents/callable-address.js';
export type { ResolveName } from './documents/check-addresses.js';
export { createAddressCheck } from './documents/check-addresses.js';
export type { PipelineStep } from './documents/compose.js';
export { compose } from './documents/compose.js';
export type { DnsLookup } from './documents/guarded-lookup.js';
export { createGuardedLookup } from './documents/guarded-lookup.js';
export type {
  Clock,
  DocumentHost,
  FetchCredential,
  Fetched,
  FetchRequest,
  FetchValidators,
  PossessionProof,
  SteadyClock,
} from './documents/host.js';
export { createSteadyClock, systemClock, timestamp } from './documents/host.js';
export { joinChunks } from './documents/join-chunks.js';
export { isSameValue, listChanges } from './documents/list-changes.js';
export type { ConfirmationTokens } from './gateway/confirmations.js';
export { createConfirmationTokens } from './gateway/confirmations.js';
export { findSuspicions } from './gateway/contains-instructions.js';
export { errorObject } from './gateway/error-object.js';
export type { AcquireKey, Hold, KeyedCall } from './gateway/keyed-calls.js';
export { checkKey, createAcquireKey } from './gateway/keyed-calls.js';
export { mediaTypeHeader } from './gateway/media.js';
export { eventStreamType } from './gateway/relay-stream.js';
export type { NotifyEndPorts, WebhookDelivery } from './gateway/runs/notify-end.js';
export { notifyEnd } from './gateway/runs/notify-end.js';
export { pollSeconds, runLinks, writeWebhook } from './gateway/runs/run-answer.js';
export type { WebhookHeaders } from './gateway/runs/webhook-signature.js';
export { signWebhook, verifyWebhook, webhookSecret } from './gateway/runs/webhook-signature.js';
export { replayedHeader, throwStored, toFailedAnswer } from './gateway/stored-answer.js';
export { originHeader, trustHeader } from './transport/call-answer.js';
export {
  designTag,
  designValidators,
  entryValidators,
  isUnchanged,
  notModified,
  tagReply,
  validatorHeaders,
  validatorsWithFindings,
  writeCondition,
  writePrecondition,
} from './transport/conditional.js';
export { restoreQuery, withQuery } from './transport/continuation.js';
export {
  agentParameter,
  changedAnswer,
  cursorParameter,
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  dryRunSchema,
  etagHeader,
  idParameter,
  ifMatchParameter,
  ifNoneMatchParameter,
  jsonAnswer,
  jsonContent,
  locationHeader,
  nextLinkHeader,
  pageSchema,
  pathParameter,
  stateHeaders,
  toolsetParameter,
  unchangedResponse,
  versionParameter,
} from './transport/describe.js';
export type { EventWriter } from './transport/event-stream.js';
export { eventStreamReply, readEvents } from './transport/event-stream.js';
export { fieldsParameter, parseFields, pickFields, readFields } from './transport/field-selection.js';
export {
  GrpcFrameReader,
  grpcType,
  isGrpcType,
  readTrailers,
  writeTrailerFrame,
} from './transport/grpc-frames.js';
export { grpcCode, httpStatusOf } from './transport/grpc-status.js';
export type { HttpReply, JsonReplyOptions } from './transport/http-reply.js';
export { appendHeader, createReply, isStream, jsonReply, replyBytes } from './transport/http-reply.js';
export type { BodyIntake, HeaderView, HttpRequest } from './transport/http-request.js';
export { isYamlType, payloadTooLarge, readBodyBytes, readJsonBody, readJsonBytes } from './transport/json-body.js';
export { readRpc, rpcNotification, rpcRequest, writeRpcRequest } from './transport/json-rpc.js';
export { addressWith, linkHeader, pathTo } from './transport/links.js';
export { negotiate } from './transport/negotiate.js';
export {
  operationSummaryProperties,
  operationSummarySchema,
  writeOperationSummary,
} from './transport/operation-summary.js';
export { problemAddress, problemBody, problemReply, problemType } from './transport/problem.js';
export { flag, invalidParameters, readParameters, splitValues, wholeNumber } from './transport/query-string.js';
export type {
  Budget,
  ExampleDescription,
  Method,
  ParameterDescription,
  ResponseDescription,
  Route,
  RouteContext,
  RouteDescription,
} from './transport/route.js';
export { anySchema, closedSchema, listSchema, textSchema, timeSchema, wholeSchema } from './transport/schema-parts.js';
export type { TraceContext } from './transport/trace-context.js';
export {
  continueTrace,
  createContinueTrace,
  formatTraceparent,
  newTraceId,
  noTrace,
  readTraceparent,
} from './transport/trace-context.js';
export { fromWebRequest, toWebResponse } from './transport/web-adapter.js';
