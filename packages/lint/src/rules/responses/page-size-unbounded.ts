/** PROF-RESP-06: pages have a default size and a maximum. */
import type { JsonObject, Severity } from '@dragoman/model';
import type { Api, ApiOperation, Parameter, SchemaNode } from '../../api/api.js';
import { listOf } from '../../api/classify.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { findInput, isNamed, itemsOf, pagingScheme, proseOf } from '../../api/operation-facts.js';
import { isShortList } from '../../api/short-collections.js';
import { singular, tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Lists without a limited page size. */
export const pageSizeUnbounded: Rule = {
  id: 'page-size-unbounded',
  requirement: 'PROF-RESP-06',
  severity: 'warning',
  varies:
    'without a page size parameter: warning if the API adds entries with a time to the list, paginates no list, and the list contains people, documents, payments, messages or events, or can be filtered; else info. With one: info if its schema or description states a maximum, else warning',
  message: '{operation} {fault}.',
  why: 'One call to an unlimited list can fill the agent’s whole context window.',
  help: 'Accept limit with minimum, maximum and default, and enforce it.',
  check(api, report) {
    // Operations share parameters.
    const known = new Set<string>();
    for (const operation of api.exposed) {
      const { kinds, label, pointer } = operation;
      if (!kinds.list || hasBound(api, operation)) continue;
      const sizes = listSizes(api, operation);
      const [first] = sizes;
      if (first === undefined) {
        const isShort = isBounded(api, operation) || api.once(hasPages);
        const severity = isShort ? 'info' : growth(api, operation);
        report(pointer, { operation: label, fault: 'is a list without a page size parameter' }, { severity });
        continue;
      }
      const missing = sizes.map(({ schema, required }) =>
        bounds.filter(
          (keyword) =>
            schema[keyword] === undefined && !Array.isArray(schema.enum) && !(required && keyword === 'default'),
        ),
      );
      if (missing.some((keywords) => keywords.length === 0)) continue;
      if (known.has(first.at)) continue;
      known.add(first.at);
      const [lacking = []] = missing;
      const unsaid = lacking.filter((keyword) => !stated[keyword].test(first.description));
      const said = unsaid.length === 0;
      const named = said ? lacking : unsaid;
      const fault = `accepts ${first.name} without ${named.map((each) => `a ${each}`).join(' or ')}${said ? ' in its schema' : ''}`;
      // With a maximum, a page is limited whatever the default is.
      const isLimited = !unsaid.includes('maximum');
      report(first.at, { operation: label, fault }, isLimited ? { severity: 'info' } : {});
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
        'get /tasks': { responses: answer({ type: 'array', items: object({ created_at: { type: 'string' } }) }) },
        'post /tasks': {},
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
  default:
    /\bdefault\w*\b[^.]{0,60}\d|(?:по умолчанию|por defecto|por omissão|padrão|par défaut|standardmäßig|预设|默认|默認|デフォルト|既定|기본)[^.。]{0,60}\d|\b(?:all|everything)\b[^.]{0,60}\b(?:omitted|not (?:set|given))\b|\b(?:omitted|not (?:set|given))\b[^.]{0,60}\ball\b|\b(?:unspecified|omitted|not (?:set|given|provided|specified))\b[^.]{0,60}\d/i,
  maximum:
    /\bmax(?:imum)?\b[^.]{0,60}\d|\b(?:up to|at most|no more than|limited to)\b[^.]{0,30}\d|\d+ ?(?:-|–|to) ?\d+|[[(]\d+, ?\d+[\])]|\bbetween \d+ and \d+|<=? ?\d+|\)\s*to \d+|\bexceed\w*\b[^.]{0,30}\bmaximum (?:allowed|value|limit)|\bmaximum (?:allowed|limit)\b[^.]{0,60}\b(?:error|reject|refus|applied|enforced|clamp|capped)/i,
};

const statedBound = /\b(?:max(?:imum)?|up to|at most|limited to|first|top|no more than)\b[^.]{0,60}\b\d+/i;

/** A lookup: without one of several identifying parameters there is an error. */
const asksForOne =
  /\b(?:at least|exactly|either|any) one (?:of|parameter|filter|query)\b[^.]{0,120}\b(?:required|must|provided|specified|needed)\b|\b(?:one of|either)\b[^.]{0,120}\b(?:is required|are required|must be|has to be)\b|\bif no (?:\w+ )?(?:parameters?|filters?|criteria|arguments?)\b[^.]{0,120}\berror\b/i;

/** Short by its kind or its description, one thing that is described as a list, or cut into pages by the server. */
function isBounded(api: Api, operation: ApiOperation): boolean {
  return (
    isShortList(api, operation) ||
    // What belongs to one thing that the caller has to name.
    operation.parameters.some((each) => each.in === 'query' && each.required) ||
    // "Read all action types" at /actions, and "paginated as required".
    /\b(?:types|kinds|categories|roles|settings)\b/i.test(operation.summary ?? '') ||
    operation.responses.some(({ description = '' }) => /\bpaginat|\bpages?\b/i.test(description)) ||
    /(?:\{[^/]*|\/:[^/]+)\/?$/.test(operation.path) ||
    statedBound.test(proseOf(operation)) ||
    asksForOne.test(proseOf(operation)) ||
    pagingScheme(api, operation) !== undefined
  );
}

/**
 * The list is the collection that a POST of the API adds to, its items have a time, and it is of a kind that accumulates or,
 * with less certainty, can be filtered. Other lists, such as tax rates or clusters, are often short.
 */
function growth(api: Api, operation: ApiOperation): Severity {
  const { path } = operation;
  const items = itemsOf(api, operation);
  if (items === undefined || ![...api.properties(items).keys()].some((name) => isTime(name))) return 'info';
  const isAdded = api.exposed.some(
    ({ method, kinds, path: other }) => method === 'post' && kinds.write && other === path,
  );
  if (!isAdded) return 'info';
  const kind = singular(tokensOf(literalSegments(path).at(-1) ?? '').at(-1) ?? '');
  return accumulating.has(kind) || operation.parameters.some(isFilter) ? 'warning' : 'info';
}

/** An optional input that selects several items; an id selects one. */
function isFilter({ in: place, required, name }: Parameter): boolean {
  return place === 'query' && !required && !/^ids?$/.test(tokensOf(name).at(-1) ?? '');
}

const accumulating = new Set(
  (
    'user member customer client contact person individual employee student patient collaborator org organization ' +
    'organisation company lead order invoice payment transaction transfer booking reservation ticket message comment post ' +
    'article event log entry record note task todo file document image photo video report job build run deployment ' +
    'notification review project product item device invitation conversation session'
  ).split(' '),
);

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
  /** A value that callers must send needs no default. */
  required?: boolean;
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
      .map(({ name, pointer, schema, description, required }) => ({
        name,
        required,
        at: pointer,
        schema: schema?.schema ?? {},
        description: description ?? schema?.description ?? '',
      })),
    ...(property === undefined ? [] : [pageSizeOf(property)]),
    // `filter={"limit":10}`: an object in the query.
    ...operation.parameters
      .flatMap((each) => (each.in === 'query' && each.schema !== undefined ? [...api.properties(each.schema)] : []))
      .filter(([name]) => isNamed(name, pageSize))
      .map(([, node]) => pageSizeOf(node)),
  ];
}

function isTime(name: string): boolean {
  return /(?:^|_|[a-z])(?:created?|updated?|modified|date|time|timestamp|at)$|^created|^updated|[dD]ate/i.test(name);
}
