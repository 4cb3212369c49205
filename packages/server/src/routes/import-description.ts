/** How `POST /imports` is described, for `/openapi.json` and the pages made from it. */

import { curationLimits } from '@dragoman/core/conversion';
import type { RouteDescription } from '@dragoman/core/http';
import { failures, type JsonObject } from '@dragoman/model';
import { longestUrl, mostItems } from './import-request.js';

const count = (description: string): JsonObject => ({ type: 'integer', minimum: 0, description });

const patterns = (description: string): JsonObject => ({
  type: 'array',
  minItems: 1,
  maxItems: curationLimits.patterns,
  description,
  items: { type: 'string', minLength: 1, maxLength: curationLimits.length, description: 'A pattern.' },
});

const curationSchema: JsonObject = {
  type: 'object',
  description: 'The choice among the operations of an OpenAPI document.',
  properties: {
    include: patterns(
      'Taken is what fits one pattern of each kind named: tag:…, path:…, method:…, id:…; * stands for anything.',
    ),
    exclude: patterns('What fits one of these is left out.'),
    max: { type: 'integer', minimum: 1, maximum: 10_000, description: 'Most operations; deprecated ones go first.' },
    server: {
      type: 'string',
      format: 'uri',
      maxLength: longestUrl,
      description: 'Address at which all operations are called, in the place of what the document says.',
    },
    id: {
      type: 'string',
      maxLength: 100,
      description: 'Id of the agent, in the place of the one that follows from the document.',
    },
  },
  additionalProperties: false,
};

const findingSchema: JsonObject = {
  type: 'object',
  description: 'Something worth knowing of the description.',
  required: ['code', 'severity', 'message', 'help', 'pointer'],
  properties: {
    code: { type: 'string', description: 'Stable word for the kind of finding.' },
    severity: { type: 'string', enum: ['error', 'warning', 'info'], description: 'How much it matters.' },
    message: { type: 'string', description: 'What was found.' },
    help: { type: 'string', description: 'What to do about it.' },
    pointer: { type: 'string', description: 'JSON pointer of the place in the description.' },
  },
  additionalProperties: false,
};

const itemSchema: JsonObject = {
  type: 'object',
  description: 'Exactly one of document and url.',
  minProperties: 1,
  maxProperties: 2,
  properties: {
    document: {
      type: ['object', 'array'],
      description:
        'The metadata of one agent, as POST /agents takes it, an OpenAPI or Swagger document, an Arazzo 1.0 document of workflows, or an array of several.',
      items: { type: 'object', description: 'The metadata of one agent.' },
    },
    url: {
      type: 'string',
      format: 'uri',
      maxLength: longestUrl,
      description:
        'Public https address of an agent card or an OpenAPI document; fetched by the server, redirects included.',
    },
    curation: curationSchema,
  },
  additionalProperties: false,
};

const fieldErrorSchema: JsonObject = {
  type: 'object',
  description: 'One faulty field of the description.',
  required: ['field', 'code', 'detail'],
  properties: {
    field: { type: 'string', description: 'Path as people write it.' },
    pointer: { type: 'string', description: 'JSON pointer of the same place in the description.' },
    code: { type: 'string', description: 'Stable word for the kind of fault.' },
    detail: { type: 'string', description: 'What is wrong and what would be right.' },
  },
  additionalProperties: false,
};

const errorSchema: JsonObject = {
  type: 'object',
  description: 'Why this item was not taken.',
  required: ['code', 'message', 'retryable'],
  properties: {
    code: { type: 'string', enum: Object.keys(failures), description: 'Stable failure code.' },
    message: { type: 'string', description: 'Sentence for people.' },
    retryable: { type: 'boolean', description: 'Whether the same item may succeed later unchanged.' },
    field_errors: { type: 'array', description: 'Faulty fields, the first 20 of them.', items: fieldErrorSchema },
  },
  additionalProperties: false,
};

const resultSchema: JsonObject = {
  type: 'object',
  description: 'What became of one item; of an item with several descriptions, of each of them.',
  required: ['index', 'status', 'outcome'],
  properties: {
    index: count('Place of the item in the request, from 0.'),
    card: count('Place of the description in the array that the item held, from 0.'),
    status: { type: 'integer', description: 'HTTP status that the item would have had alone.' },
    outcome: {
      type: 'string',
      enum: ['created', 'updated', 'unchanged', 'failed'],
      description: 'What happened to the entry.',
    },
    id: { type: 'string', description: 'Id of the agent, when it is known.' },
    warnings: count('Warnings on the description.'),
    operations: count('Operations of the agent.'),
    findings: {
      type: 'array',
      description: 'Warnings and notes, when the request asks for the report.',
      items: findingSchema,
    },
    error: errorSchema,
  },
  additionalProperties: false,
};

const answerSchema: JsonObject = {
  type: 'object',
  description: 'One result per item, in the order of the request, and how many had which outcome.',
  required: ['results', 'summary'],
  properties: {
    results: { type: 'array', description: 'Results in the order of the items.', items: resultSchema },
    summary: {
      type: 'object',
      description: 'Results by outcome.',
      required: ['created', 'updated', 'unchanged', 'failed'],
      properties: {
        created: count('Agents that are new.'),
        updated: count('Agents that changed.'),
        unchanged: count('Agents that were the same already.'),
        failed: count('Descriptions that were not taken.'),
      },
      additionalProperties: false,
    },
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

/** The description of `POST /imports`. */
export const importDescription: RouteDescription = {
  operationId: 'imports_create',
  tag: 'imports',
  summary: 'Register several agents in one call, from documents or from card addresses.',
  description:
    'Takes up to 1,000 metadata documents, among them up to 200 card addresses, and registers or updates an agent for each, as POST /agents would. ' +
    'Each item stands alone: one that fails leaves the others done, so look at every result. ' +
    'Of two descriptions with the same id in one call only the first is taken. ' +
    'Use this to load many agents, to register one by its card address, to make an agent of an OpenAPI or Swagger document (YAML is taken too, as application/yaml), of an AGIS document (as application/agis, in any of its syntaxes) or of an Arazzo document: each of its workflows becomes an operation. ' +
    'Do not use it to follow a card over time: use sources_create instead. ' +
    'Side effects: creates and updates agents that you own, and fetches the addresses named. Repeating a call whose documents have ids changes nothing more.',
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
              maxItems: mostItems,
              description: 'Documents and addresses, in any mixture.',
              items: itemSchema,
            },
            report: { type: 'boolean', description: 'Tell what was found in each description, and not only how much.' },
          },
          additionalProperties: false,
        },
        examples: {
          one_document: { summary: 'One document.', value: { items: [{ document: exampleDocument }] } },
        },
      },
      'application/agis': {
        schema: { type: 'string', description: 'One AGIS document in JSON, YAML or the brace notation of the draft.' },
      },
    },
  },
  responses: {
    '200': {
      description: 'Every item was taken.',
      content: {
        'application/json': {
          schema: answerSchema,
          examples: {
            one_document: {
              summary: 'One agent registered.',
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
      description: 'Some items were not taken; their results say why. The others are done.',
      content: { 'application/json': { schema: answerSchema } },
    },
  },
  failures: [400, 406, 413, 415, 503],
  agent: {
    read_only: false,
    side_effects: ['creates and updates registry entries', 'fetches the addresses named'],
    risk: { irreversible: false, requires_confirmation: false },
    undo: 'agents_delete',
    next: ['agents_read', 'agents_search'],
  },
};
