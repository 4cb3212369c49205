/** What the bench holds against one another: the same handler bare, with each property alone, and with all of them. */
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

/** What the handler answers. */
export const hello = { hello: 'world', note: 'A short text.' };

/** By name: the properties, and how it is asked; GET without a body unless told. */
export const variants = {
  bare: { title: 'the handler alone' },
  adapter: { title: 'a property that does nothing', properties: () => [(next) => next] },
  trace: { title: 'trace context', properties: () => [createTraceContext()] },
  problems: { title: 'problem details', properties: () => [createProblemDetails()] },
  rate: { title: 'rate limit', properties: () => [rateLimit()] },
  conditional: { title: 'ETag, read anew', properties: () => [createConditional()] },
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
    title: 'ten of them at once',
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
  barePost: { title: 'the handler alone, POST', method: 'POST' },
  dryRun: { title: 'dry run', properties: () => [createDryRun()], method: 'POST' },
  fresh: {
    title: 'idempotency, a new key each',
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
