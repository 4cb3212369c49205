/** Routes that describe the server: /openapi.json, /llms.txt and the explanation of each problem type. */
import { createHash } from 'node:crypto';
import type { Route, RouteContext, RouteDescription } from '@dragoman/core/http';
import {
  createReply,
  etagHeader,
  isUnchanged,
  jsonReply,
  notModified,
  pathParameter,
  unchangedResponse,
} from '@dragoman/core/http';
import type { FailureCode } from '@dragoman/model';
import { Failure, failures } from '@dragoman/model';
import { writeLlmsTxt } from './llms-txt.js';
import type { ApiFacts } from './openapi.js';
import { describeApi } from './openapi.js';

/** Creates the description routes for a server with the given other routes; they describe themselves too. */
export function createDescriptionRoutes(others: readonly Route[], facts: ApiFacts): Route[] {
  const own: Route[] = [];
  const texts = createTexts(() => [...others, ...own], facts);
  own.push(
    textRoute('/openapi.json', openApiDescription, () => texts().openapi),
    textRoute('/llms.txt', llmsDescription, () => texts().llms),
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

/** Created on the first request and cached: the route list does not change while the server runs. */
function createTexts(routes: () => Route[], facts: ApiFacts) {
  let made: { openapi: DescriptionText; llms: DescriptionText } | undefined;
  return () => {
    if (made === undefined) {
      const api = describeApi(routes(), facts);
      made = {
        openapi: text(`${JSON.stringify(api)}\n`, 'application/json'),
        llms: text(writeLlmsTxt(api), 'text/plain; charset=utf-8'),
      };
    }
    return made;
  };
}

function text(body: string, type: string): DescriptionText {
  return { body: Buffer.from(body), type, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"` };
}

function textRoute(path: string, describe: RouteDescription, current: () => DescriptionText): Route {
  return {
    method: 'GET',
    path,
    budget: 'read',
    access: 'public',
    describe,
    handle: async ({ request }: RouteContext) => {
      const { body, type, etag } = current();
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
    'Returns the whole API as one OpenAPI 3.1 document, generated from the routes of this server. Use this to generate a client or tools. ' +
    'Do not use it to find services: use agents_search instead. No side effects.',
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
              paths: { type: 'object', description: 'All routes.', additionalProperties: true },
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
const problemCodes = Object.keys(failures) as FailureCode[];

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
      pathParameter('code', 'The code in lower case with hyphens, as in `type`.', {
        schema: { type: 'string', pattern: '^[a-z]+(?:-[a-z]+)*$', maxLength: 40 },
        example: 'rate-limited',
      }),
    ],
    responses: {
      '200': {
        description: 'The explanation.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'status', 'title', 'meaning', 'what_to_do', 'retryable'],
              properties: {
                code: { type: 'string', enum: problemCodes, description: 'The code as in error bodies.' },
                status: { type: 'integer', description: 'HTTP status.', minimum: 400, maximum: 599 },
                title: { type: 'string', description: 'Short name.' },
                meaning: { type: 'string', description: 'What it means.' },
                what_to_do: { type: 'string', description: 'What the caller can do.' },
                retryable: { type: 'boolean', description: 'True when the same request may succeed later.' },
              },
              additionalProperties: false,
            },
            examples: { limit: { summary: 'Rate limit exceeded', value: explanation('RATE_LIMITED') } },
          },
        },
      },
    },
    failures: [404],
    agent: { read_only: true, next: ['openapi_read'] },
  },
  handle: async ({ params }: RouteContext) => {
    const code = problemCodes.find((known) => problemCode(known) === params.code);
    if (code === undefined) throw new Failure('NOT_FOUND', { message: 'No problem type has this code.' });
    return jsonReply(explanation(code), { headers: { 'Cache-Control': 'public, max-age=3600' } });
  },
};

function explanation(code: FailureCode) {
  const row = failures[code];
  return {
    code,
    status: row.status,
    title: row.title,
    meaning: row.message,
    what_to_do: row.help,
    retryable: row.retryable,
  };
}
