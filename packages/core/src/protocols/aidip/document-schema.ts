/**
 * The JSON Schema (2020-12) of an AIDIP metadata document, for publication. It accepts whatever the reader
 * accepts, in every form and revision; the reader knows further rules that a schema cannot express.
 */
import type { JsonObject } from '@dragoman/model';
import { documentLimits, shortTypeNames } from './wire.js';

function text(description: string, limit: number, more: JsonObject = {}): JsonObject {
  return { type: 'string', description, maxLength: limit, ...more };
}

function labels(description: string, item: string, more: JsonObject = {}): JsonObject {
  return {
    type: 'array',
    description,
    maxItems: documentLimits.list,
    items: text(item, documentLimits.label),
    ...more,
  };
}

const filled: JsonObject = { pattern: '\\S' };

const schemaOrTypeNames: JsonObject = {
  description: 'A JSON Schema (2020-12), or the older map from field name to type name.',
  anyOf: [
    { type: ['object', 'boolean'], description: 'A JSON Schema; references stay inside it.' },
    {
      type: 'object',
      description: 'The older form: field name to type name, all fields required.',
      additionalProperties: {
        type: 'string',
        enum: [...shortTypeNames] as string[],
        description: 'Name of a JSON type.',
      },
    },
  ],
};

/** Spelled out in each place: the schema is embedded in other documents, where a reference would lose its root. */
const schemaMembers: JsonObject = {
  inputs: schemaOrTypeNames,
  outputs: schemaOrTypeNames,
  input_schema: { ...schemaOrTypeNames, description: 'The older name of inputs.' },
  output_schema: { ...schemaOrTypeNames, description: 'The older name of outputs.' },
};

const endpoint = (description: string) =>
  text(description, documentLimits.endpoint, { pattern: '^([hH][tT][tT][pP][sS]?://|/)' });

const authentication: JsonObject = {
  description: 'What the agent demands of its callers. Absent means the same as type "none".',
  anyOf: [
    {
      type: 'object',
      description: 'The present form.',
      properties: {
        type: text('api_key, oauth2_bearer, mtls, none, or a word of your own.', documentLimits.label, filled),
        instructions: text('How to get a credential: a note, or an address.', documentLimits.description),
        scopes: labels('OAuth scopes that a token needs.', 'One scope.'),
      },
    },
    text('The older form: "API Key", "OAuth2", "mTLS" or "none".', documentLimits.label, filled),
  ],
};

/** Says aloud that other members may stand beside: some tools read an open object as a closed one otherwise. */
const open: JsonObject = { additionalProperties: true };

const needs = (member: string): JsonObject => ({ required: [member], properties: { [member]: true }, ...open });

const bothSchemas: JsonObject = {
  allOf: [{ anyOf: [needs('inputs'), needs('input_schema')] }, { anyOf: [needs('outputs'), needs('output_schema')] }],
};

/** How an operation behaves. None of it is a fault in another form, so no types are demanded. */
const conduct: JsonObject = {
  impact: { description: 'What a call does to the world: informational, reversible or irreversible.' },
  idempotent: { description: 'true: the same call twice does no more than once.' },
  idempotency_key: { description: 'true: the agent knows a call again by its Idempotency-Key.' },
  dry_run: { description: 'true: with X-Dry-Run: true the agent tells what it would do.' },
  confirm: { description: 'true: every call needs a confirmation.' },
  long_running: { description: 'true: calls through the gateway go to the background.' },
  deprecated: { description: 'true: use something else.' },
  sunset: { description: 'When it will be gone, RFC 3339.' },
  replacement: { description: 'Name of the operation to use instead.' },
};

const operation: JsonObject = {
  type: 'object',
  description: 'One thing that the agent can do.',
  required: ['name', 'description'],
  ...bothSchemas,
  properties: {
    name: text('Selects the operation at invocation; unique in the document.', documentLimits.label, filled),
    description: text('What it does and when to use it.', documentLimits.description),
    ...schemaMembers,
    examples: {
      type: 'array',
      description: 'Worked calls; they should fit the schemas.',
      maxItems: documentLimits.examples,
      items: {
        type: 'object',
        description: 'One worked call.',
        properties: {
          input: { description: 'What is sent.' },
          output: { description: 'What comes back.' },
        },
      },
    },
    endpoint: endpoint("The operation's own address, when it has one."),
    batch: { type: 'boolean', description: 'True: an array of inputs is answered with an array of outputs.' },
    ...conduct,
  },
};

const trust: JsonObject = {
  certification: {
    type: 'object',
    description: 'What the provider claims of its certification; shown as a claim, never as a fact.',
    properties: {
      verified: { type: 'boolean', description: "The provider's own word." },
      quality_score: { type: 'number', description: 'Usually 0 to 5.' },
    },
  },
  quality_score: { type: 'number', description: 'Usually 0 to 5.' },
};

const access: JsonObject = {
  visibility: {
    type: 'string',
    enum: ['public', 'private'],
    description: 'Who may see the agent; public when absent. Shown to its owner only.',
  },
  grants: {
    type: 'array',
    description: 'Who else may see a private agent. Shown to its owner only.',
    maxItems: documentLimits.list,
    items: text('caller:<subject> or scope:<scope>.', 500, { pattern: '^(caller|scope):\\S' }),
  },
};

/** JSON Schema of an AIDIP metadata document as it may be sent in. */
export const aidipDocumentSchema: JsonObject = {
  type: 'object',
  title: 'AgentDocument',
  description:
    'Agent metadata (AIDIP -01 §3, and the forms of -00). Members not named here are kept and served unchanged.',
  required: ['name', 'description', 'capabilities', 'endpoint'],
  ...open,
  anyOf: [
    {
      required: ['operations'],
      properties: {
        operations: {
          type: 'array',
          description: 'At least one operation.',
          minItems: 1,
          maxItems: documentLimits.operations,
          items: true,
        },
      },
      ...open,
    },
    { ...bothSchemas, properties: schemaMembers, ...open },
  ],
  properties: {
    id: text(
      'Unique in the registry; assigned when absent. Words that stand for routes beside it, such as search, are taken.',
      documentLimits.idBytes,
      {
        minLength: 1,
      },
    ),
    name: text('Name for people; need not be unique.', documentLimits.name, filled),
    description: text('Purpose and capabilities, for people and for search.', documentLimits.description),
    version: text('Compared as text.', documentLimits.label),
    publisher: text('Organisation or person who publishes the agent.', documentLimits.name),
    provider: text('The older name of publisher.', documentLimits.name),
    capabilities: labels('Broad function labels that clients filter by.', 'One label, such as "translation".'),
    tags: labels('Further categories.', 'One tag.'),
    endpoint: endpoint('Where the agent takes calls: an https address, or a path on this registry.'),
    upstream: {
      description:
        'With a path on this registry as endpoint: the https address where the agent runs. Shown to its owner only; calls go through the gateway.',
    },
    supported_languages: labels('BCP 47 tags; absent means: not a matter of language.', 'One language tag.'),
    authentication,
    status: text('active (when absent), inactive or deprecated.', documentLimits.label),
    operations: {
      type: 'array',
      description: 'What the agent can do, one by one.',
      maxItems: documentLimits.operations,
      items: operation,
    },
    ...trust,
    ...access,
  },
};
