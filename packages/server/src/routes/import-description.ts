/** OpenAPI description of `POST /imports`. */

import { curationLimits } from '@dragoman/core/conversion';
import type { RouteDescription } from '@dragoman/core/http';
import { dryRunMetadata, dryRunParameters } from '@dragoman/core/http';
import { failures, type JsonObject } from '@dragoman/model';
import { maxPreviewed } from './import-preview.js';
import { maxImportItems, maxUrlLength } from './import-request.js';

const count = (description: string): JsonObject => ({ type: 'integer', minimum: 0, description });

const patterns = (description: string): JsonObject => ({
  title: 'CurationPatterns',
  type: 'array',
  minItems: 1,
  maxItems: curationLimits.patterns,
  description,
  items: { type: 'string', minLength: 1, maxLength: curationLimits.length },
});

const curationSchema: JsonObject = {
  type: 'object',
  description: 'Id and visibility of the service, and its operations.',
  properties: {
    include: patterns(
      'OpenAPI operations that match one pattern of each kind given: tag:…, path:…, method:…, id:…; * matches anything.',
    ),
    operations: {
      type: 'array',
      minItems: 1,
      maxItems: curationLimits.operations,
      description: 'Names of the operations to import, as in a dry run; for every protocol.',
      items: { type: 'string', minLength: 1, maxLength: curationLimits.length },
    },
    media_types: patterns(
      'Preferred media types, best first: multipart/form-data, or id:upload*=multipart/form-data for a pattern. By default JSON, forms, text, others.',
    ),
    exclude: patterns('Patterns of operations to leave out.'),
    max: {
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      description: 'Maximum operations; drops deprecated ones first.',
    },
    server: {
      type: 'string',
      format: 'uri',
      maxLength: maxUrlLength,
      description: 'Base URL of all operations, instead of that of the document.',
    },
    id: {
      type: 'string',
      maxLength: 100,
      description: 'Id, instead of that derived from the document.',
    },
    visibility: {
      type: 'string',
      enum: ['public', 'private'],
      description: 'Instead of that of the document; defaults to registry.visibility.',
    },
  },
  additionalProperties: false,
};

const findingSchema: JsonObject = {
  type: 'object',
  description: 'A finding about the description.',
  required: ['code', 'severity', 'message', 'help', 'pointer'],
  properties: {
    code: { type: 'string', description: 'Stable code of the finding.' },
    severity: { type: 'string', enum: ['error', 'warning', 'info'], description: 'Severity.' },
    message: { type: 'string', description: 'What was found.' },
    help: { type: 'string', description: 'What to do about it.' },
    pointer: { type: 'string', description: 'JSON pointer to the location in the description.' },
  },
  additionalProperties: false,
};

const itemSchema: JsonObject = {
  type: 'object',
  description: 'Exactly one of document, text and url.',
  minProperties: 1,
  maxProperties: 2,
  properties: {
    document: {
      type: ['object', 'array'],
      description:
        'Metadata as for POST /agents, an OpenAPI, Swagger or Arazzo 1.0 document (workflows become operations), or an array of these.',
      items: { type: 'object' },
    },
    text: { type: 'string', description: 'A description as JSON, YAML or AGIS.' },
    url: {
      type: 'string',
      format: 'uri',
      maxLength: maxUrlLength,
      description: 'Public https URL of a card or OpenAPI document; redirects are followed.',
    },
    curation: curationSchema,
  },
  additionalProperties: false,
};

const fieldErrorSchema: JsonObject = {
  type: 'object',
  description: 'One invalid field of the description.',
  required: ['field', 'code', 'detail'],
  properties: {
    field: { type: 'string', description: 'Path of the field in dotted notation.' },
    pointer: { type: 'string', description: 'JSON pointer to the field in the description.' },
    code: { type: 'string', description: 'Stable code of the problem.' },
    detail: { type: 'string', description: 'What is wrong and what is expected.' },
  },
  additionalProperties: false,
};

