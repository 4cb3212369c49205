/** PROF-RESP-06: pages have a default size and a maximum. */
import type { JsonObject } from '@dragoman/model';
import type { Api, ApiOperation, SchemaNode } from '../../api/api.js';
import { listOf } from '../../api/classify.js';
import { findInput, isNamed, itemsOf, pagingScheme, proseOf } from '../../api/operation-facts.js';
import { isShortList } from '../../api/short-collections.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Lists without a limited page size. */
export const pageSizeUnbounded: Rule = {
  id: 'page-size-unbounded',
  requirement: 'PROF-RESP-06',
  severity: 'warning',
  varies:
    'without a parameter: error if the API adds entries with a time to the list and has no pages anywhere, else info; with one: info if its description states default and maximum, else warning',
  message: '{operation} {fault}.',
  why: 'One call to an unlimited list can fill the agent’s whole context window.',
  help: 'Accept limit with minimum, maximum and default, and enforce it.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { kinds, label, pointer } = operation;
      if (!kinds.list || hasBound(api, operation)) continue;
      const sizes = listSizes(api, operation);
      const [first] = sizes;
      if (first === undefined) {
        const isShort = isBounded(api, operation) || !grows(api, operation) || api.once(hasPages);
        const severity = isShort ? 'info' : 'error';
        report(pointer, { operation: label, fault: 'is a list without a page size parameter' }, { severity });
        continue;
      }
      const missing = sizes.map(({ schema }) =>
        bounds.filter((keyword) => schema[keyword] === undefined && !Array.isArray(schema.enum)),
      );
      if (missing.some((keywords) => keywords.length === 0)) continue;
      const [lacking = []] = missing;
      const said = lacking.every((keyword) => stated[keyword].test(first.description));
      const fault = `accepts ${first.name} without ${lacking.join(' and ')}${said ? ' in its schema' : ''}`;
      report(first.at, { operation: label, fault }, said ? { severity: 'info' } : {});
    }
  },
  cases: {
    good: [
      {
        'get /t': {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', default: 20, maximum: 50 } }],
          responses: answer({ type: 'array' }),
        },
      },
      { 'get /t': { responses: answer({ type: 'array', maxItems: 50 }) } },
      {
        'get /t': {
          responses: answer({
            type: 'object',
            properties: { tasks: { type: 'array', maxItems: 50, items: { type: 'object' } } },
          }),
        },
      },
    ],
    bad: [
      { 'get /t': { responses: answer({ type: 'array' }) } },
      {
        'get /t': { responses: answer({ type: 'array', items: object({ created_at: { type: 'string' } }) }) },
        'post /t': {},
      },
      {
        'get /t': {
          parameters: [{ name: 'per_page', in: 'query', schema: { type: 'integer' } }],
          responses: answer({ type: 'array' }),
        },
      },
    ],
  },
};

const bounds = ['default', 'maximum'] as const;

/** Descriptions that state what the schema does not. */
const stated = {
  default: /\bdefault\w*\b[^.]{0,60}\d|\b(?:unspecified|omitted|not (?:set|given|provided|specified))\b[^.]{0,60}\d/i,
  maximum:
    /\bmax(?:imum)?\b[^.]{0,60}\d|\b(?:up to|at most|no more than|limited to)\b[^.]{0,30}\d|\d+ ?(?:-|–|to) ?\d+/i,
};

const statedBound = /\b(?:max(?:imum)?|up to|at most|limited to|first|top|no more than)\b[^.]{0,60}\b\d+/i;

/** Short by its kind or its description, one thing that is described as a list, or cut into pages by the server. */
function isBounded(api: Api, operation: ApiOperation): boolean {
  return (
    isShortList(api, operation) ||
    /\}\/?$/.test(operation.path) ||
    statedBound.test(proseOf(operation)) ||
    pagingScheme(api, operation) !== undefined
  );
}

/**
 * The list is the collection that a POST of the API adds to, and its items have a time: they accumulate. Other lists, such
 * as tax rates, are often short.
 */
function grows(api: Api, operation: ApiOperation): boolean {
  const { path } = operation;
  const items = itemsOf(api, operation);
  if (items === undefined || ![...api.properties(items).keys()].some((name) => isTime(name))) return false;
  return api.exposed.some(({ method, kinds, path: other }) => method === 'post' && kinds.write && other === path);
}

/** An author who cuts long lists into pages has left the short ones whole. */
function hasPages(api: Api): boolean {
  return api.exposed.some(
    (each) => each.kinds.list && (listSizes(api, each).length > 0 || pagingScheme(api, each) !== undefined),
  );
}

/** True when the number of items in a response is limited: by the caller, by the schema, or by the kind of list. */
export function limitsItems(api: Api, operation: ApiOperation): boolean {
  return listSizes(api, operation).length > 0 || hasBound(api, operation) || isShortList(api, operation);
}

/** A list that is always short needs no pages. */
function hasBound(api: Api, operation: ApiOperation): boolean {
  const list = listOf(operation, { walk: api, names: api.settings.names });
  return typeof (list ?? operation.output)?.schema.maxItems === 'number';
}

interface PageSize {
  name: string;
  at: string;
  schema: JsonObject;
  description: string;
}

function pageSizeOf({ name = '', at, schema, description = '' }: SchemaNode): PageSize {
  return { name, at, schema, description };
}

/** Where a caller can limit the number of items: in the query, or in the body of a search. */
function listSizes(api: Api, operation: ApiOperation): PageSize[] {
  const { pageSize } = api.settings.names;
  const property = findInput(api, operation, pageSize);
  return [
    ...operation.parameters
      .filter((each) => each.in === 'query' && isNamed(each.name, pageSize))
      .map(({ name, pointer, schema, description }) => ({
        name,
        at: pointer,
        schema: schema?.schema ?? {},
        description: description ?? schema?.description ?? '',
      })),
    ...(property === undefined ? [] : [pageSizeOf(property)]),
  ];
}

function isTime(name: string): boolean {
  return /(?:^|_|[a-z])(?:created?|updated?|modified|date|time|timestamp|at)$|^created|^updated|[dD]ate/i.test(name);
}
