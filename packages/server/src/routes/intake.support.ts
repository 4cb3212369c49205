/** Imports and crawling in memory for tests: real store, index, reader and routes, with scripted upstream servers. */
import { createHash } from 'node:crypto';
import { compareOperationPair, descriptionReaders, findReferences, readDescriptions } from '@dragoman/core/conversion';
import type { Caller, Store } from '@dragoman/core/engine';
import { createLexicalIndex, createMemoryStore } from '@dragoman/core/engine';
import type { Clock, DocumentHost, Route } from '@dragoman/core/http';
import { fromWebRequest, problemReply, restoreQuery, toWebResponse } from '@dragoman/core/http';
import { compileSchema } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, toFailure } from '@dragoman/model';
import { createCredentialCache } from '../credentials/credential-cache.js';
import { keysOf, noLogins } from '../credentials/credentials.support.js';
import { createCompleteSecret } from '../credentials/grants/complete-secret.js';
import { createProofs } from '../credentials/grants/possession.js';
import { createSealer } from '../credentials/sealer.js';
import { createSourceCredentials } from '../credentials/source-credentials.js';
import type { ImportRoutePorts } from './imports.js';
import { createImportRoutes } from './imports.js';
import { readImportBody } from './read-import-body.js';
import { createSourceChangeRoutes } from './source-changes.js';
import { createSourceHeldRoute } from './source-held.js';
import type { SourceRoutePorts } from './sources.js';
import { createSourceRoutes } from './sources.js';

/** A caller with an API key. */
export function keyHolder(subject: string, ...scopes: string[]): Caller {
  return { kind: 'key', subject, scopes: ['registry:write', ...scopes] };
}

export const ada = keyHolder('ada');
export const bob = keyHolder('bob');
export const root = keyHolder('root', 'admin');

/** A valid card. */
export function cardOf(id: string, more: JsonObject = {}): JsonObject {
  return {
    id,
    name: `Agent ${id}`,
    description: 'Gives high and low water for a harbour and a day.',
    version: '1.0.0',
    publisher: 'Harbour Office',
    capabilities: ['tide_forecast'],
    tags: ['sea'],
    endpoint: `https://${id}.example.com/invoke`,
    inputs: { type: 'object', properties: { harbour: { type: 'string' } } },
    outputs: { type: 'object' },
    ...more,
  };
}

/** Scripted upstream servers: the page at each URL, and the log of fetches. */
export interface Outside {
  pages: Map<string, JsonValue | Failure>;
  /** URL and outcome of every fetch, in order. */
  log: string[];
  host: DocumentHost;
}

/** Creates upstream servers whose pages have ETags. */
export function createOutside(): Outside {
  const pages: Outside['pages'] = new Map();
  const log: string[] = [];
  const host: DocumentHost = {
    async fetch(uri, request = {}) {
      await new Promise((resolve) => setImmediate(resolve));
      const page =
        pages.get(uri) ?? new Failure('UPSTREAM_ERROR', { message: 'The upstream responded with status 404.' });
      if (page instanceof Failure) {
        log.push(`${uri} ${page.code}`);
        throw page;
      }
      const bytes = Buffer.from(typeof page === 'string' ? page : JSON.stringify(page));
      const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}"`;
      log.push(`${uri} ${request.etag === etag ? 304 : 200}`);
      if (request.etag === etag) return { outcome: 'unchanged' };
      return { outcome: 'fetched', uri, bytes, mediaType: 'application/json', etag };
    },
  };
  return { pages, log, host };
}

/** Imports and crawling in memory. */
export interface Intake {
  ports: SourceRoutePorts & ImportRoutePorts;
  outside: Outside;
  /** Advances the clock. */
  pass(seconds: number): void;
  send(
    method: string,
    path: string,
    as: Caller,
    body?: unknown,
  ): Promise<{ status: number; headers: Headers; body: JsonObject }>;
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Creates an intake with an empty registry. */
export function createIntake(settings: { publisherScope?: string } = {}): Intake {
  let now = Date.parse('2026-11-15T08:00:00Z');
  let made = 0;
  const outside = createOutside();
  const clock = { now: () => now };
  const store = createMemoryStore();
  const ports: Intake['ports'] = {
    store,
    index: createLexicalIndex(),
    clock,
    newId: () => `0190b5a0-0000-7000-8000-${String(++made).padStart(12, '0')}`,
    newTraceId: () => traceId,
    random: () => 0.5,
    host: outside.host,
    reading: {
      references: 'same-origin',
      read: (request) => readDescriptions(request, descriptionReaders),
      findReferences: (document) => findReferences(document, 'same-origin', descriptionReaders),
    },
    compareOperations: async (pair) => compareOperationPair(pair),
    readImportBody: async (body) => readImportBody(body),
    context: { strict: false, ownOrigins: [] },
    cursorKey: 'a secret of this test',
    credentials: openSourceCredentials(store, clock),
    settings: {
      strict: false,
      ownOrigins: [],
      bodyBytes: 65_536,
      importBodyBytes: 1_048_576,
      minIntervalSeconds: 60,
      ...settings,
    },
  };
  const routes = [
    ...createImportRoutes(ports),
    ...createSourceRoutes(ports),
    ...createSourceChangeRoutes(ports),
    createSourceHeldRoute(ports),
  ];
  return {
    ports,
    outside,
    pass: (seconds) => {
      now += seconds * 1_000;
    },
    async send(method, path, as, body) {
      const response = await call(routes, method, path, as, body).catch((thrown: unknown) =>
        toWebResponse(problemReply(toFailure(thrown), { traceId })),
      );
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
    },
  };
}

/** Token endpoints are unreachable; all other kinds of credential work. */
function openSourceCredentials(store: Store, clock: Clock) {
  const sealer = createSealer(keysOf(1));
  const { credentials } = store;
  const cache = createCredentialCache({ credentials, sealer, clock, steady: clock, onError: () => undefined });
  const refused = () => Promise.reject(new Failure('UPSTREAM_ERROR'));
  const issuing = { tokens: { get: refused, renew: refused }, proofsOf: createProofs(clock) };
  return createSourceCredentials({
    credentials,
    cache,
    issuing,
    complete: createCompleteSecret({ request: refused }),
    mayExchangeAt: () => false,
    presentLogin: noLogins,
    sealer,
    clock,
    newId: () => 'credential-1',
  });
}

async function call(
  routes: readonly Route[],
  method: string,
  path: string,
  caller: Caller,
  body: unknown,
): Promise<Response> {
  const url = restoreQuery(new URL(`https://registry.test${path}`), method);
  for (const route of routes) {
    const pattern = new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const match = pattern.exec(url.pathname);
    if (match === null || route.method !== method) continue;
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    const request = new Request(url, { method, ...init });
    const params = { ...match.groups };
    const { signal } = request;
    const place = { url, search: url.search, params };
    const context = { request: fromWebRequest(request), ...place, caller, traceId, traceparent: '', signal };
    return checked(route, toWebResponse(await route.handle(context)));
  }
  throw new Failure('NOT_FOUND');
}

/** Checks that the route description declares the response with its schema. */
async function checked(route: Route, response: Response): Promise<Response> {
  const announced = route.describe.responses[String(response.status)];
  if (announced === undefined) throw new Error(`${route.describe.operationId} does not describe ${response.status}`);
  const schema = announced.content?.['application/json']?.schema;
  if (schema === undefined) return response;
  const problems = compileSchema(schema).validate((await response.clone().json()) as JsonValue);
  if (problems.length > 0) throw new Error(`does not match its description: ${JSON.stringify(problems)}`);
  return response;
}
