/** How saved items and evaluations are described in the server's own API description. */
import { savedKinds } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import {
  closedSchema,
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  idParameter,
  listSchema,
  nextLinkHeader,
  pageSchema,
  textSchema,
  timeSchema,
  wholeSchema,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { pageParameters } from './cursor-page.js';
import { type DryRunResult, dryRunResponse, dryRunResultSchema, withDryRun } from './dry-run.js';
import { savedLimits, savedQuotas, writableKinds } from './saved-request.js';

const object = (description: string): JsonObject => ({ type: 'object', description, additionalProperties: true });

const given: JsonObject = {
  agent: textSchema('Id of the service.', { minLength: 1, maxLength: savedLimits.name }),
  operation: textSchema('Name of the operation; a case without one expects that nothing matches.', {
    minLength: 1,
    maxLength: savedLimits.name,
  }),
  name: textSchema('Your name for it.', { minLength: 1, maxLength: savedLimits.name }),
  request: textSchema('What a person would say; required for a case.', { minLength: 1, maxLength: savedLimits.text }),
  arguments: object(`Arguments of the call, at most ${savedLimits.arguments} characters as JSON; secrets are removed.`),
  result: {
    type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
    additionalProperties: true,
    items: {},
    description: `The result; left out above ${savedLimits.result} characters as JSON. Secrets are removed.`,
  },
  outcome: textSchema('How the call ended.', { enum: ['done', 'refused', 'failed', 'unknown'] }),
  code: textSchema('Failure code.', { minLength: 1, maxLength: 100 }),
  ms: { type: 'number', minimum: 0, maximum: 86_400_000, description: 'Duration of the call in milliseconds.' },
  trace: textSchema('Trace id of the call.', { minLength: 1, maxLength: 64 }),
};

const properties: JsonObject = {
  id: textSchema('Id of the item.'),
  kind: textSchema('Kind of the item.', { enum: [...savedKinds] }),
  at: timeSchema('When it was saved.'),
  expires_at: timeSchema('When it is removed.'),
  ...given,
  result_omitted: { type: 'boolean', description: 'True: the result was too large and is not kept.' },
  total: wholeSchema('Number of cases of an evaluation.'),
  first: { type: 'number', minimum: 0, maximum: 1, description: 'Share of its cases with the right operation first.' },
  first_three: { type: 'number', minimum: 0, maximum: 1, description: 'Share among the first three.' },
  places: object('Rank of the right operation by id of the case; null when it was not found.'),
};

/** Members of an item, for field selection. */
export const savedMembers: readonly string[] = Object.keys(properties);

const itemSchema = closedSchema('A saved item.', properties);

const example: JsonObject = {
  kind: 'case',
  agent: 'pier-weather-001',
  operation: 'invoke',
  request: 'is it windy at the pier',
};

const stored: JsonObject = {
  id: '0192f5a0-7c1b-7e2a-9d3c-5b8e4f6a1c20',
  at: '2026-01-01T12:00:00.000Z',
  expires_at: '2035-12-30T12:00:00.000Z',
  ...example,
};

const query = (name: string, description: string, schema: JsonObject) => ({
  name,
  in: 'query' as const,
  description,
  schema,
});

/** Description of `GET /saved`. */
export const describeSavedList: Route['describe'] = {
  operationId: 'saved_list',
  tag: 'discovery',
  summary: 'List what you have saved: tried calls, examples, evaluation cases, evaluations.',
  description:
    'Lists your own saved items of one kind, newest first; nobody else sees them. Use this for a history of calls or to review evaluation cases. Do not use it to see what happened on this server: use audit_list instead. No side effects.',
  parameters: [
    query('kind', 'Kind of the items.', { type: 'string', enum: [...savedKinds], default: 'call' }),
    query('agent', 'Only items of this service.', { type: 'string', maxLength: savedLimits.name }),
    query('operation', 'Only items of the operation with this name.', { type: 'string', maxLength: savedLimits.name }),
    ...pageParameters,
    fieldsParameter('each item', 'id,agent,operation,at'),
  ],
  responses: {
    '200': {
      description: 'A page of items; empty when nothing is saved.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: pageSchema({ member: 'items', items: itemSchema }),
          examples: { one_case: { summary: 'One evaluation case.', value: { items: [stored], top: 20 } } },
        },
      },
    },
  },
  failures: [400, 406],
  agent: { read_only: true, order: 'at desc', untrusted: ['/items/*/result'] },
};

