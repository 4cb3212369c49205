/**
 * The JSON Schema (2020-12) of an AGIS document. The draft announces a schema but has none; this one is published with
 * its own version. Pass 1 runs it; the other passes check what a schema cannot express.
 */
import type { JsonObject } from '@dragoman/model';
import { actors, capabilities, impactTiers, sensitivityWords } from './fields.js';

/** Version of the schema; increased when it accepts or rejects different documents. */
export const agisSchemaVersion = '1.0.0';

const filled = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'string',
  description,
  pattern: '\\S',
  ...more,
});

const contract = (description: string): JsonObject => ({ type: 'object', description });

const semantic: JsonObject = {
  type: 'object',
  description: 'Meaning of the endpoint for an agent.',
  properties: {
    intent: filled('One sentence that says what the endpoint does for the caller.'),
    actor: {
      enum: [...actors],
      description: 'The acting party: the calling agent, a person directly, or an automated process.',
    },
    outcome: filled('One sentence that describes the verifiable state after success.'),
    capability: { enum: [...capabilities], description: 'Class of operation, for routing.' },
    confidence_guidance: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'Lowest confidence at which an agent should call it unattended.',
    },
    impact_tier: { enum: [...impactTiers], description: 'Consequence of the operation.' },
    is_idempotent: {
      type: 'boolean',
      description: 'Repeated identical calls have the same effect as one. Default: false.',
    },
    parameter_hints: {
      type: 'object',
      description: 'Parameter name → common phrases for it.',
      additionalProperties: {
        type: 'array',
        description: 'Phrases for one parameter.',
        items: { type: 'string', description: 'One phrase.' },
      },
    },
    state_transition: {
      type: 'object',
      description: 'Dotted field → "FROM -> TO".',
      additionalProperties: { type: 'string', pattern: '^\\S.* -> .*\\S$', description: 'FROM -> TO.' },
    },
    mcp_tool_name: {
      type: 'string',
      pattern: '^[a-z0-9][a-z0-9_-]*$',
      description: 'Name of the MCP tool, instead of the generated one.',
    },
  },
  required: ['intent', 'actor', 'outcome'],
};

const errors: JsonObject = {
  type: 'array',
  description: 'Named conditions under which a call fails.',
  items: {
    description: 'A name, or a name with its description.',
    anyOf: [
      filled('Name of the condition, snake_case.'),
      {
        type: 'object',
        description: 'A named condition with its description.',
        properties: {
          name: filled('Name of the condition.'),
          description: { type: 'string', description: 'When it occurs.' },
        },
        required: ['name'],
      },
    ],
  },
};

const endpoint: JsonObject = {
  type: 'object',
  description: 'One method on one path, with its meaning and its contract.',
  properties: {
    method: filled('Imperative base form of a verb, A to Z in upper case.', { pattern: '^[A-Za-z]+$' }),
    path: filled('Nouns in lower case; {parameters} in braces.', { pattern: '^/' }),
    semantic: { $ref: '#/$defs/semantic' },
    input: contract('JSON Schema of the parameters.'),
    output: contract('JSON Schema of a successful response.'),
    errors: { $ref: '#/$defs/errors' },
    proposed: { type: 'boolean', description: 'Created in a negotiation, for one session.' },
  },
  required: ['method', 'path', 'semantic', 'input', 'output', 'errors'],
};

const vocabulary: JsonObject = {
  type: 'object',
  description: 'The verbs of the service and its domain.',
  properties: {
    declared_verbs: {
      type: 'array',
      description: 'Exactly the methods that the endpoints use.',
      items: { type: 'string', description: 'One method.' },
    },
    domain: { type: 'string', description: 'Primary domain in plain language.' },
    namespace: { type: 'string', description: 'Distinguishes equal verbs of several services.' },
    version: { type: 'string', description: 'Version of the service, if the document has no version.' },
    negotiable: { type: 'boolean', description: 'Endpoints can be created by negotiation. Default: false.' },
  },
  required: ['declared_verbs'],
};

const dataClass: JsonObject = {
  type: 'object',
  description: 'One class of data, without contents.',
  properties: {
    class: filled('Name of the class.'),
    description: { type: 'string', description: 'Its contents in general terms.' },
    formats: { type: 'array', description: 'Formats.', items: { type: 'string', description: 'One format.' } },
    sensitivity: { enum: [...impactTiers, ...sensitivityWords], description: 'Sensitivity of the data.' },
    requires_authorization: { type: 'boolean', description: 'Credentials are required for access.' },
  },
  required: ['class'],
};

const manifest: JsonObject = {
  type: 'object',
  description: 'Classes of data for which endpoints may be negotiated.',
  properties: {
    available_data: { type: 'array', description: 'The classes.', items: { $ref: '#/$defs/dataClass' } },
    pre_auth_discovery: { type: 'boolean', description: 'Readable without credentials. Default: false.' },
  },
};

const head: JsonObject = {
  agis: { const: '1.0', description: 'Version of the specification.' },
  service: filled('Name of the service.'),
  agtp: { type: 'string', pattern: '^agtp://[^/\\s]+', description: 'AGTP address of the service.' },
  description: { type: 'string', description: 'Purpose of the service.' },
  version: { type: 'string', description: 'Version of the service.' },
  schemas: { type: 'object', description: 'JSON Schemas that endpoints reference with #/schemas/….' },
  vocabulary: { $ref: '#/$defs/vocabulary' },
  data_manifest: { $ref: '#/$defs/manifest' },
};

const definitions: JsonObject = { semantic, errors, endpoint, vocabulary, dataClass, manifest };

/** The whole document. */
export const agisDocumentSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:dragoman:schema:agis:${agisSchemaVersion}`,
  title: 'AGIS document',
  description: `An AGIS 1.0 document (version ${agisSchemaVersion} of this schema).`,
  type: 'object',
  properties: {
    ...head,
    endpoints: {
      type: 'array',
      description: 'Capabilities of the service.',
      minItems: 1,
      items: { $ref: '#/$defs/endpoint' },
    },
  },
  required: ['agis', 'service', 'agtp', 'endpoints', 'vocabulary'],
  $defs: definitions,
};

/**
 * The document without its endpoints, and one endpoint. They are validated separately, so that the work for each is
 * bounded.
 */
export const agisPartSchemas = {
  head: { type: 'object', properties: head, $defs: definitions } as JsonObject,
  endpoint: { $ref: '#/$defs/endpoint', $defs: definitions } as JsonObject,
};
