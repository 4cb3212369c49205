/** Routes that describe the server: /openapi.json, /llms.txt and the explanation of each problem type. */
import { createHash } from 'node:crypto';
import type { Route, RouteContext, RouteDescription } from '@dragoman/core/http';
import {
  createReply,
  etagHeader,
  fieldsParameter,
  isUnchanged,
  jsonReply,
  notModified,
  parseFields,
  pathParameter,
  pickFields,
  unchangedResponse,
} from '@dragoman/core/http';
import type { FieldError } from '@dragoman/model';
import { createBoundedCache, Failure } from '@dragoman/model';
import { explainFailure, problemCodes, problemMembers, problemSchema } from './explain-failure.js';
import { writeLlmsTxt, writePartText } from './llms-txt.js';
import type { ApiFacts } from './openapi.js';
import { describeApi } from './openapi.js';
import { readSelection, type Selection, selectionParameters, selectRoutes } from './select-routes.js';

/**
 * Creates the description routes for a server with the given other routes; they describe themselves too. Their texts
 * take many milliseconds to write: `prepare` runs that work before the first request needs it.
 */
export function createDescriptionRoutes(
  others: readonly Route[],
  facts: ApiFacts,
  prepare: (work: () => void) => void = () => undefined,
): Route[] {
  const own: Route[] = [];
  const texts = createTexts(() => [...others, ...own], facts);
  prepare(() => void texts({ tags: [] }));
  own.push(
    textRoute('/openapi.json', openApiDescription, (selection) => texts(selection).openapi),
    textRoute('/llms.txt', llmsDescription, (selection) => texts(selection).llms),
    problemListRoute,
    problemRoute,
  );
  return own;
}

interface DescriptionText {
  /** Bytes, which all responses share however slowly they are read. */
  body: Uint8Array;
  type: string;
  etag: string;
}

/** Number of cached parts. */
const mostParts = 64;

interface Texts {
  openapi: DescriptionText;
  llms: DescriptionText;
}

/** Created once for each part and cached: the route list does not change while the server runs. */
function createTexts(routes: () => Route[], facts: ApiFacts): (selection: Selection) => Texts {
  const parts = createBoundedCache<string, Texts>({ entries: mostParts });
  return (selection) => {
    const query = writeSelection(selection);
    const known = parts.get(query);
    if (known !== undefined) return known;
    const all = routes();
    const api = describeApi(selectRoutes(all, selection), facts, all);
    const overview = query === '' ? writeLlmsTxt(api) : writePartText(api, `/openapi.json?${query}`);
    const made = {
      openapi: text(`${JSON.stringify(api)}\n`, 'application/json'),
      llms: text(overview, 'text/plain; charset=utf-8'),
    };
    parts.set(query, made);
    return made;
  };
}

function writeSelection({ tags, task }: Selection): string {
  const words = tags.length === 0 ? [] : [`tags=${tags.join(',')}`];
  return [...words, ...(task === undefined ? [] : [`task=${task}`])].join('&');
}

function text(body: string, type: string): DescriptionText {
  return { body: Buffer.from(body), type, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"` };
}

function textRoute(
  path: string,
  describe: RouteDescription,
  current: (selection: Selection) => DescriptionText,
): Route {
  return {
    method: 'GET',
    path,
    budget: 'read',
    access: 'public',
    describe,
    handle: async ({ request, url }: RouteContext) => {
      const { body, type, etag } = current(readSelection(url));
      const headers = { ETag: etag, 'Cache-Control': 'public, max-age=60' };
      if (isUnchanged(request, { etag })) return notModified(headers);
      return createReply(body, { headers: { ...headers, 'Content-Type': type } });
    },
  };
}

const openApiDescription: RouteDescription = {
  operationId: 'openapi_read',
  tag: 'description',
  summary: 'Read the OpenAPI 3.1 document of this server.',
  description:
    'Returns the API as one OpenAPI 3.1 document, generated from the routes of this server: the operations of some tags, of one task, or all of them. Use this to generate a client or tools; prefer a part, since the whole is long. ' +
    'Do not use it to find services: use agents_search instead. No side effects.',
  parameters: selectionParameters,
  responses: {
    '200': {
      description: 'The document.',
      headers: etagHeader,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'An OpenAPI 3.1 document.',
            required: ['openapi', 'info', 'paths'],
            properties: {
              openapi: { type: 'string', description: 'OpenAPI version.' },
              info: { type: 'object', description: 'Title, version and license.', additionalProperties: true },
              paths: { type: 'object', description: 'The selected routes.', additionalProperties: true },
            },
            additionalProperties: true,
          },
          examples: {
            shortened: {
              summary: 'Without its routes',
              value: { openapi: '3.1.0', info: { title: 'Dragoman', version: '0.1.0' }, paths: {} },
            },
          },
        },
      },
    },
    '304': unchangedResponse,
  },
  agent: { read_only: true },
};

