/** `POST /agents/resolve`: from an intent to who should do it now (-01 §6, §7, aidip.md GAP-30). Nothing is called. */
import { Failure } from '@dragoman/model';
import type { Resolver } from '../../../discovery/resolve/resolve.js';
import { fieldsParameter, readFields } from '../../../transport/field-selection.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { readJsonBody } from '../../../transport/json-body.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route } from '../../../transport/route.js';
import { resolveExamples } from '../resolution/examples.js';
import { readResolveRequest } from '../resolution/read-request.js';
import { resolutionSchema, resolveRequestSchema } from '../resolution/schemas.js';
import { candidateMembers, writeResolution } from '../resolution/write-resolution.js';
import { personal } from '../serving/answers.js';

/** What resolving needs; it has no way to agents. */
export interface ResolveRoutePorts {
  resolver: Resolver;
  settings: { bodyBytes: number; anonymousSearch: boolean };
}

/** The route that resolves intents. */
export function createResolveRoute({ resolver, settings }: ResolveRoutePorts): Route {
  return {
    method: 'POST',
    path: '/agents/resolve',
    budget: 'search',
    access: 'public',
    describe,
    async handle({ request, url, caller, signal }) {
      negotiate(request, ['application/json']);
      if (!settings.anonymousSearch && caller.kind === 'anonymous') {
        throw new Failure('UNAUTHENTICATED', { message: 'This registry takes searches only with a credential.' });
      }
      const asked = readResolveRequest(await readJsonBody(request, { bytes: settings.bodyBytes }));
      const fields = readFields(url, candidateMembers);
      const answer = writeResolution(await resolver.resolve(asked, caller, signal), fields);
      return jsonReply(answer, { headers: personal });
    },
  };
}

const describe: Route['describe'] = {
  operationId: 'agents_resolve',
  tag: 'discovery',
  summary: 'Find the operation that should do a task now, with reasons.',
  description:
    'Gives the operations that can do what you intend, best first, each with all that a call needs, how likely it is right, and why. ' +
    'Use this when you have a task and want one operation to call; put hard rules into policy. ' +
    'Do not use it to browse agents or to filter lists: use agents_search instead. Do not send task inputs: name what you hold under context.holds. ' +
    'With decision nothing no operation fits: do not call the nearest one. With decision ask put the question to whoever gave the task. No side effects; no agent is called.',
  parameters: [fieldsParameter('each candidate', 'id,endpoint,score,invocation')],
  requestBody: {
    description: 'The intent, its context and your policy.',
    required: true,
    content: { 'application/json': { schema: resolveRequestSchema, examples: resolveExamples.requests } },
  },
  responses: {
    '200': {
      description: 'What came of it; no candidates when nothing fits.',
      content: { 'application/json': { schema: resolutionSchema, examples: resolveExamples.responses } },
    },
  },
  failures: [400, 406, 413, 415],
  agent: {
    read_only: true,
    next: ['agents_read', 'agents_invoke', 'agents_feedback_create'],
    untrusted: ['/candidates/*/name', '/candidates/*/reason', '/question'],
  },
};
