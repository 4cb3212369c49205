/** `PUT /agents/{id}/arazzo.json`: publishes workflows as one service, or replaces those of a service, with preconditions. */
import { exampleArazzo } from '../../../documents/arazzo/example.js';
import { agentParameter, dryRunMetadata, dryRunParameters, ifMatchParameter } from '../../../transport/describe.js';
import type { Route } from '../../../transport/route.js';
import type { AidipPorts } from '../ports.js';
import { pierWeatherServed } from '../serving/examples.js';
import { changedAgentHeaders, diagnosticsParameter } from '../serving/parameters.js';
import { publishDocument } from '../serving/publish-document.js';
import { changedAgentSchema } from '../serving/schemas.js';

/** The route. */
export function createReplaceWorkflowsRoute(ports: AidipPorts): Route {
  return {
    method: 'PUT',
    path: '/agents/{id}/arazzo.json',
    budget: 'write',
    access: 'registry:write',
    action: 'entry.update',
    describe,
    handle: (context) =>
      publishDocument(ports, context, { mode: 'upsert', id: context.params.id ?? '', protocol: 'arazzo' }),
  };
}

const stored = {
  headers: changedAgentHeaders,
  content: {
    'application/json': {
      schema: changedAgentSchema,
      examples: { pier_weather: { summary: 'The stored metadata of a service', value: pierWeatherServed } },
    },
  },
};

const describe: Route['describe'] = {
  operationId: 'agents_arazzo_replace',
  tag: 'registration',
  summary: 'Publish workflows as one service, or replace those of one of your services.',
  description:
    'Stores an Arazzo 1.0 document as one service with one operation for each workflow. Use this to change a published ' +
    'workflow: read it with agents_arazzo_read, edit it, and send the whole document back with If-Match. ' +
    'Do not use it for other descriptions: use agents_replace or imports_create instead. Creates or updates one entry, ' +
    'keeps the older version, and the change is findable at once. If-None-Match: * creates only; without a ' +
    'precondition the last writer wins.',
  parameters: [agentParameter(), ...dryRunParameters, diagnosticsParameter, ifMatchParameter],
  requestBody: {
    description: 'The whole Arazzo 1.0 document.',
    required: true,
    content: {
      'application/json': {
        schema: { type: 'object', description: 'An Arazzo 1.0 document.', additionalProperties: true },
        examples: { wind_check: { summary: 'One workflow with one step', value: exampleArazzo } },
      },
    },
  },
  responses: {
    '200': { description: 'The stored metadata after the update, or the preview of a dry run.', ...stored },
    '201': { description: 'The stored metadata of the new service.', ...stored },
  },
  failures: [400, 403, 404, 406, 409, 412, 413, 415, 422, 503],
  agent: {
    read_only: false,
    side_effects: ['creates or updates one registry entry', 'keeps the older version'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    next: ['agents_arazzo_read'],
    untrusted: [''],
  },
};
