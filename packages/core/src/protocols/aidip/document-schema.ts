/**
 * The JSON Schema (2020-12) of an AIDIP metadata document, for publication. It accepts everything that the reader
 * accepts, in every form and revision; the reader has further rules that a schema cannot express.
 */
import type { JsonObject } from '@dragoman/model';
import { anySchema } from '../../transport/schema-parts.js';
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
  title: 'SchemaOrTypeNames',
  description: 'A JSON Schema (2020-12), or the older map from field name to type name.',
  anyOf: [
    { type: ['object', 'boolean'], description: 'A JSON Schema; references must be internal.' },
    {
      type: 'object',
      description: 'The older form: type names by field name, all fields required.',
      additionalProperties: {
        type: 'string',
        enum: [...shortTypeNames] as string[],
        description: 'Name of a JSON type.',
      },
    },
  ],
};

/** Inlined everywhere: the schema is embedded in other documents, where a reference would lose its root. */
const schemaMembers: JsonObject = {
  inputs: schemaOrTypeNames,
  outputs: schemaOrTypeNames,
  input_schema: { ...schemaOrTypeNames, description: 'The older name of inputs.' },
  output_schema: { ...schemaOrTypeNames, description: 'The older name of outputs.' },
};

const endpoint = (description: string) =>
  text(description, documentLimits.endpoint, { pattern: '^([hH][tT][tT][pP][sS]?://|/)' });

const authentication: JsonObject = {
  description: 'The authentication that the agent requires. Absent means the same as type "none".',
  anyOf: [
    {
      type: 'object',
      description: 'The current form.',
      properties: {
        type: text('api_key, oauth2_bearer, mtls, none, or another value.', documentLimits.label, filled),
        instructions: text('How to get a credential: a note, or a URL.', documentLimits.description),
        scopes: labels('Required OAuth scopes.', 'One scope.'),
      },
    },
    text('The older form: "API Key", "OAuth2", "mTLS" or "none".', documentLimits.label, filled),
  ],
};

/** Explicitly open: some tools treat an object as closed otherwise. */
const open: JsonObject = { additionalProperties: true };

const needs = (member: string): JsonObject => ({ required: [member], properties: { [member]: true }, ...open });

const bothSchemas: JsonObject = {
  allOf: [{ anyOf: [needs('inputs'), needs('input_schema')] }, { anyOf: [needs('outputs'), needs('output_schema')] }],
};

/** The behavior of an operation. Other forms are not errors, so no types are required. */
const conduct: JsonObject = {
  impact: { description: 'Effect of a call: informational, reversible or irreversible.' },
  idempotent: { description: 'true: repeating a call has no further effect.' },
  idempotency_key: { description: 'true: the agent detects repeated calls by their Idempotency-Key.' },
  dry_run: { description: 'true: with X-Dry-Run: true the agent returns a preview.' },
  confirm: { description: 'true: every call requires a confirmation.' },
  long_running: { description: 'true: calls through the gateway run in the background.' },
  deprecated: { description: 'true: the operation is deprecated.' },
  sunset: { description: 'Removal date, RFC 3339.' },
  replacement: { description: 'Name of the operation to use instead.' },
};

const operation: JsonObject = {
  type: 'object',
  description: 'One operation of the agent.',
  required: ['name', 'description'],
  ...bothSchemas,
  properties: {
    name: text('Selects the operation at invocation; unique in the document.', documentLimits.label, filled),
    description: text('What it does and when to use it.', documentLimits.description),
    ...schemaMembers,
    examples: {
      type: 'array',
      description: 'Example calls; they should match the schemas.',
      maxItems: documentLimits.examples,
      items: {
        type: 'object',
        description: 'One example call.',
        properties: {
          input: { description: 'Input of the call.' },
          output: { description: 'Output of the call.' },
        },
      },
    },
    endpoint: endpoint("The operation's own URL, if it has one."),
    batch: { type: 'boolean', description: 'true: an array of inputs returns an array of outputs.' },
    ...conduct,
  },
};

const trust: JsonObject = {
  certification: {
    type: 'object',
    description: "The provider's claim of its certification; shown as a claim, never as a fact.",
    properties: {
      verified: { type: 'boolean', description: "The provider's own claim." },
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

/** JSON Schema of an AIDIP metadata document as it may be sent. */
export const aidipDocumentSchema: JsonObject = {
  type: 'object',
  title: 'AgentDocument',
  description: 'Agent metadata (AIDIP -01 §3, and the forms of -00). Unlisted members are kept and served unchanged.',
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
      'Unique in the registry; assigned when absent. Names of routes, such as search, are reserved.',
      documentLimits.idBytes,
      {
        minLength: 1,
      },
    ),
    name: text('Display name; need not be unique.', documentLimits.name, filled),
    description: text('Purpose and capabilities, for readers and for search.', documentLimits.description),
    version: text('Compared as a string.', documentLimits.label),
    publisher: text('Organization or person that publishes the agent.', documentLimits.name),
    provider: text('The older name of publisher.', documentLimits.name),
    capabilities: labels('Broad function labels that clients filter by.', 'One label, such as "translation".'),
    tags: labels('Further categories.', 'One tag.'),
    endpoint: endpoint('URL that receives calls: an https URL, or a path on this registry.'),
    upstream: anySchema(
      'With a path on this registry as endpoint: the https URL of the agent. Shown to its owner ' +
        'only; calls go through the gateway.',
    ),
    supported_languages: labels('BCP 47 tags; absent means independent of language.', 'One language tag.'),
    authentication,
    status: text('active (when absent), inactive or deprecated; other values count as active.', documentLimits.label),
    operations: {
      type: 'array',
      description: 'The operations of the agent.',
      maxItems: documentLimits.operations,
      items: operation,
    },
    ...trust,
    ...access,
  },
};
