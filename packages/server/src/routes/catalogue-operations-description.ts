/** How the list of operations is described in the server's own API description. */
import type { FacetField } from '@dragoman/core/engine';
import { maxListedPages } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import {
  closedSchema,
  fieldsParameter,
  listSchema,
  nextLinkHeader,
  operationSummaryProperties,
  operationSummarySchema,
  pageSchema,
  textSchema,
  wholeSchema,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { maxTextLength } from './catalogue-operations-request.js';
import { pageParameters } from './cursor-page.js';
import { maxFacetValues } from './operation-facets.js';

/** Fields that are counted by the index; services are counted separately. */
export const facetFields: readonly FacetField[] = ['tag', 'impact'];

const rankProperties: JsonObject = {
  score: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'Probability that it is the right one, as agents_resolve ranks; only with a text.',
  },
  words: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'How well the words match, of a perfect match; only with a text.',
  },
  meaning: { type: 'number', description: 'Semantic similarity, -1 to 1; absent when it was not compared.' },
  notes: listSchema('Other factors of its score.', textSchema('One sentence.')),
};

/** Members of an operation, for field selection. */
export const summaryMembers: readonly string[] = Object.keys({ ...operationSummaryProperties, ...rankProperties });

const facetSchema = (description: string, more: JsonObject = {}): JsonObject =>
  listSchema(
    `${description}, most frequent first, at most ${maxFacetValues}.`,
    closedSchema('A value.', {
      value: textSchema('Value for the filter of the same name.'),
      count: wholeSchema('Number of operations that have it.'),
      ...more,
    }),
  );

const facetsSchema = closedSchema('With facets: counts over all matching operations, not only those of this page.', {
  agent: facetSchema('Services', { name: textSchema('Name of the service.') }),
  tag: facetSchema('Tags of the operation or its service, in lower case'),
  impact: facetSchema('Impacts'),
});

const pageCursorsSchema = listSchema(
  'With page_cursors: the cursors of the second page, the third one, and so on, for pages of the same size.',
  textSchema('A cursor.'),
  { maxItems: maxListedPages },
);

const query = (name: string, description: string, schema: JsonObject) => ({
  name,
  in: 'query' as const,
  description,
  schema,
});
const several = (maxLength: number): JsonObject => ({
  type: 'array',
  maxItems: 50,
  items: { type: 'string', maxLength },
});

/** The description of the route. */
export const describeCatalogueOperations: Route['describe'] = {
  operationId: 'catalogue_operations_list',
  tag: 'discovery',
  summary: 'Search or list single operations of all services.',
  description:
    'Lists the operations that you may see, each with its service and its impact, without schemas. With a text they are ranked as agents_resolve ranks them, at most 200; without one they are ordered by service. ' +
    'Use this for a search box or a table. Do not use it to decide which operation an agent should call: use agents_resolve instead. No side effects.',
  parameters: [
    query('text', 'A task or a part of a name; only operations that match, best first.', {
      type: 'string',
      minLength: 1,
      maxLength: maxTextLength,
    }),
    query('agent', 'Id of a service; repeat the parameter for several.', several(512)),
    query('tag', 'Tag of the operation or its service; all given ones must match.', several(256)),
    query('impact', 'informational, reversible or irreversible; any of the given ones.', several(32)),
    query(
      'status',
      'Status of the service: active, deprecated or inactive; any of the given ones. Without it, all but inactive ones.',
      several(32),
    ),
    query('facets', 'true: also count the matching operations by service, tag and impact.', {
      type: 'boolean',
      default: false,
    }),
    query(
      'page_cursors',
      `true: also return the cursor of every page, at most ${maxListedPages}, so that a table can jump to any of them.`,
      { type: 'boolean', default: false },
    ),
    ...pageParameters,
    fieldsParameter('each operation', 'agent_id,operation,summary,impact'),
  ],
  responses: {
    '200': {
      description: 'A page of operations; empty when nothing matches.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: pageSchema({
            member: 'operations',
            itemsDescription: 'Operations of this page, or the members selected with fields.',
            items: operationSummarySchema('An operation.', rankProperties),
            count: 'Number of all matching operations; with a text at most 200.',
            more: { facets: facetsSchema, page_cursors: pageCursorsSchema },
          }),
        },
      },
    },
  },
  failures: [400, 401, 406],
  agent: {
    read_only: true,
    order: 'score desc; without a text agent_id asc',
    next: ['agents_read', 'agents_invoke'],
    untrusted: ['/operations/*/summary', '/operations/*/agent_name', '/operations/*/tags'],
  },
};
