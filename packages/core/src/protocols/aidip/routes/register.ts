/** `POST /agents`: registers an agent, or updates it when the id exists (-01 §4.2, aidip.md GAP-19). */
import { dryRunMetadata, dryRunParameters, ifMatchParameter, locationHeader } from '../../../transport/describe.js';
import type { Route } from '../../../transport/route.js';
import type { AidipPorts } from '../ports.js';
import { freightDesk, pierWeather, pierWeatherServed } from '../serving/examples.js';
import { changedAgentHeaders, diagnosticsParameter } from '../serving/parameters.js';
import { publishDocument } from '../serving/publish-document.js';
import { changedAgentSchema, documentSchema } from '../serving/schemas.js';

/** The route that registers. */
export function createRegisterRoute(ports: AidipPorts): Route {
  return {
    method: 'POST',
    path: '/agents',
    budget: 'write',
    access: 'registry:write',
    action: 'entry.create',
    describe,
    handle: (context) => publishDocument(ports, context, { mode: 'upsert' }),
  };
}

const describe: Route['describe'] = {
  operationId: 'agents_register',
  tag: 'registration',
  summary: 'Register an agent, or update your own agent with the same id.',
  description:
    'Adds an agent so that others can find it at once. Use this for a new agent, or for a document whose ' +
    'agent may exist. Do not use it for an agent that must exist: use agents_replace instead; for many ' +
    'documents or URLs of cards use imports_create. Side effects: creates or updates one entry and keeps ' +
    'the older version. Without an id each call creates another agent; with one a repeat changes nothing. ' +
    'If-None-Match: * creates only.',
  parameters: [...dryRunParameters, diagnosticsParameter, ifMatchParameter],
  requestBody: {
    description: 'The agent’s metadata document.',
    required: true,
    content: {
      'application/json': {
        schema: documentSchema,
        examples: {
          freight_desk: { summary: 'An agent with two operations', value: freightDesk },
          pier_weather: { summary: 'A simple agent in the older form', value: pierWeather },
        },
      },
    },
  },
  responses: {
    '200': {
      description: 'The agent already existed: the stored metadata after the update. Also the response to a dry run.',
      headers: changedAgentHeaders,
      content: { 'application/json': { schema: changedAgentSchema } },
    },
    '201': {
      description: 'Registered: the stored metadata, with the assigned id when none was given.',
      headers: { ...changedAgentHeaders, ...locationHeader('the agent on this registry') },
      content: {
        'application/json': {
          schema: changedAgentSchema,
          examples: {
            freight_desk: { summary: 'An agent with two operations', value: freightDesk },
            pier_weather: { summary: 'The older form, served in the newer one', value: pierWeatherServed },
          },
        },
      },
    },
  },
  failures: [400, 403, 406, 412, 413, 415, 422, 503],
  agent: {
    read_only: false,
    side_effects: ['creates or updates one registry entry', 'keeps the older version'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    undo: 'agents_delete',
    next: ['agents_read'],
    untrusted: [''],
  },
};
