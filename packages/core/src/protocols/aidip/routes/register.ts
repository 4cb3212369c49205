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
    'Adds an agent to the registry so that others can find it. Use this for a new agent, or to send ' +
    'the same document again whether or not it exists. Do not use it to change an agent that must ' +
    'already exist: use agents_replace instead; for many documents or for URLs of cards use ' +
    'imports_create. Creates or updates one entry, keeps the older version, and makes the entry ' +
    'findable at once. Without an id each call creates another agent; with an id a repeated call ' +
    'changes nothing. If-None-Match: * creates only. Add visibility (public or private) and grants ' +
    '(caller:… or scope:…) to set who may find it.',
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