const errorSchema: JsonObject = {
  type: 'object',
  description: 'Why this item was rejected.',
  required: ['code', 'message', 'retryable'],
  properties: {
    code: { type: 'string', enum: Object.keys(failures), description: 'Stable failure code.' },
    message: { type: 'string', description: 'Human-readable message.' },
    retryable: { type: 'boolean', description: 'Whether the same item may succeed when retried unchanged.' },
    field_errors: { type: 'array', description: 'Invalid fields, at most 20.', items: fieldErrorSchema },
  },
  additionalProperties: false,
};

const text = (description: string): JsonObject => ({ type: 'string', description });
const texts = (description: string): JsonObject => ({ type: 'array', description, items: text('A value.') });
const object = (description: string, properties: JsonObject): JsonObject => ({
  type: 'object',
  description,
  properties,
  additionalProperties: false,
});

const previewSchema: JsonObject = object('Dry run only: what would be stored.', {
  protocol: text('Protocol of the description, as recognized.'),
  id: text('Id of the service; curation.id changes it.'),
  name: text('Name of the service.'),
  description: text('The first sentence of its description.'),
  visibility: { type: 'string', enum: ['public', 'private'], description: 'Who may see it.' },
  servers: texts('Origins that calls would go to; curation.server changes them.'),
  credential: object('The credential that the service requires.', {
    type: text('Type; none when nothing is required.'),
    instructions: text('The provider’s note for people.'),
    scopes: texts('Required OAuth scopes.'),
  }),
  tokens: count('Estimated model tokens of all operations as tools: a quarter of the characters.'),
  operations: {
    type: 'array',
    description: `The operations, at most ${maxPreviewed} in one call; curation.operations selects some by name.`,
    items: object('An operation.', {
      name: text('Its name.'),
      summary: text('What it does, in the words of its provider.'),
      tags: texts('Its first tags.'),
      impact: { type: 'string', enum: ['informational', 'reversible', 'irreversible'], description: 'Its impact.' },
      derived: texts('Members that the description does not state and that were derived.'),
      deprecated: { type: 'boolean', description: 'True when its provider has deprecated it.' },
      tokens: count('Estimated model tokens as a tool.'),
    }),
  },
});

const resultSchema: JsonObject = {
  type: 'object',
  description: 'Result of one item; an item with several descriptions has one result for each.',
  required: ['index', 'status', 'outcome'],
  properties: {
    index: count('Index of the item in the request, from 0.'),
    card: count('Index of the description in the array of the item, from 0.'),
    status: { type: 'integer', description: 'HTTP status that the item would have as a single request.' },
    outcome: {
      type: 'string',
      enum: ['created', 'updated', 'unchanged', 'failed'],
      description: 'Outcome for the entry.',
    },
    id: { type: 'string', description: 'Id of the service, when known.' },
    warnings: count('Number of warnings about the description.'),
    operations: count('Number of operations of the service.'),
    held_texts: count(
      'Number of texts that look like instructions to a model and are held; agent_held_texts_list shows them. Absent when there are none.',
    ),
    confirmations: {
      type: 'array',
      description: 'Who has to confirm which calls, if you made them. Absent when no operation requires it.',
      items: object('The operations that one party confirms.', {
        by: {
          type: 'string',
          enum: ['agent', 'person', 'deny'],
          description: 'agent: the caller, with the token of a preview; person: a person; deny: the calls are refused.',
        },
        operations: count('Number of these operations.'),
        names: texts('The first of them.'),
      }),
    },
    findings: {
      type: 'array',
      description:
        'Warnings and notes, when the request sets report; otherwise only those about addresses that may not be called.',
      items: findingSchema,
    },
    error: errorSchema,
    changes: texts('Dry run only: what would change, one sentence each; empty when nothing would.'),
    preview: previewSchema,
  },
  additionalProperties: false,
};

