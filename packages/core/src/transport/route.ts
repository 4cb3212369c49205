/**
 * A route as data: what it answers, who may use it, which rate limit applies, and its description. The server mounts
 * the list and generates `/openapi.json`, `/llms.txt` and the reference page from it, so they cannot differ.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Caller, Scope } from '../access/caller.js';
import type { Awaitable } from '../documents/awaitable.js';
import type { HttpReply } from './http-reply.js';
import type { HttpRequest } from './http-request.js';

/** HTTP methods that routes use. HEAD is answered from GET, OPTIONS by the server. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Which rate limit applies to a request. `none` is for probes of the operator. */
export type Budget = 'read' | 'search' | 'write' | 'invoke' | 'none';

/** Context of a handler; the caller is authenticated and authorized before it runs. */
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
  /** W3C header that propagates this position in the trace. */
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

/** One possible answer. Failures need no entry: they are derived from `failures`. */
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
  /**
   * `public`: also for anonymous callers, unless the server requires a credential; `anyone`: for anonymous callers even
   * then; otherwise the required scope, or several of which one is enough.
   */
  access: 'public' | 'anyone' | Scope | readonly Scope[];
  /** Action name for the audit record of a refusal; all writes have one. */
  action?: string;
  /**
   * Members of the answer that show a secret once: they are not stored, and a replay of the same request gets the rest.
   */
  showsSecret?: readonly string[];
  /** True when the body has a secret, so that no plain hash of it is stored either. */
  takesSecret?: boolean;
  /** True for a body whose execution, when it is repeated, has no further effect. */
  isRepeatable?: (body: JsonValue) => boolean;
  /** Maximum size of the body in bytes, where it is not the server's general limit. */
  bodyBytes?: number;
  /**
   * True when the last parameter matches the rest of the path, including slashes, with each segment percent-encoded.
   */
  tail?: boolean;
  /** True for internals of another protocol's transport, which are omitted from the API description. */
  unlisted?: boolean;
  /** True for a route of the gRPC listener, which no other listener serves. */
  grpc?: true;
  /** True for a live stream, which is never the same twice. */
  live?: boolean;
  /** True when undescribed parameters are filters, which the route validates itself. */
  freeParameters?: boolean;
  describe: RouteDescription;
  handle(context: RouteContext): Awaitable<HttpReply>;
}
