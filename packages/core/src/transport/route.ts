/**
 * A route as data: what it answers, who may use it, what it costs, and how it is described. The server mounts
 * the list, and the same list makes `/openapi.json`, `/llms.txt` and the reference page, so they cannot differ.
 */
import type { JsonObject } from '@dragoman/model';
import type { Caller, Scope } from '../access/caller.js';
import type { Awaitable } from '../documents/awaitable.js';
import type { HttpReply } from './http-reply.js';
import type { HttpRequest } from './http-request.js';

/** HTTP methods that routes use. HEAD is answered from GET, OPTIONS by the server. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Which allowance a request draws on. `none` is for probes of the operator. */
export type Budget = 'read' | 'search' | 'write' | 'invoke' | 'none';

/** What a handler gets; everything about the caller is decided before it runs. */
export interface RouteContext {
  request: HttpRequest;
  /** Parsed on first access. */
  readonly url: URL;
  /** The query as it was sent, with its question mark; empty when there is none. */
  search: string;
  /** Path parameters, percent-decoded. */
  params: Readonly<Record<string, string>>;
  caller: Caller;
  /** W3C trace id, 32 hexadecimal digits. */
  traceId: string;
  /** W3C header that hands this place in the trace on. */
  traceparent: string;
  /** Aborts when the caller disconnects; created on first access. */
  readonly signal: AbortSignal;
  /** True when the caller has disconnected; needs no signal. */
  hasLeft?(): boolean;
}

/** A parameter in the path, the query or a header. */
export interface ParameterDescription {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  required?: boolean;
  schema: JsonObject;
  example?: unknown;
}

/** An example exchange; run against the live server by a test. */
export interface ExampleDescription {
  summary: string;
  value: unknown;
}

/** One media type of a request or a response. */
export interface ContentDescription {
  schema: JsonObject;
  examples?: Readonly<Record<string, ExampleDescription>>;
}

/** One possible answer. Failures need no entry: they follow from `failures`. */
export interface ResponseDescription {
  description: string;
  headers?: Readonly<Record<string, { description: string; schema: JsonObject }>>;
  content?: Readonly<Record<string, ContentDescription>>;
}

/** A route's description, in the terms of OpenAPI 3.1. */
export interface RouteDescription {
  operationId: string;
  tag: string;
  summary: string;
  /** What it is for, when to use it, when not, and what it changes. */
  description: string;
  parameters?: readonly ParameterDescription[];
  requestBody?: {
    description: string;
    required: boolean;
    content: Readonly<Record<string, ContentDescription>>;
  };
  responses: Readonly<Record<string, ResponseDescription>>;
  /** Failure statuses that this route can answer beyond 401, 429 and 500. */
  failures?: readonly number[];
  deprecated?: boolean;
  /** The project's `x-agent` metadata: side effects, risk, idempotency. */
  agent?: JsonObject;
}

/** One route. */
export interface Route {
  method: Method;
  /** OpenAPI form: `/agents/{id}`. */
  path: string;
  budget: Budget;
  /** `public`: anonymous callers too; otherwise the scope that is needed. */
  access: 'public' | Scope;
  /** Action name for the audit record of a refusal; writes have one. */
  action?: string;
  /** Members of the answer that show a secret once: they are kept nowhere, and a repeat of the same request gets the rest. */
  showsSecret?: readonly string[];
  /** True when the body holds a secret: no plain hash of it is kept either. */
  takesSecret?: boolean;
  /** True when the last parameter takes the rest of the path, slashes included and each segment percent-encoded. */
  tail?: boolean;
  /** True for the machinery of another protocol's transport, which no description of this API shows. */
  unlisted?: boolean;
  /** True when parameters beyond those described are filters, which the route checks itself. */
  freeParameters?: boolean;
  describe: RouteDescription;
  handle(context: RouteContext): Awaitable<HttpReply>;
}
