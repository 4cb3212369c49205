/**
 * `POST` and `GET /agis/{path}`: one endpoint for the registry's own verbs and for those of every service. The
 * namespace selects the service; without one, a verb that several services have is ambiguous and rejected (§8.2(d),
 * §10.1).
 */

import { agisHeaders, namespaceMember, verbsMember } from '@dragoman/agis';
import type { JsonObject } from '@dragoman/model';
import { Failure, isFailure } from '@dragoman/model';
import { readEntry, readHits } from '../../../catalogue/browse.js';
import type { Condition } from '../../../catalogue/index-port.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import { maxRanked } from '../../../discovery/resolve/rank-operations.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { jsonReply } from '../../../transport/http-reply.js';
import { readJsonBody } from '../../../transport/json-body.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route, RouteContext } from '../../../transport/route.js';
import { describeFrontGet, describeFrontPost } from '../describe.js';
import type { CachedDocument, DocumentCache } from '../document-cache.js';
import { documentAddress, maxFound, ownNamespace } from '../own-document.js';
import type { AgisPorts } from '../ports.js';
import type { CalledService } from './call.js';
import { callEndpoint, methodOf } from './call.js';

/** Maximum number of services that are examined for one verb. */
const maxCandidates = 20;

/** Of the registry's own answers, as of those of all calls. */
const notStored = { 'Cache-Control': 'no-store' };

/** Both routes. */
export function createFrontRoutes(ports: AgisPorts, documents: DocumentCache): Route[] {
  const common = { path: '/agis/{path}', tail: true, budget: 'invoke', access: 'public' } as const;
  const handle = (context: RouteContext) => answerFront(ports, documents, context);
  return [
    { ...common, method: 'POST', describe: describeFrontPost, handle },
    { ...common, method: 'GET', freeParameters: true, describe: describeFrontGet, handle },
  ];
}

async function answerFront(ports: AgisPorts, documents: DocumentCache, context: RouteContext): Promise<HttpReply> {
  const method = methodOf(context);
  const namespace = context.request.headers.get(agisHeaders.namespace)?.trim() || undefined;
  if (namespace === undefined || namespace === ownNamespace) {
    const own = await answerOwn(ports, context, method);
    if (own !== undefined) return own;
    if (namespace === ownNamespace) throw unknown(method, context);
  }
  const service = await findService({ ...ports, documents }, context, { method, namespace });
  if (ports.gateway === undefined) throw new Failure('UNAVAILABLE', { message: 'This server does not execute calls.' });
  return callEndpoint({ ...ports, gateway: ports.gateway }, context, service);
}

function unknown(method: string, { params }: RouteContext): Failure {
  const path = `/${params.path ?? ''}`.slice(0, 200);
  return new Failure('NOT_FOUND', { message: `No service that you may see offers ${method} ${path}.` });
}

interface Wanted {
  method: string;
  namespace: string | undefined;
}

/** The only service that offers the verb at the path; several are an error that names them. */
async function findService(
  { documents, ...ports }: AgisPorts & { documents: DocumentCache },
  context: RouteContext,
  { method, namespace }: Wanted,
): Promise<CalledService> {
  const conditions: Condition[] = [
    { field: verbsMember, values: [method], mode: 'any' },
    ...(namespace === undefined ? [] : [{ field: namespaceMember, values: [namespace], mode: 'any' } as const]),
  ];
  const query = { conditions, order: 'name', top: maxCandidates, skip: 0 } as const;
  const { hits } = await ports.index.find(query, context.caller);
  const found: CalledService[] = [];
  for await (const { stored } of readHits(ports, hits, context.caller)) {
    const document = await documentIfWritten(documents, stored);
    if (document === undefined) continue;
    const offers = document.table.match(`/${context.params.path ?? ''}`);
    if (offers.some(({ endpoint }) => endpoint.method === method)) found.push({ stored, document });
  }
  const [only, second] = found;
  if (only === undefined) throw unknown(method, context);
  if (second === undefined) return only;
  const names = found.map(({ document, stored }) => document.namespace ?? stored.entry.name);
  throw new Failure('CONFLICT', {
    message: `Several services offer ${method} here: ${names.join(', ')}. Select one with the header ${agisHeaders.namespace}.`,
    fieldErrors: [
      { field: agisHeaders.namespace, code: 'agis/namespace-needed', detail: `must be one of ${names.join(', ')}` },
    ],
  });
}