const llmsDescription: RouteDescription = {
  operationId: 'llms_text_read',
  tag: 'description',
  summary: 'Read a short overview of this server, written for language models.',
  description:
    'Returns a plain-text overview with one line per operation. Use this first when you do not know the server. ' +
    'Do not use it when you need exact schemas: use openapi_read instead. No side effects.',
  parameters: selectionParameters.map(({ example: _, ...parameter }) => parameter),
  responses: {
    '200': {
      description: 'The overview.',
      headers: etagHeader,
      content: { 'text/plain': { schema: { type: 'string', description: 'Markdown text.' } } },
    },
    '304': unchangedResponse,
  },
  agent: { read_only: true },
};

const problemCode = (code: string) => code.toLowerCase().replaceAll('_', '-');

const problemRoute: Route = {
  method: 'GET',
  path: '/problems/{code}',
  budget: 'read',
  access: 'anyone',
  describe: {
    operationId: 'problem_explain',
    tag: 'description',
    summary: 'Read the explanation of one problem type.',
    description:
      'Returns the page that the `type` of an error body refers to: meaning, whether a retry can succeed, and what to do. Use this when an error message is not clear. ' +
      'Do not use it to look up one specific error: give its trace_id to the operator instead. No side effects.',
    parameters: [
      pathParameter('code', 'The code, in lower case with hyphens as in `type`, or as in error bodies.', {
        schema: { type: 'string', pattern: '^[A-Za-z]+(?:[-_][A-Za-z]+)*$', maxLength: 40 },
        example: 'rate-limited',
      }),
    ],
    responses: {
      '200': {
        description: 'The explanation.',
        content: {
          'application/json': {
            schema: problemSchema,
            examples: { limit: { summary: 'Rate limit exceeded', value: explainFailure('RATE_LIMITED') } },
          },
        },
      },
    },
    failures: [404],
    agent: { read_only: true, next: ['openapi_read'] },
  },
  handle: async ({ params }: RouteContext) => {
    const code = problemCodes.find((known) => known === params.code || problemCode(known) === params.code);
    if (code === undefined) throw new Failure('NOT_FOUND', { message: 'No problem type has this code.' });
    return jsonReply(explainFailure(code), { headers: { 'Cache-Control': 'public, max-age=3600' } });
  },
};

const problemListRoute: Route = {
  method: 'GET',
  path: '/problems',
  budget: 'read',
  access: 'anyone',
  describe: {
    operationId: 'problems_explain_all',
    tag: 'description',
    summary: 'Read the explanations of all problem types.',
    description:
      'Returns the whole table of failure codes, in the order of the reference: meaning, what to do, who can fix the cause, and whether a retry can succeed. Use this to explain codes of many calls. ' +
      'Do not use it for one code: use problem_explain instead. No side effects.',
    parameters: [fieldsParameter('each explanation')],
    responses: {
      '200': {
        description: 'The explanations, in the order of the reference.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              description: 'All problem types.',
              required: ['problems'],
              properties: {
                problems: {
                  type: 'array',
                  maxItems: 100,
                  description: 'One for each failure code.',
                  items: {
                    description: 'An explanation, or the members selected with fields.',
                    anyOf: [problemSchema, { ...problemSchema, required: [] }],
                  },
                },
              },
              additionalProperties: false,
            },
            examples: { one: { summary: 'One of them', value: { problems: [explainFailure('RATE_LIMITED')] } } },
          },
        },
      },
    },
    failures: [400],
    agent: { read_only: true },
  },
  handle: async ({ url }: RouteContext) => {
    const fieldErrors: FieldError[] = [];
    const asked = url.searchParams.has('fields') ? url.searchParams.getAll('fields') : undefined;
    const fields = parseFields(asked, (problem) => fieldErrors.push(problem), problemMembers);
    if (fieldErrors.length > 0) throw new Failure('INVALID_INPUT', { fieldErrors });
    const problems = problemCodes.map((code) => pickFields({ ...explainFailure(code) }, fields));
    return jsonReply({ problems }, { headers: { 'Cache-Control': 'public, max-age=3600' } });
  },
};
