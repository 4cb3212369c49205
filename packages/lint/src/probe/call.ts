/** A call of an operation with its arguments, in a form that lets checks vary one argument at a time. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ApiOperation } from '../api/api.js';
import type { ProbeRequest } from './exchange.js';

/** A call. */
export interface Call {
  operation: ApiOperation;
  path: Readonly<Record<string, JsonValue>>;
  query: Readonly<Record<string, JsonValue>>;
  headers: Readonly<Record<string, string>>;
  body?: JsonValue;
  /** Raw body, sent instead of the JSON body; its type is in the headers. */
  text?: string;
}

/** The request of a call. */
export function toRequest({ operation, path, query, headers, body, text }: Call): ProbeRequest {
  const place = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => escapeSegment(path[name]));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (each) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(each))}`,
    ),
  );
  return {
    method: operation.method.toUpperCase(),
    target: `${place}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`,
    headers,
    ...ownRoot(operation),
    ...(text !== undefined ? { text } : body === undefined ? {} : { body }),
  };
}

/** A request with another method at the URL of a call, without query and body. */
export function withMethod(call: Call, method: string): ProbeRequest {
  const { target } = toRequest({ ...call, query: {} });
  return { method, target, ...ownRoot(call.operation) };
}

function ownRoot({ server }: ApiOperation): Pick<ProbeRequest, 'root'> {
  return server !== undefined && 'basePath' in server ? { root: server.basePath } : {};
}

/** A path value stays one segment; dot segments are encoded so that no client resolves them. */
function escapeSegment(value: JsonValue | undefined): string {
  const text = textOf(value ?? '');
  return /^\.{0,2}$/.test(text) ? '_' : encodeURIComponent(text.toWellFormed());
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value.toWellFormed() : value === null ? '' : JSON.stringify(value);
}

/** The call with other query values; undefined removes one. */
export function withQuery(call: Call, values: Readonly<Record<string, JsonValue | undefined>>): Call {
  const query = Object.entries({ ...call.query, ...values }).filter(
    (pair): pair is [string, JsonValue] => pair[1] !== undefined,
  );
  return { ...call, query: Object.fromEntries(query) };
}

/** The call with additional headers. */
export function withHeaders(call: Call, headers: Readonly<Record<string, string>>): Call {
  return { ...call, headers: { ...call.headers, ...headers } };
}

/** The call with other members of its body. */
export function withMembers(call: Call, members: JsonObject): Call {
  return { ...call, body: { ...(isJsonObject(call.body) ? call.body : {}), ...members } };
}