/** Undefined for a service that cannot be written in AGIS: it does not keep callers from the others. */
async function documentIfWritten(documents: DocumentCache, stored: StoredEntry): Promise<CachedDocument | undefined> {
  try {
    return await documents.documentOf(stored);
  } catch (thrown) {
    if (isFailure(thrown) && ['NOT_FOUND', 'DOCUMENT_TOO_COMPLEX'].includes(thrown.code)) return undefined;
    throw thrown;
  }
}

/** The registry's own endpoints; undefined when path and method do not match one. */
async function answerOwn(ports: AgisPorts, context: RouteContext, method: string): Promise<HttpReply | undefined> {
  const [first, id, more] = (context.params.path ?? '').split('/');
  if (first !== 'agent' || more !== undefined) return undefined;
  if (method === 'FIND' && id === undefined) return jsonReply(await findAgents(ports, context), { headers: notStored });
  if (method !== 'DESCRIBE' || id === undefined || id === '') return undefined;
  const { entry } = await readEntry(ports, decodeURIComponent(id), context.caller);
  return jsonReply(describeService(ports, entry), { headers: notStored });
}

async function findAgents(ports: AgisPorts, context: RouteContext): Promise<JsonObject> {
  const { request, caller } = context;
  negotiate(request, ['application/json']);
  if (caller.kind === 'anonymous' && !ports.anonymousSearch) {
    throw new Failure('UNAUTHENTICATED', { message: 'Searching this registry requires a credential.' });
  }
  const { task, limit } = await readTask(ports, context);
  const ranked = await ports.rank({ text: task, top: maxRanked }, caller, context.signal);
  const { hits } = await ports.index.find(
    { text: task, conditions: [], order: 'relevance', top: limit, skip: 0 },
    caller,
  );
  const found = new Map<string, Described>();
  // Services whose name matches follow those that have a matching operation.
  for (const service of [...ranked.map(({ entry }) => entry), ...hits])
    if (!found.has(service.id)) found.set(service.id, service);
  return { agents: [...found.values()].slice(0, limit).map((service) => describeService(ports, service)) };
}

async function readTask(
  { bodyBytes }: AgisPorts,
  { request, url }: RouteContext,
): Promise<{ task: string; limit: number }> {
  const given: unknown =
    request.method === 'POST'
      ? await readJsonBody(request, { bytes: bodyBytes })
      : Object.fromEntries([...url.searchParams].map(([name, text]) => [name, name === 'limit' ? Number(text) : text]));
  const { task, limit = 10 } = (given ?? {}) as { task?: unknown; limit?: unknown };
  const faults = [
    typeof task === 'string' && task.trim() !== '' && task.length <= 1000
      ? undefined
      : { field: 'task', pointer: '/task', code: 'agis/input', detail: 'must be a string of 1 to 1000 characters' },
    Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= maxFound
      ? undefined
      : {
          field: 'limit',
          pointer: '/limit',
          code: 'agis/input',
          detail: `must be an integer from 1 to ${maxFound}`,
        },
  ].filter((each) => each !== undefined);
  if (faults.length > 0) {
    throw new Failure('INVALID_INPUT', { message: 'The input is invalid.', fieldErrors: faults });
  }
  return { task: String(task), limit: Number(limit) };
}

interface Described {
  id: string;
  name: string;
  description: string;
  capabilities: readonly string[];
}

function describeService({ origin }: AgisPorts, { id, name, description, capabilities }: Described): JsonObject {
  return {
    agent_id: id,
    name,
    description,
    capabilities: [...capabilities],
    agis_document: documentAddress(origin, id),
  };
}
