/** `POST /agents/resolve`: finds the operation for an intent (-01 §6, §7, aidip.md GAP-30). Nothing is called. */
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

/** Dependencies of resolving; it cannot call agents. */
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
        throw new Failure('UNAUTHENTICATED', { message: 'Searching this registry requires a credential.' });
      }
      const { request: asked, explain } = readResolveRequest(
        await readJsonBody(request, { bytes: settings.bodyBytes }),
      );
      const fields = readFields(url, candidateMembers);
      const answer = writeResolution(await resolver.resolve(asked, caller, signal), { fields, explain });
      return jsonReply(answer, { headers: personal });
    },
  };
}

const describe: Route['describe'] = {
  operationId: 'agents_resolve',
  tag: 'discovery',
  summary: 'Find the operation for a task, with reasons.',
  description:
    'Returns the operations that match your intent, best first, each with what a call needs, its ' +
    'probability, and why. Use this when you have a task and want one operation to call. Do not use it ' +
    'to browse or filter agents: use agents_search instead. Do not send inputs: name those that you have ' +
    'in context.holds. Decision nothing: no operation matches, do not call the nearest one; ask: put the ' +
    'question to the person that gave the task. No side effects; no agent is called.',
  parameters: [fieldsParameter('each candidate', 'id,endpoint,score,invocation')],
  requestBody: {
    description: 'The intent, its context and your policy.',
    required: true,
    content: { 'application/json': { schema: resolveRequestSchema, examples: resolveExamples.requests } },
  },
  responses: {
    '200': {
      description: 'The resolution; no candidates when nothing matches.',
      content: { 'application/json': { schema: resolutionSchema, examples: resolveExamples.responses } },
    },
  },
  failures: [400, 406, 413, 415],
  agent: {
    read_only: true,
    next: ['agents_read', 'agents_invoke', 'agents_feedback_create'],
    untrusted: ['/candidates/*/name', '/candidates/*/reason', '/candidates/*/summary', '/nearest', '/question'],
  },
};
