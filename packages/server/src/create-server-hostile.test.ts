import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pierWeather, startTestServer, type TestServer } from './server.support.js';

interface Described {
  method: string;
  path: string;
  parameters: { name: string; in: string }[];
  examples: JsonValue[];
}

/** Values that no member expects. */
const values: readonly unknown[] = [
  null,
  -1.5e308,
  '',
  'x'.repeat(10_000),
  '\u0000\ud800‮',
  [[[]]],
  { a: { b: {} } },
  true,
];
/** Segments that are not ids, and ids that mean something elsewhere. */
const segments = [
  'pier-weather',
  '%00',
  '%FF',
  '%ED%A0%80',
  '__proto__',
  'constructor',
  '%2e%2e%2f',
  'x'.repeat(3_000),
  '😀',
  '%',
];
/** Bodies that are not valid. */
const bodies = [
  '',
  '{',
  'null',
  '7',
  '"text"',
  '[]',
  '{}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  '{"__proto__":{"a":1},"constructor":1}',
  '\ufeff{}',
  '{"a":1,"a":2}',
];
const maxPointers = 30;

/** Every copy of a value with one part replaced or removed. */
function* mutate(value: JsonValue): Generator<unknown> {
  const places = [...walk(value, [])].slice(0, maxPointers);
  for (const place of places) {
    for (const other of values) yield change(value, place, other);
    yield change(value, place, undefined);
  }
}

function* walk(value: JsonValue, place: string[]): Generator<string[]> {
  if (place.length > 0) yield place;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* walk(inner, [...place, name]);
}

function change(value: JsonValue, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other;
  const copy = structuredClone(value) as Record<string, JsonValue>;
  const inner = change(copy[name] ?? null, rest, other);
  if (inner === undefined) delete copy[name];
  else copy[name] = inner as JsonValue;
  return copy;
}

describe('arbitrary untrusted input', () => {
  let started: TestServer;
  let routes: Described[];

  beforeAll(async () => {
    const upstream = {
      async send() {
        throw new Failure('UPSTREAM_ERROR');
      },
      close: async () => undefined,
    };
    started = await startTestServer({
      overrides: { upstream: upstream as never, host: { fetch: upstream.send } as never },
    });
    await started.ask('POST', '/agents', { body: pierWeather });
    const api = (await (await started.ask('GET', '/openapi.json')).json()) as JsonObject;
    routes = listRoutes(api);
  }, 60_000);
  afterAll(() => started.server.close());

  /**
   * A caller's mistake is never an internal error: a status below 500 (or the upstream's own failure), one body, no
   * stack.
   */
  async function expectPlain(method: string, path: string, ask: Parameters<TestServer['ask']>[2]): Promise<void> {
    const response = await started.ask(method, path, ask);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (isStream) return response.body?.cancel();
    const text = await response.text();
    const told = `${method} ${path.slice(0, 120)} ${JSON.stringify(ask).slice(0, 300)} → ${response.status} ${text.slice(0, 300)}`;
    expect(response.status === 500 || response.status === 501 || response.status === 503, told).toBe(false);
    expect(/TypeError|RangeError|SyntaxError|\n\s+at .*:\d+/.test(text), told).toBe(false);
    if (response.status < 400 || text === '') return;
    const body = JSON.parse(text) as JsonObject;
    expect('jsonrpc' in body || typeof body.code === 'string', told).toBe(true);
  }

  function listRoutes(api: JsonObject): Described[] {
    return Object.entries(api.paths as Record<string, JsonObject>).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) => {
        if (!isJsonObject(operation) || !/^(get|put|post|delete|patch)$/.test(method)) return [];
        const content = Object.values(
          ((operation.requestBody as JsonObject)?.content ?? {}) as Record<string, JsonObject>,
        );
        const examples = content.flatMap(({ example, examples: named }) => [
          ...(example === undefined ? [] : [example]),
          ...Object.values((named ?? {}) as Record<string, JsonObject>).flatMap((each) => each.value ?? []),
        ]);
        const parameters = ((operation.parameters ?? []) as JsonObject[]).map(
          (each) => (typeof each.$ref === 'string' ? resolve(api, each.$ref) : each) as never,
        );
        return [{ method: method.toUpperCase(), path, parameters, examples: examples.slice(0, 2) }];
      }),
    );
  }

  const resolve = (api: JsonObject, ref: string) =>
    ref
      .slice(2)
      .split('/')
      .reduce<JsonValue>((value, name) => (value as JsonObject)[name] ?? null, api);
  /** The service that is called stays as it is: a workflow in its place would lead to steps that nobody offers. */
  const usualSegment = (path: string) => (path.endsWith('/arazzo.json') ? 'pier-route' : 'pier-weather');
  const filled = (path: string, segment = usualSegment(path)) => path.replace(/\{\w+\}/g, segment);

  it('gets a plain error for odd ids on every route', async () => {
    for (const { method, path } of routes.filter((each) => each.path.includes('{'))) {
      for (const segment of segments) {
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
        await expectPlain(method, '/', { ...body, target: filled(path, segment) });
      }
    }
  }, 120_000);

  it('gets a plain error for odd bodies on every route that accepts one', async () => {
    for (const { method, path } of routes.filter((each) => each.method !== 'GET')) {
      for (const body of bodies) {
        if (method === 'DELETE' && body === '') continue;
        await expectPlain(method, filled(path), { body, headers: { 'content-type': 'application/json' } });
      }
    }
  }, 120_000);

  it('gets a plain error for odd values of every query parameter and header', async () => {
    const odd = ['', '-1', '1e999', 'NaN', 'x'.repeat(2_000), '%00', '%FF', '[]', '😀', 'true&%5B%5D=1'];
    for (const { method, path, parameters } of routes) {
      for (const { name, in: place } of parameters.filter(({ in: kind }) => kind !== 'path')) {
        for (const value of odd) {
          const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
          if (place === 'query')
            await expectPlain(method, `${filled(path)}?${encodeURIComponent(name)}=${value}`, body);
          else await expectPlain(method, filled(path), { ...body, headers: { [name]: encodeURI(value) } });
        }
      }
    }
  }, 240_000);

  it('gets a plain error for every example with one broken member', async () => {
    let sent = 0;
    for (const { method, path, examples } of routes) {
      for (const example of examples) {
        for (const body of mutate(example)) {
          await expectPlain(method, filled(path), { body: JSON.stringify(body) ?? 'null' });
          sent += 1;
        }
      }
    }
    expect(sent).toBeGreaterThan(1_000);
  }, 600_000);
});
