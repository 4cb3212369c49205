/**
 * Validates requests against the API's own description before the handler runs (PROF-DESC-14, -17, -18; PROF-ERR-04):
 * unknown parameters and members, wrong types and values are reported together; wrong methods and media types by their
 * status.
 */
import { fieldPath, negotiate, readJsonBody } from '@dragoman/core/http';
import { countProblems, Failure, type FieldError, type JsonValue } from '@dragoman/model';
import type { CallContext } from '../../calls/call-context.js';
import {
  type DescribedOperation,
  type DescribedRoute,
  findRoute,
  operationOf,
  readRoutes,
} from '../../calls/described-routes.js';
import { sentPath } from '../../calls/path-pattern.js';
import { defineProperty, type Property } from '../../calls/property.js';
import { describeWith } from '../../describing/description-draft.js';
import { describeClosed } from './describe-closed.js';
import { readInputs } from './read-inputs.js';

/** Validation options. */
export interface DescriptionCheckOptions {
  /** The parsed OpenAPI document; it must be free of errors. */
  description: object;
  /** Maximum body size in bytes; 256 KiB by default. */
  bytes?: number;
  /**
   * True to reject members that the description does not list, also where an object does not say
   * `additionalProperties: false`. Objects that are declared open or combined stay open.
   */
  closed?: boolean;
}

/**
 * Creates the property; undescribed URLs are passed to the handler. What the other properties of the application add,
 * such as parameters, need not be described. Throws for an invalid document.
 */
export function createDescriptionCheck(options: DescriptionCheckOptions): Property {
  const { description, bytes = 256 * 1024, closed = false } = options;
  let routes = readRoutes(closed ? describeWith(description, [describeClosed]) : description);
  return defineProperty(
    (next) => async (request, call) => {
      const found = findRoute(routes, sentPath(request));
      if (found === undefined || isPreflight(request)) return next(request, call);
      const operation = operationOf(found.route, request.method);
      if (operation === undefined) return answerMethod(found.route, request.method);
      negotiate(request, offersOf(operation));
      const body = await readBody(operation, { request, call, bytes });
      const parts = {
        variables: found.variables,
        query: new URL(request.url).searchParams,
        headers: request.headers,
        body,
      };
      requireFitting(body === undefined ? operation : (operation.withBody ?? operation), parts);
      return next(request, call);
    },
    {
      describe: closed ? describeClosed : undefined,
      useDescription(complete) {
        routes = readRoutes(complete(description));
      },
    },
  );
}

/** CORS is the host's decision. */
function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

function answerMethod({ operations }: DescribedRoute, method: string): Response {
  const methods = [...operations.keys(), ...(operations.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  const headers = { Allow: [...new Set(methods)].join(', ') };
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers });
  throw new Failure('METHOD_NOT_ALLOWED', { headers });
}

/** An error body is always acceptable, so that a client that accepts only errors is answered. */
function offersOf({ binding: { accept = [] } }: DescribedOperation): [string, ...string[]] {
  const [first = 'application/json', ...others] = accept;
  return [first, ...others, 'application/problem+json'];
}

interface BodySource {
  request: Request;
  call: CallContext;
  bytes: number;
}

/** The JSON of the body; undefined when it is absent and optional, or of another described type. */
async function readBody({ binding }: DescribedOperation, source: BodySource): Promise<JsonValue | undefined> {
  const { request, call, bytes } = source;
  if (binding.body === undefined) return undefined;
  const { mediaType, required = false } = binding.body;
  if (!isJson(mediaType)) return requireType(request, mediaType);
  const whole = await call.readBody(bytes);
  if (whole.byteLength === 0 && !required) return undefined;
  const headers = withLength(request.headers, whole.byteLength);
  return readJsonBody({ headers, bytes: () => whole }, { bytes });
}

/** The length of the received bytes counts. */
function withLength(headers: Headers, length: number) {
  return {
    get: (name: string) => (name.toLowerCase() === 'content-length' ? String(length) : headers.get(name)),
    has: (name: string) => name.toLowerCase() === 'content-length' || headers.has(name),
  };
}

function requireType({ headers }: Request, mediaType: string): undefined {
  const [essence = ''] = (headers.get('content-type') ?? '').split(';', 1);
  if (essence.trim().toLowerCase() === mediaType.toLowerCase()) return undefined;
  throw new Failure('UNSUPPORTED_MEDIA_TYPE', { message: `This URL accepts ${mediaType}.` });
}

function requireFitting(operation: DescribedOperation, parts: Parameters<typeof readInputs>[1]): void {
  const { value, problems } = readInputs(operation, parts);
  const errors = operation.schema
    .validate(value)
    .filter(({ pointer }) => isLookedAt(pointer, operation))
    .map(({ pointer, keyword, message }) => ({
      ...placeOf(pointer, operation),
      code: `input/${keyword}`,
      detail: message,
    }));
  const all: FieldError[] = [...problems, ...errors];
  if (all.length === 0) return;
  const count = countProblems(all.length);
  throw new Failure('INVALID_INPUT', { message: `The request has ${count}.`, fieldErrors: all });
}

function isJson(mediaType: string): boolean {
  return /[/+]json\b/.test(mediaType);
}

/** A body of another type than JSON is left to the handler. */
function isLookedAt(pointer: string, { binding: { body, parameters } }: DescribedOperation): boolean {
  if (body === undefined || isJson(body.mediaType)) return true;
  const [, input = ''] = pointer.split('/');
  return input !== body.whole && parameters[input]?.in !== 'body';
}

/**
 * Inputs with one name in two places have distinct internal names; outside, each has the name that it was sent under.
 */
function placeOf(pointer: string, { binding }: DescribedOperation): Pick<FieldError, 'field' | 'pointer'> {
  const [, input = '', ...rest] = pointer.split('/');
  const { name = input, in: place } = binding.parameters[input] ?? {};
  const path = input === binding.body?.whole ? rest : [name, ...rest];
  const own = pointer === '' || path.length === 0 ? '' : `/${path.join('/')}`;
  return place === undefined || place === 'body' ? { field: fieldPath(own), pointer: own } : { field: fieldPath(own) };
}
