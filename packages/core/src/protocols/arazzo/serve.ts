/** Serves `GET /agents/{id}/arazzo.json`: the workflows of a service as one Arazzo document, for those who may change it. */
import { Failure } from '@dragoman/model';
import { canChange } from '../../access/caller.js';
import type { BrowsePorts } from '../../catalogue/browse.js';
import { readEntry } from '../../catalogue/browse.js';
import { exampleArazzo } from '../../documents/arazzo/example.js';
import { entryValidators, isUnchanged, notModified, validatorHeaders } from '../../transport/conditional.js';
import { agentParameter, etagHeader, ifNoneMatchParameter, unchangedResponse } from '../../transport/describe.js';
import { jsonReply } from '../../transport/http-reply.js';
import { negotiate } from '../../transport/negotiate.js';
import type { Route } from '../../transport/route.js';
import { writeArazzo } from './write.js';

/** The route. */
export function createArazzoRoute(ports: BrowsePorts): Route {
  return {
    method: 'GET',
    path: '/agents/{id}/arazzo.json',
    budget: 'read',
    access: 'registry:read',
    describe,
    async handle({ request, params, caller }) {
      negotiate(request, ['application/json']);
      const id = params.id ?? '';
      const stored = await readEntry(ports, id, caller);
      if (!canChange(caller, stored.entry)) {
        throw new Failure('FORBIDDEN', {
          message: 'Only the owner of the service and administrators may read its steps.',
        });
      }
      // The same ETag as that of the service, so that it is the precondition of a change.
      const validators = entryValidators(stored, 'owner');
      const headers = {
        ...validatorHeaders(validators),
        'Cache-Control': 'private, no-cache',
        Vary: 'Authorization, X-API-Key',
      };
      if (isUnchanged(request, validators)) return notModified(headers);
      const document = writeArazzo(stored.entry);
      if (document === undefined) {
        throw new Failure('NOT_FOUND', { message: `The service '${id.slice(0, 200)}' has no workflows.` });
      }
      return jsonReply(document, { headers });
    },
  };
}

const describe: Route['describe'] = {
  operationId: 'agents_arazzo_read',
  tag: 'registration',
  summary: 'Read the workflows of one of your services as an Arazzo 1.0 document.',
  description:
    'Returns the steps of a service that was published as workflows, with everything that it needs to be published again. ' +
    'Use this to edit a published workflow: change the document and send it to agents_arazzo_replace. ' +
    'Do not use it to call the service: use agents_invoke instead. Only for the owner and administrators. No side effects. ' +
    'Comments and reusable components of the original document are not stored.',
  parameters: [agentParameter(), ifNoneMatchParameter],
  responses: {
    '200': {
      description: 'The document.',
      headers: etagHeader,
      content: {
        'application/json': {
          schema: { type: 'object', description: 'An Arazzo 1.0 document.', additionalProperties: true },
          examples: { wind_check: { summary: 'One workflow with one step', value: exampleArazzo } },
        },
      },
    },
    '304': unchangedResponse,
  },
  failures: [400, 403, 404, 406],
  agent: { read_only: true },
};
