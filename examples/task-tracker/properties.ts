/**
 * What makes the API one for agents: a line per property, the first outermost. All four frameworks take the same list. One of
 * them, which asks who calls, is the application's own.
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

/** The token that opens the API. */
export const token = 'team-token';

const concise = ['task_id', 'title', 'state', 'priority', 'next_actions'];
const detailed = [...concise, 'note', 'author', 'created_at', 'updated_at'];
const tasks = createFieldSelection({ formats: { concise, detailed } });
/** The properties of the API; `log` gets a record of each call. */
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
    createDryRun(),
    createIdempotency(),
    createDescribedDeprecation({ description, since: new Date('2026-01-01') }),
    onlyFor('GET /tasks', createPages({ usual: 20, most: 50 })),
    createTruncation(),
    onlyFor(['GET /tasks', 'GET /tasks/{task_id}', 'GET /todos/{task_id}'], tasks),
    onlyFor('GET /operations/{operation_id}', createFieldSelection()),
    createUntrusted({ texts: ['/note', '/items/*/note'], source: ({ author }) => `user:${author}` }),
    createOperations(),
  ];
}

/** A property of the application's own: nobody gets in whom its authentication does not know. */
const requireCaller: Property = (next) => async (request, call) => {
  if (call.caller !== undefined) return next(request, call);
  throw new Failure('UNAUTHENTICATED', { headers: { 'WWW-Authenticate': 'Bearer realm="task-tracker"' } });
};

/** The application's authentication: who a header belongs to. */
export function callerOf(authorization: string | undefined): string | undefined {
  return authorization === `Bearer ${token}` ? 'Ines' : undefined;
}