/** What a dry run of `POST /saved` reports. */
export function savedDryRun(kind: string): DryRunResult {
  const changes = [`Saves one item of the kind ${kind}; the oldest one is removed when there are too many.`];
  return { would_change: true, reversible: true, outcome: 'created', changes, undo: 'saved_delete' };
}

/** Description of `POST /saved`. */
export const describeSavedCreate: Route['describe'] = {
  operationId: 'saved_create',
  tag: 'discovery',
  summary: 'Save a tried call, an example or an evaluation case for yourself.',
  description:
    `Keeps the newest ${savedQuotas.call.items} calls for ${savedQuotas.call.days} days, and ${savedQuotas.example.items} examples and ${savedQuotas.case.items} cases; older ones are removed. ` +
    'Use this after a call that you may want to repeat, or to record which operation a request should lead to. Do not use it to call a service: use agents_invoke instead. Side effects: stores the item.',
  parameters: dryRunParameters,
  requestBody: {
    description: 'The item.',
    required: true,
    content: {
      'application/json': {
        schema: closedSchema(
          'The item.',
          { kind: textSchema('Kind of the item.', { enum: [...writableKinds] }), ...given },
          ['kind'],
        ),
        examples: { one_case: { summary: 'An evaluation case.', value: example } },
      },
    },
  },
  responses: {
    '200': dryRunResponse('An example would be saved.', savedDryRun('example')),
    '201': {
      description: 'The saved item.',
      content: {
        'application/json': {
          schema: itemSchema,
          examples: { one_case: { summary: 'The saved case.', value: stored } },
        },
      },
    },
  },
  failures: [400, 406, 413, 415],
  agent: {
    read_only: false,
    dry_run: dryRunMetadata,
    side_effects: ['stores an item that only you see'],
    undo: 'saved_delete',
    next: ['evaluations_create'],
  },
};

/** Description of `DELETE /saved/{id}`. */
export const describeSavedDelete: Route['describe'] = {
  operationId: 'saved_delete',
  tag: 'discovery',
  summary: 'Delete one of your saved items.',
  description:
    'Deletes an item that you have saved. Use this for a wrong case or an old example. Do not use it to delete a service: use agents_delete instead. Side effects: the item is gone for good.',
  parameters: [
    idParameter('Id of the item.', { example: '0192f5a0-7c1b-7e2a-9d3c-5b8e4f6a1c20' }),
    ...dryRunParameters,
  ],
  responses: {
    '200': dryRunAnswer(dryRunResultSchema, {
      deleted: {
        summary: 'The item would be deleted.',
        value: {
          dry_run: true,
          would_change: true,
          reversible: false,
          outcome: 'deleted',
          changes: ['Deletes the saved item 1.'],
        },
      },
    }),
    '204': { description: 'The item is deleted.' },
  },
  failures: [400, 404],
  agent: {
    read_only: false,
    side_effects: ['deletes the item'],
    risk: { irreversible: true, requires_confirmation: false },
    dry_run: dryRunMetadata,
    idempotent: true,
  },
};

const share = (description: string): JsonObject => ({ type: 'number', minimum: 0, maximum: 1, description });
const names = (description: string): JsonObject => listSchema(description, textSchema('A name.'));