const answerSchema: JsonObject = {
  type: 'object',
  description: 'One result per item, in request order, and the number of results per outcome.',
  required: ['results', 'summary'],
  properties: {
    dry_run: { type: 'boolean', const: true, description: 'Dry run only: nothing was stored.' },
    results: { type: 'array', description: 'Results in item order.', items: resultSchema },
    summary: {
      type: 'object',
      description: 'Number of results by outcome.',
      required: ['created', 'updated', 'unchanged', 'failed'],
      properties: {
        created: count('Services created.'),
        updated: count('Services updated.'),
        unchanged: count('Services that did not change.'),
        failed: count('Descriptions rejected.'),
      },
      additionalProperties: false,
    },
    vectors_waiting: count(
      'Number of operations of this registry whose vectors are still being computed; they are found by keywords meanwhile. Absent when semantic search is off.',
    ),
  },
  additionalProperties: false,
};

const exampleDocument: JsonObject = {
  id: 'tide-table-001',
  name: 'Tide table',
  description: 'Gives high and low water for a harbour and a day.',
  version: '1.0.0',
  publisher: 'Harbour Office',
  capabilities: ['tide_forecast'],
  tags: ['sea'],
  endpoint: 'https://tides.example.com/invoke',
  inputs: { type: 'object', properties: { harbour: { type: 'string' } }, required: ['harbour'] },
  outputs: { type: 'object', properties: { high_water: { type: 'string' } } },
};

/** Description of `POST /imports`. */
export const importDescription: RouteDescription = {
  operationId: 'imports_create',
  tag: 'imports',
  summary: 'Register several services in one call, from documents or from URLs.',
  description:
    'Registers or updates a service for each of up to 1,000 descriptions, 200 of them by URL. ' +
    'Each item fails alone, so check every result; of equal ids the first is imported. ' +
    'Use this for many services, a card URL, or an OpenAPI, Swagger, AGIS or Arazzo document, also as application/yaml or application/agis. ' +
    'Do not use it to follow a card: use sources_create instead. A dry run shows what would be stored, with all findings. ' +
    'Side effects: creates and updates your services, fetches the URLs. A repeat with ids changes nothing.',
  parameters: [...dryRunParameters],
  requestBody: {
    description: 'The items to import.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          description: 'The items to import.',
          required: ['items'],
          properties: {
            items: {
              type: 'array',
              minItems: 1,
              maxItems: maxImportItems,
              description: 'Documents and URLs, in any combination.',
              items: itemSchema,
            },
            report: {
              type: 'boolean',
              description: 'Return the findings, not only their number.',
            },
          },
          additionalProperties: false,
        },
        examples: {
          one_document: { summary: 'One document.', value: { items: [{ document: exampleDocument }] } },
        },
      },
      'application/agis': {
        schema: { type: 'string', description: 'One AGIS document in JSON, YAML or the notation of the draft.' },
      },
    },
  },
  responses: {
    '200': {
      description: 'Every item was imported.',
      content: {
        'application/json': {
          schema: answerSchema,
          examples: {
            one_document: {
              summary: 'One service registered.',
              value: {
                results: [
                  { index: 0, status: 201, outcome: 'created', id: 'tide-table-001', warnings: 0, operations: 1 },
                ],
                summary: { created: 1, updated: 0, unchanged: 0, failed: 0 },
              },
            },
          },
        },
      },
    },
    '207': {
      description: 'Some items were rejected; their results say why. The others were imported.',
      content: { 'application/json': { schema: answerSchema } },
    },
  },
  failures: [400, 406, 413, 415, 422, 503],
  agent: {
    read_only: false,
    side_effects: ['creates and updates registry entries', 'fetches the given URLs'],
    risk: { irreversible: false, requires_confirmation: false },
    undo: 'agents_delete',
    dry_run: dryRunMetadata,
    next: ['agents_read', 'agents_search'],
  },
};
