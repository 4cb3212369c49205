/**
 * `POST` and `GET /agents/{id}/agis/{path}`: every operation of the catalogue over the HTTP binding (§10.1; agis.md
 * R35). The header names the method; POST has the input in its body, GET is for calls that only read.
 */

import { agisHeaders, face, thresholdOf } from '@dragoman/agis';
import type { JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { createCachedEntryReader } from '../../../catalogue/cached-entries.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import { defineLazySignal } from '../../../documents/lazy-signal.js';
import type { Call } from '../../../gateway/call.js';
import { callName } from '../../../gateway/choose-operation.js';
import type { Gateway } from '../../../gateway/invoke.js';
import { refuseCall } from '../../../transport/call-answer.js';
import { addCallHeaders, callCancellation, readDryRun } from '../../../transport/call-request.js';
import { answerConditionally } from '../../../transport/conditional-answer.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import type { HttpRequest } from '../../../transport/http-request.js';
import { readJsonBody } from '../../../transport/json-body.js';
import { acceptsMedia, mediaReply } from '../../../transport/media-reply.js';
import { negotiate } from '../../../transport/negotiate.js';
import { invalidParameters } from '../../../transport/query-string.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import { answerCall } from '../answer.js';
import { describeGet, describePost } from '../describe.js';
import type { CachedDocument, DocumentCache } from '../document-cache.js';
import { agisMethodOf } from '../grammar.js';
import type { MatchedEndpoint } from '../match-endpoint.js';
import { allowedBy, createEndpointTable, pickMethod } from '../match-endpoint.js';
import type { AgisPorts } from '../ports.js';
import { inputFromBody, inputFromQuery } from '../read-input.js';

/** Dependencies of calls in addition to the catalogue. */
export type CallPorts = AgisPorts & { gateway: Gateway };

/** Limits of the entry cache, so that a call need not read the store. */
const entryCacheLimits = { entries: 500, characters: 32_000_000 };

/** Both routes that call an endpoint of one service. */
export function createCallRoutes(ports: CallPorts, documents: DocumentCache): Route[] {
  const common = {
    path: '/agents/{id}/agis/{path}',
    tail: true,
    budget: 'invoke',
    access: 'public',
  } as const;
  const read = createCachedEntryReader(ports, entryCacheLimits);
  const handle = async (context: RouteContext) => {
    const entry = read(context.params.id ?? '', context.caller);
    const stored = entry instanceof Promise ? await entry : entry;
    const cached = documents.documentOf(stored);
    const document = cached instanceof Promise ? await cached : cached;
    requireNamespace(context, document);
    return callEndpoint(ports, context, { stored, document });
  };
  return [
    { ...common, method: 'POST', describe: describePost, handle },
    { ...common, method: 'GET', freeParameters: true, describe: describeGet, handle },
  ];
}

/** A service whose endpoint is called. */
export interface CalledService {
  stored: StoredEntry;
  document: CachedDocument;
}

/** Calls the endpoint of a path and method through the gateway. */
export async function callEndpoint(
  ports: CallPorts,
  context: RouteContext,
  { stored, document }: CalledService,
): Promise<HttpReply> {
  const { request, params } = context;
  const path = `/${params.path ?? ''}`;
  const method = methodOf(context);
  const published = document.table.match(path);
  const isPublished = published.some(({ endpoint }) => endpoint.method === method);
  const opened = isPublished ? undefined : await openedAt(ports, context, stored, { path, method });
  const matched = opened ?? pickMethod(published, { method, path }, document.endpoints);
  if (!acceptsMedia(request)) negotiate(request, ['application/json']);
  if (request.method !== 'POST') requireReading(matched);
  const body = request.method === 'POST' ? await readBody(ports, context) : undefined;
  const call = makeCall(context, stored.entry.id, matched, body);
  if (opened !== undefined) call.offered = opened.endpoint.operation;
  try {
    const reply = mediaReply(request, answerCall(call, await ports.gateway.invoke(call)));
    return await answerConditionally(request, call, reply);
  } catch (thrown) {
    throw refuseCall(call, thrown);
  }
}

/** An endpoint that the caller's session has opened; published endpoints take precedence. */
async function openedAt(
  { sessionEndpoints }: CallPorts,
  context: RouteContext,
  stored: StoredEntry,
  { path, method }: { path: string; method: string },
): Promise<MatchedEndpoint | undefined> {
  const opened = (await sessionEndpoints?.(context, stored)) ?? [];
  if (opened.length === 0) return undefined;
  return createEndpointTable(opened)
    .match(path)
    .find(({ endpoint }) => endpoint.method === method);
}

/** The method of the request, which has already passed the grammar check. */
export function methodOf({ request }: RouteContext): string {
  const method = agisMethodOf(request);
  if (method !== undefined) return method.toUpperCase();
  throw new Failure('INVALID_INPUT', {
    message: `Set the header ${agisHeaders.method} to the AGIS method.`,
    fieldErrors: [
      { field: agisHeaders.method, code: 'agis/method-missing', detail: 'must name a method of the document' },
    ],
  });
}

/** A call for another service must not reach this one (§8.2(d)). */
function requireNamespace({ request }: RouteContext, { namespace }: CachedDocument): void {
  const asked = request.headers.get(agisHeaders.namespace);
  if (asked === null || asked.trim() === '' || asked.trim() === namespace) return;
  throw new Failure('NOT_FOUND', {
    message: `This service has the namespace '${namespace ?? '(none)'}', not '${asked.slice(0, 80)}'.`,
  });
}

/** As in HTTP, GET changes nothing (agis.md R35). */
function requireReading({ endpoint }: MatchedEndpoint): void {
  if (endpoint.operation.impact === 'informational') return;
  throw new Failure('METHOD_NOT_ALLOWED', {
    message: `${endpoint.method} may change state; call it by POST.`,
    headers: { Allow: allowedBy([endpoint]) },
    members: { method: endpoint.method, methods: [endpoint.method] },
  });
}

/** An endpoint without inputs may be called without a body. */
async function readBody({ bodyBytes }: CallPorts, { request }: RouteContext): Promise<JsonValue | undefined> {
  const isEmpty = !request.hasBody || request.headers.get('content-length') === '0';
  return isEmpty ? undefined : readJsonBody(request, { bytes: bodyBytes });
}

/**
 * The input is validated inside the gateway, so that rejections are recorded and unauthorized callers learn nothing
 * from them.
 */
function makeCall(context: RouteContext, agentId: string, matched: MatchedEndpoint, body: JsonValue | undefined): Call {
  const { request, caller, traceId, traceparent } = context;
  const operationName = callName(matched.endpoint.operation);
  const readInput = () =>
    request.method === 'POST' ? inputFromBody(body, matched) : inputFromQuery(context.url, matched);
  const parts = {
    caller,
    traceId,
    traceparent,
    face,
    agentId,
    operationName,
    input: {},
    dryRun: readDryRun(request),
    wantsStream: false,
    unpack: () => ({ operationName, input: readInput(), wantsStream: false }),
    facts: {},
  };
  const call: Call = addCallHeaders(defineLazySignal(parts, callCancellation(context, false)), request);
  if (isUnsure(request, matched)) call.unsure = true;
  return call;
}

/** A caller's stated confidence is compared with the guidance of the endpoint (§6.2). */
function isUnsure(request: Pick<HttpRequest, 'headers'>, { endpoint }: MatchedEndpoint): boolean {
  const text = request.headers.get(agisHeaders.confidence);
  if (text === null) return false;
  const stated = Number(text);
  if (text.trim() === '' || !(stated >= 0 && stated <= 1)) {
    throw invalidParameters([
      { field: agisHeaders.confidence, code: 'request/parameter', detail: 'must be a number from 0 to 1' },
    ]);
  }
  return stated < thresholdOf(endpointFacts(endpoint));
}

function endpointFacts({ method, operation: { impact, confidence } }: MatchedEndpoint['endpoint']) {
  return { method, ...(impact === undefined ? {} : { impact }), ...(confidence === undefined ? {} : { confidence }) };
}