const evaluationSchema = closedSchema('The result of an evaluation.', {
  id: textSchema('Id of the saved evaluation.'),
  at: timeSchema('When it ran.'),
  total: wholeSchema('Number of cases.'),
  first: share('Share of the cases with the right operation first.'),
  first_three: share('Share of the cases with the right operation among the first three.'),
  inputs: closedSchema('Cases with inputs whose right operation came first; absent without such cases.', {
    cases: wholeSchema('Number of these cases.'),
    right: wholeSchema('How many of them had every input read from the request.'),
  }),
  confusions: listSchema(
    'Operations that were taken for others, most frequent first.',
    closedSchema('A confusion.', {
      expected: { type: ['string', 'null'], description: 'The right operation; null when nothing should match.' },
      found: { type: ['string', 'null'], description: 'The operation that came first; null when nothing matched.' },
      requests: names('The requests.'),
    }),
  ),
  cases: listSchema(
    'Each case, the newest first.',
    closedSchema('A case.', {
      id: textSchema('Id of the saved case.'),
      request: textSchema('The request.'),
      expected: { type: ['string', 'null'], description: 'The right operation; null when nothing should match.' },
      found: names('What was found, best first, at most five.'),
      place: { type: ['integer', 'null'], description: 'Rank of the right operation, from 1; null when not found.' },
      wrong_inputs: names('Inputs of the case that were not read from the request; absent when none were compared.'),
    }),
  ),
  previous: closedSchema('The evaluation before, when there is one.', {
    id: textSchema('Its id.'),
    at: timeSchema('When it ran.'),
    first: share('Share of the cases with the right operation first.'),
    first_three: share('The same among the first three.'),
  }),
  fixed: names('Ids of cases that are right now and were not before.'),
  broken: names('Ids of cases that were right before and are not now.'),
});

/** Members of an evaluation, for field selection. */
export const evaluationMembers: readonly string[] = Object.keys(evaluationSchema.properties as JsonObject);

/** What a dry run of an evaluation reports. */
export function evaluationDryRun(cases: number): DryRunResult {
  const changes = [`Resolves the requests of ${cases} cases and stores the result; no service is called.`];
  return { would_change: true, reversible: true, outcome: 'created', changes, undo: 'saved_delete' };
}

/** Description of `POST /evaluations`. */
export const describeEvaluation: Route['describe'] = {
  operationId: 'evaluations_create',
  tag: 'discovery',
  summary: 'Run your saved evaluation cases, and compare with the last run.',
  description:
    'Resolves the request of each of your saved cases as agents_resolve does for you, and reports how often the right operation comes first, whether the inputs of a case are read from its request, which operations are confused, and what changed since your last run. Calls nothing. ' +
    'Use this after descriptions have changed. Do not use it to find an operation: use agents_resolve instead. Side effects: stores the result.',
  parameters: [...dryRunParameters, fieldsParameter('the answer', 'total,first,fixed,broken')],
  responses: {
    '200': withDryRun(
      {
        description: 'The result; without cases the total is 0.',
        schema: evaluationSchema,
        examples: {
          one_case: {
            summary: 'One case, right at once.',
            value: {
              id: '0192f5a0-7c1b-7e2a-9d3c-5b8e4f6a1c20',
              at: '2026-01-01T12:00:00.000Z',
              total: 1,
              first: 1,
              first_three: 1,
              confusions: [],
              cases: [
                {
                  id: '0192f5a0-7c1b-7e2a-9d3c-5b8e4f6a1c20',
                  request: 'is it windy at the pier',
                  expected: 'pier-weather-001/invoke',
                  found: ['pier-weather-001/invoke'],
                  place: 1,
                },
              ],
              fixed: [],
              broken: [],
            },
          },
        },
      },
      evaluationDryRun(1),
    ),
  },
  failures: [400, 406],
  agent: {
    read_only: false,
    side_effects: ['stores the result, which only you see'],
    dry_run: dryRunMetadata,
    untrusted: ['/cases'],
  },
};
