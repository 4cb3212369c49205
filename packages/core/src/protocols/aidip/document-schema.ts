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

function labels(description: string): JsonObject {
  return {
    type: 'array',
    description,
    maxItems: documentLimits.list,
    items: { type: 'string', maxLength: documentLimits.label },
  };
}

const filled: JsonObject = { pattern: '\\S' };

const schemaOrTypeNames: JsonObject = {
  title: 'SchemaOrTypeNames',
  description: 'JSON Schema 2020-12, or type names by field name.',
  anyOf: [
    { type: ['object', 'boolean'], description: 'With internal references only.' },
    {
      type: 'object',
      description: 'Older form: type names by field name, all required.',
      additionalProperties: {
        type: 'string',
        enum: [...shortTypeNames] as string[],
      },
    },
  ],
};

/** Inlined everywhere: the schema is embedded in other documents, where a reference would lose its root. */
const schemaMembers: JsonObject = {
  inputs: schemaOrTypeNames,
  outputs: schemaOrTypeNames,
  input_schema: { ...schemaOrTypeNames, description: 'Older name of inputs.' },
  output_schema: { ...schemaOrTypeNames, description: 'Older name of outputs.' },
};

const endpoint = (description: string) =>
  text(description, documentLimits.endpoint, { pattern: '^([hH][tT][tT][pP][sS]?://|/)' });

const authentication: JsonObject = {
  description: 'Required authentication; absent means none.',
  anyOf: [
    {
      type: 'object',
      description: 'The current form.',
      properties: {
        type: text('api_key, oauth2_bearer, mtls, none, or another value.', documentLimits.label, filled),
        instructions: text('How to get a credential: note or URL.', documentLimits.description),
        scopes: labels('Required OAuth scopes.'),
      },
    },
    text('Older form: "API Key", "OAuth2", "mTLS" or "none".', documentLimits.label, filled),
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
  idempotent: { description: 'true: a repeat has no further effect.' },
  idempotency_key: { description: 'true: the agent detects repeats by Idempotency-Key.' },
  dry_run: { description: 'true: X-Dry-Run: true returns a preview.' },
  confirm: { description: 'true: calls require a confirmation.' },
  long_running: { description: 'true: the gateway runs calls in the background.' },
  deprecated: { description: 'true: the operation is deprecated.' },
  sunset: { description: 'Removal date, RFC 3339.' },
  replacement: { description: 'Operation to use instead.' },
};

const operation: JsonObject = {
  type: 'object',
  required: ['name', 'description'],
  ...bothSchemas,
  properties: {
    name: text('Selects the operation in a call; unique.', documentLimits.label, filled),
    description: text('What it does and when to use it.', documentLimits.description),
    ...schemaMembers,
    examples: {
      type: 'array',
      description: 'Example calls; they should match the schemas.',
      maxItems: documentLimits.examples,
      items: {
        type: 'object',
        properties: {
          input: true,
          output: true,
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
    description: "The provider's claim of its certification; never shown as a fact.",
    properties: {
      verified: { type: 'boolean', description: "The provider's claim." },
      quality_score: { type: 'number', description: 'Usually 0 to 5.' },
    },
  },
  quality_score: { type: 'number', description: 'Usually 0 to 5.' },
};

const access: JsonObject = {
  visibility: {
    type: 'string',
    enum: ['public', 'private'],
    description: 'Who may see it; defaults to public. Shown to its owner only.',
  },
  grants: {
    type: 'array',
    description: 'Who else may see it, if private. Shown to its owner only.',
    maxItems: documentLimits.list,
    items: { type: 'string', maxLength: 500, pattern: '^(caller|scope):\\S' },
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
          description: 'One or more.',
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
    id: text('Unique; assigned when absent. Names of routes, such as search, are reserved.', documentLimits.idBytes, {
      minLength: 1,
    }),
    name: text('Display name; need not be unique.', documentLimits.name, filled),
    description: text('Purpose and capabilities, for readers and search.', documentLimits.description),
    version: text('Compared as a string.', documentLimits.label),
    publisher: text('Organization or person that publishes it.', documentLimits.name),
    provider: text('Older name of publisher.', documentLimits.name),
    capabilities: labels('Broad function labels to filter by, such as "translation".'),
    tags: labels('Further categories.'),
    endpoint: endpoint('URL that receives calls: an https URL, or a path on this registry.'),
    upstream: anySchema(
      'With a path on this registry as endpoint: the https URL of the agent, for calls through the gateway. Shown ' +
        'to its owner only.',
    ),
    supported_languages: labels('BCP 47 tags; absent means independent of language.'),
    authentication,
    status: text('active (when absent), inactive or deprecated; other values count as active.', documentLimits.label),
    operations: {
      type: 'array',
      description: 'Its operations.',
      maxItems: documentLimits.operations,
      items: operation,
    },
    ...trust,
    ...access,
  },
};
