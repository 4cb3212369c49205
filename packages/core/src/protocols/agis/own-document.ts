/** The AGIS document of this registry itself (§11): its endpoints in its own grammar. */

import { agisVersion, ownMembers } from '@dragoman/agis';
import type { JsonObject } from '@dragoman/model';

/** The variable parts of the document. */
export interface OwnFacts {
  /** Public address of this server, without a trailing slash. */
  origin: string;
  version: string;
}

/** Namespace of the registry's own verbs. */
export const ownNamespace = 'dragoman';

/** Maximum number of services per response. */
export const maxFound = 50;

const service: JsonObject = {
  type: 'object',
  description: 'A registered service.',
  properties: {
    agent_id: { type: 'string', description: 'Id of the service in this registry' },
    name: { type: 'string', description: 'Display name' },
    description: { type: 'string', description: 'What the service does, as described by its provider' },
    capabilities: { type: 'array', description: 'Labels of its capabilities', items: { type: 'string' } },
    agis_document: { type: 'string', format: 'uri', description: 'URL of its AGIS document' },
  },
  required: ['agent_id', 'name', 'description', 'agis_document'],
};

const findEndpoint: JsonObject = {
  method: 'FIND',
  path: '/agent',
  semantic: {
    intent: 'Finds registered services that match a task described in words',
    actor: 'agent',
    outcome: 'A list of matching services with the URLs of their AGIS documents is returned',
    capability: 'discovery',
    confidence_guidance: 0.3,
    impact_tier: 'informational',
    is_idempotent: true,
    parameter_hints: { task: ['something that can', 'a service for', 'who does'] },
  },
  input: {
    type: 'object',
    properties: {
      task: { type: 'string', minLength: 1, maxLength: 1000, description: 'The task, in plain words' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: maxFound,
        default: 10,
        description: 'Maximum number of services to return',
      },
    },
    required: ['task'],
    additionalProperties: false,
  },
  output: {
    type: 'object',
    properties: {
      agents: { type: 'array', description: 'Services, the best match first', items: { $ref: '#/schemas/service' } },
    },
    required: ['agents'],
  },
  errors: [{ name: 'task_not_given', description: 'The task is missing or empty' }],
  [ownMembers.httpMethod]: 'GET',
};

const describeEndpoint: JsonObject = {
  method: 'DESCRIBE',
  path: '/agent/{agent_id}',
  semantic: {
    intent: 'Describes one registered service and the URL of its AGIS document',
    actor: 'agent',
    outcome: 'The registered facts of the service are returned',
    capability: 'retrieval',
    confidence_guidance: 0.3,
    impact_tier: 'informational',
    is_idempotent: true,
    parameter_hints: { agent_id: ['the service called', 'number of the service'] },
  },
  input: {
    type: 'object',
    properties: { agent_id: { type: 'string', minLength: 1, maxLength: 512, description: 'Id of the service' } },
    required: ['agent_id'],
    additionalProperties: false,
  },
  output: { $ref: '#/schemas/service' },
  errors: [{ name: 'agent_not_found', description: 'No service with this id is visible to the caller' }],
  [ownMembers.httpMethod]: 'GET',
};

/** Writes the document; its AGTP address is the host of the request. */
export function writeOwnDocument({ origin, version }: OwnFacts): JsonObject {
  return {
    agis: agisVersion,
    service: 'Dragoman',
    agtp: ownAddress(origin),
    description: 'Registry and gateway of services for agents: finds the right service for a task and calls it safely',
    version,
    [ownMembers.httpBase]: `${origin}/agis`,
    schemas: { service },
    endpoints: [findEndpoint, describeEndpoint],
    vocabulary: {
      declared_verbs: ['FIND', 'DESCRIBE'],
      domain: 'service-discovery',
      namespace: ownNamespace,
      version,
    },
  };
}

/** The AGTP address of this server. */
export function ownAddress(origin: string): string {
  return `agtp://${new URL(origin).host}`;
}

/** URL of the document of a registered service. */
export function documentAddress(origin: string, id: string): string {
  return `${origin}/agents/${encodeURIComponent(id)}/agis`;
}
