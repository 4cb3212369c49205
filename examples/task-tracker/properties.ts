/**
 * The properties that make the API usable by agents, one line each, the first outermost. All four frameworks use the same
 * list. One property, which requires a caller, is the application's own.
 */
import {
  type CallRecord,
  createConditional,
  createDescribedDeprecation,
  createDescriptionCheck,
  createDryRun,
  createFieldSelection,
  createIdempotency,
  createLlmsTxt,
  createOperations,
  createPages,
  createProblemDetails,
  createRateLimit,
  createTraceContext,
  createTruncation,
  createUntrusted,
  Failure,
  onlyFor,
  type Property,
} from '@dragoman/middleware';
import { readDescription } from './description.js';

/** The access token of the API. */
export const token = 'team-token';

const concise = ['task_id', 'title', 'state', 'priority', 'next_actions'];
const detailed = [...concise, 'note', 'author', 'created_at', 'updated_at'];
const tasks = createFieldSelection({ formats: { concise, detailed } });
const previewed = ['POST /tasks', 'POST /tasks/batch', 'PATCH /tasks/{task_id}', 'DELETE /tasks/{task_id}'];

/** The properties of the API; `log` receives a record of each call. */
export function createProperties(log: (record: CallRecord) => void): Property[] {
  const description = readDescription();
  return [
    createTraceContext({ log }),
    createProblemDetails(),
    createRateLimit({ limit: 120, windowSeconds: 60, policy: 'lists', routes: ['GET /tasks'] }),
    createRateLimit({ limit: 3000, windowSeconds: 60 }),
    createLlmsTxt({ description }),
    requireCaller,
    createConditional({ writes: 'handler' }),
    createDescriptionCheck({ description }),
    createDryRun({ routes: previewed }),
    createIdempotency(),
    createDescribedDeprecation({ description, since: new Date('2026-01-01') }),
    onlyFor('GET /tasks', createPages({ usual: 20, most: 50 })),
    createTruncation(),
    onlyFor(['GET /tasks', 'GET /tasks/{task_id}', 'GET /todos/{task_id}'], tasks),
    createUntrusted({ texts: ['/note', '/items/*/note'], source: ({ author }) => `user:${author}` }),
    createOperations(),
  ];
}

/** The application's own property: rejects unauthenticated requests. */
const requireCaller: Property = (next) => async (request, call) => {
  if (call.caller !== undefined) return next(request, call);
  throw new Failure('UNAUTHENTICATED', { headers: { 'WWW-Authenticate': 'Bearer realm="task-tracker"' } });
};

/** The application's authentication: returns the caller for a header. */
export function callerOf(authorization: string | undefined): string | undefined {
  return authorization === `Bearer ${token}` ? 'Ines' : undefined;
}
