/** The complete AIDIP face in memory for tests: real store, index and routes, with a small router. */

import type { JsonObject } from '@dragoman/model';
import { Failure, isFailure, toFailure } from '@dragoman/model';
import type { Caller } from '../../access/caller.js';
import { anonymous } from '../../access/caller.js';
import { requireScope } from '../../access/require-scope.js';
import { createMemoryStore } from '../../catalogue/memory-store.js';
import { createReading } from '../../catalogue/reading.support.js';
import { createLexicalIndex } from '../../discovery/lexical-index.js';
import { restoreQuery } from '../../transport/continuation.js';
import { problemReply } from '../../transport/problem.js';
import type { Route } from '../../transport/route.js';
import { fromWebRequest, toWebResponse } from '../../transport/web-adapter.js';
import type { AidipPorts, AidipSettings } from './ports.js';
import { readAidip } from './read.js';
import { createAidipRoutes } from './serve.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

/** A caller with an API key. */
export function keyHolder(subject: string, ...more: string[]): Caller {
  return { kind: 'key', subject, scopes: ['registry:read', 'registry:write', ...more] };
}

export const ann = keyHolder('ann');
export const bob = keyHolder('bob');
export const admin: Caller = { kind: 'key', subject: 'root', scopes: ['admin'] };

/** The parts of a request. */
export interface Sent {
  as?: Caller;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A complete response. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
  /** The body as an object. */
  object: Record<string, unknown>;
  /** The results of a list or search in either shape. */
  items: Record<string, unknown>[];
  ids: string[];
}

/** The face in memory. */
export interface Face {
  ports: AidipPorts;
  routes: Route[];
  /** Lines of the operator's log. */
  log: unknown[];
  send(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Registers a document that must be accepted, and returns the response. */
  register(document: JsonObject, as?: Caller): Promise<Answer>;
  search(body: unknown, as?: Caller): Promise<Answer>;
}

/** Creates a face with an empty registry. */
export function createFace(settings: Partial<AidipSettings> = {}, ports: Partial<AidipPorts> = {}): Face {
  let made = 0;
  let now = Date.parse('2026-02-02T08:00:00Z');
  const whole: AidipPorts = {
    store: createMemoryStore(),
    index: createLexicalIndex(),
    clock: { now: () => (now += 1000) },
    newId: () => `0190b5a0-0000-7000-8000-${String(++made).padStart(12, '0')}`,
    cursorKey: 'a secret of this test',
    reading: createReading({ reader: () => readAidip }),
    settings: {
      strict: false,
      ownOrigins: ['https://registry.test'],
      bodyBytes: 1_048_576,
      anonymousSearch: true,
      ...settings,
    },
    ...ports,
  };
  const routes = createAidipRoutes(whole);
  const log: unknown[] = [];
  const send: Face['send'] = async (method, path, sent = {}) => {
    const response = await answer(routes, method, path, sent).catch((thrown: unknown) => {
      if (!isFailure(thrown)) log.push(thrown);
      return toWebResponse(problemReply(toFailure(thrown), { traceId }));
    });
    return readAnswer(response);
  };
  return {
    ports: whole,
    routes,
    log,
    send,
    async register(document, as = ann) {
      const registered = await send('POST', '/agents', { as, body: document });
      if (registered.status !== 201) throw new Error(`not registered: ${registered.text}`);
      return registered;
    },
    search: (body, as = anonymous) => send('POST', '/agents/search', { as, body }),
  };
}

async function answer(routes: readonly Route[], method: string, path: string, sent: Sent): Promise<Response> {
  const [rawPath = ''] = path.split('?', 1);
  const found = matchRoute(routes, method, rawPath);
  const caller = sent.as ?? anonymous;
  const { access } = found.route;
  if (access !== 'public' && access !== 'anyone') requireScope(caller, access);
  const url = restoreQuery(new URL(`https://registry.test${path}`), method);
  const request = new Request(url, toInit(method, sent));
  const reply = await found.route.handle({
    request: fromWebRequest(request),
    url,
    search: url.search,
    params: found.params,
    caller,
    traceId,
    traceparent,
    signal: request.signal,
  });
  return toWebResponse(reply);
}

function toInit(method: string, { body, headers }: Sent): RequestInit {
  if (body === undefined) return { method, headers: headers ?? {} };
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  return {
    method,
    body: raw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  };
}

/** Literal segments take precedence; the raw path is split before it is decoded once. */
function matchRoute(routes: readonly Route[], method: string, rawPath: string) {
  const segments = rawPath.split('/');
  const fitting = routes
    .map((route) => ({ route, parts: route.path.split('/') }))
    .filter(({ parts }) => parts.length === segments.length && parts.every((part, at) => fits(part, segments[at])))
    .sort((a, b) => literals(b.parts) - literals(a.parts));
  const [best] = fitting;
  if (best === undefined) throw new Failure('NOT_FOUND');
  const samePath = fitting.filter(({ route }) => route.path === best.route.path);
  const chosen = samePath.find(({ route }) => route.method === method);
  if (chosen === undefined) {
    const allow = samePath.map(({ route }) => route.method).join(', ');
    throw new Failure('METHOD_NOT_ALLOWED', { headers: { Allow: allow } });
  }
  return { route: chosen.route, params: paramsOf(chosen.parts, segments) };
}

const isParameter = (part: string) => part.startsWith('{');
const literals = (parts: readonly string[]) => parts.filter((part) => !isParameter(part)).length;
const fits = (part: string, segment: string | undefined) => (isParameter(part) ? segment !== '' : part === segment);

function paramsOf(parts: readonly string[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    if (isParameter(part)) params[part.slice(1, -1)] = decode(segments[at] ?? '');
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new Failure('INVALID_INPUT', { message: 'The path has a malformed percent-encoding.', cause });
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const body: unknown = text === '' || !isJson ? undefined : JSON.parse(text);
  const object = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const items = (Array.isArray(body) ? body : (object.results ?? object.agents ?? [])) as Record<string, unknown>[];
  const { status, headers } = response;
  return { status, headers, text, body, object, items, ids: items.map((item) => String(item.id)) };
}

/** A valid document with overridden members. */
export function agent(id: string | undefined, more: JsonObject = {}): JsonObject {
  return {
    ...(id === undefined ? {} : { id }),
    name: `Agent ${id ?? 'without id'}`,
    description: 'Does something useful.',
    version: '1.0.0',
    publisher: 'Testers',
    capabilities: ['testing'],
    tags: [],
    endpoint: 'https://agent.example/call',
    operations: [{ name: 'run', description: 'Runs.', inputs: { type: 'object' }, outputs: { type: 'object' } }],
    ...more,
  };
}
