/** The variants of the bench: the bare handler, the handler with each property, and with all of them. */
import {
  createConditional,
  createDeprecation,
  createDryRun,
  createFieldSelection,
  createIdempotency,
  createLlmsTxt,
  createMemoryStore,
  createOperations,
  createPages,
  createProblemDetails,
  createRateLimit,
  createTraceContext,
  createTruncation,
  createUntrusted,
} from '@dragoman/middleware';

const description = { openapi: '3.1.0', info: { title: 'Hello', version: '1' }, paths: {} };
const idempotency = () => createIdempotency({ store: createMemoryStore({ rows: 100_000_000 }) });
const rateLimit = () => createRateLimit({ limit: 1_000_000_000, windowSeconds: 60 });
const notice = { since: new Date('2026-01-01'), replacement: '/newer' };

/** The response of the handler. */
export const hello = { hello: 'world', note: 'A short text.' };

/** By name: the properties and the request; default: GET without a body. */
export const variants = {
  bare: { title: 'the bare handler' },
  adapter: { title: 'a property that does nothing', properties: () => [(next) => next] },
  trace: { title: 'trace context', properties: () => [createTraceContext()] },
  problems: { title: 'problem details', properties: () => [createProblemDetails()] },
  rate: { title: 'rate limit', properties: () => [rateLimit()] },
  conditional: { title: 'ETag, full read', properties: () => [createConditional()] },
  pages: { title: 'cursor pages', properties: () => [createPages()] },
  fields: {
    title: 'field selection, fields=hello',
    properties: () => [createFieldSelection()],
    path: '/?fields=hello',
  },
  truncation: { title: 'truncation', properties: () => [createTruncation()] },
  deprecation: { title: 'deprecation', properties: () => [createDeprecation(notice)] },
  untrusted: { title: 'untrusted-content envelope', properties: () => [createUntrusted({ texts: ['/note'] })] },
  llms: { title: 'llms.txt', properties: () => [createLlmsTxt({ description })] },
  operations: { title: 'long-running operations', properties: () => [createOperations()] },
  all: {
    title: 'ten of them together',
    properties: () => [
      createTraceContext(),
      createProblemDetails(),
      rateLimit(),
      createLlmsTxt({ description }),
      createConditional(),
      createDryRun(),
      idempotency(),
      createPages(),
      createTruncation(),
      createFieldSelection(),
    ],
  },
  barePost: { title: 'the bare handler, POST', method: 'POST' },
  dryRun: { title: 'dry run', properties: () => [createDryRun()], method: 'POST' },
  fresh: {
    title: 'idempotency, a new key each time',
    properties: () => [idempotency()],
    method: 'POST',
    freshHeader: 'Idempotency-Key',
  },
  replay: {
    title: 'idempotency, a replay',
    properties: () => [idempotency()],
    method: 'POST',
    headers: { 'Idempotency-Key': 'same' },
  },
};
