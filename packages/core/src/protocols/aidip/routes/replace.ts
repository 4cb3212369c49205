/** `PUT /agents/{id}`: replaces the whole document of an existing agent (-01 §4.2, aidip.md GAP-19). */
import { agentParameter, dryRunMetadata, dryRunParameters, ifMatchParameter } from '../../../transport/describe.js';
import type { Route } from '../../../transport/route.js';
import type { AidipPorts } from '../ports.js';
import { pierWeather, pierWeatherServed } from '../serving/examples.js';
import { changedAgentHeaders, diagnosticsParameter } from '../serving/parameters.js';
import { publishDocument } from '../serving/publish-document.js';
import { changedAgentSchema, documentSchema } from '../serving/schemas.js';

/** The route that replaces. */
export function createReplaceRoute(ports: AidipPorts): Route {
  return {
    method: 'PUT',
    path: '/agents/{id}',
    budget: 'write',
    access: 'registry:write',
    action: 'entry.update',
    describe,
    handle: (context) => publishDocument(ports, context, { mode: 'update', id: context.params.id ?? '' }),
  };
}

const describe: Route['describe'] = {
  operationId: 'agents_replace',
  tag: 'registration',
  summary: 'Replace the whole metadata of one of your agents.',
  description:
    'Replaces the document of an agent that you own. Use this to change an agent: read it with ' +
    'agents_read, edit it, and send the whole document back with If-Match. Do not use it to create an ' +
    'agent: use agents_register instead; an unknown id gets 404. Side effects: updates one entry, ' +
    'findable at once, and keeps the older version. The id never changes; visibility and grants stay ' +
    'when omitted.',
  parameters: [agentParameter(), ...dryRunParameters, diagnosticsParameter, ifMatchParameter],
  requestBody: {
    description: 'The whole metadata document; omitted members are removed.',
    required: true,
    content: {
      'application/json': {
        schema: documentSchema,
        examples: { pier_weather: { summary: 'A simple agent in the older form', value: pierWeather } },
      },
    },
  },
  responses: {
    '200': {
      description: 'The stored metadata after the update, or the preview of a dry run.',
      headers: changedAgentHeaders,
      content: {
        'application/json': {
          schema: changedAgentSchema,
          examples: { pier_weather: { summary: 'Served in the newer form', value: pierWeatherServed } },
        },
      },
    },
  },
  failures: [400, 403, 404, 406, 412, 413, 415, 422, 503],
  agent: {
    read_only: false,
    side_effects: ['updates one registry entry', 'keeps the older version'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    next: ['agents_read'],
    untrusted: [''],
  },
};
