/** The descriptions of the routes: complete, within limits, and consistent with actual responses. */
import type { JsonObject } from '@dragoman/model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../transport/route.js';
import type { Answer, Face } from './face.support.js';
import { ann, createFace } from './face.support.js';
import { freightDesk, pierWeather } from './serving/examples.js';

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const { routes } = createFace();

function contents(route: Route): [string, JsonObject, readonly unknown[]][] {
  const { requestBody, responses } = route.describe;
  const all = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
  return all.flatMap((content) =>
    Object.entries(content ?? {}).map(([type, { schema, examples }]): [string, JsonObject, unknown[]] => [
      type,
      schema,
      Object.values(examples ?? {}).map(({ value }) => value),
    ]),
  );
}

describe('descriptions of the AIDIP routes', () => {
  it.each(routes.map((route) => [route.describe.operationId, route] as const))(
    '%s is complete',
    (operationId, route) => {
      const { summary, description, parameters, agent } = route.describe;
      expect(operationId).toMatch(/^agents(_[a-z]+)+$/);
      expect(summary.length).toBeLessThanOrEqual(120);
      expect(description).toMatch(/Use this /);
      expect(description).toMatch(/Do not use it /);
      expect(description.length).toBeLessThan(1000);
      expect(typeof agent?.read_only).toBe('boolean');
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect((parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath);
      for (const parameter of parameters ?? []) {
        expect(parameter.description.length).toBeGreaterThan(10);
        expect(parameter.schema).toHaveProperty('type');
      }
    },
  );

  it('has one route per operation id and per method and path', () => {
    const ids = routes.map((route) => route.describe.operationId);
    const places = routes.map((route) => `${route.method} ${route.path}`);
    expect([new Set(ids).size, new Set(places).size]).toEqual([ids.length, places.length]);
  });

  it.each(
    routes.flatMap((route) => contents(route).map((content) => [route.describe.operationId, ...content] as const)),
  )('examples of %s match their schema (%s)', (_, __, schema, examples) => {
    const validate = ajv.compile(schema);
    for (const example of examples) expect([validate(example), validate.errors]).toEqual([true, null]);
  });
});

/** Runs the route with the example from its description. */
async function run(face: Face, route: Route, body?: unknown): Promise<Answer> {
  let path = route.path;
  const query = new URLSearchParams();
  for (const { name, in: place, example } of route.describe.parameters ?? []) {
    if (example === undefined) continue;
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(example)));
    if (place === 'query') query.set(name, String(example));
  }
  return face.send(route.method, query.size === 0 ? path : `${path}?${query}`, { as: ann, body });
}

function withoutFigures(value: unknown): unknown {
  const figures = ['score', 'search_time', 'at', 'actor'];
  return JSON.parse(JSON.stringify(value, (member, inner: unknown) => (figures.includes(member) ? null : inner)));
}

describe('examples of the AIDIP routes', () => {
  it('are the responses of a registry with the two sample agents', async () => {
    const face = createFace();
    const route = (operationId: string) => {
      const found = face.routes.find((one) => one.describe.operationId === operationId);
      if (found === undefined) throw new Error(`no route ${operationId}`);
      return found;
    };
    const shown = (operationId: string, status: string, key: string) =>
      route(operationId).describe.responses[status]?.content?.['application/json']?.examples?.[key]?.value;
    const check = (answer: Answer, operationId: string, key: string) => {
      expect([operationId, key, withoutFigures(answer.body)]).toEqual([
        operationId,
        key,
        withoutFigures(shown(operationId, String(answer.status), key)),
      ]);
      const schema =
        route(operationId).describe.responses[String(answer.status)]?.content?.['application/json']?.schema;
      const validate = ajv.compile(schema ?? false);
      expect([validate(answer.body), validate.errors]).toEqual([true, null]);
    };
    check(await run(face, route('agents_register'), freightDesk), 'agents_register', 'freight_desk');
    check(await run(face, route('agents_register'), pierWeather), 'agents_register', 'pier_weather');
    check(await run(face, route('agents_read')), 'agents_read', 'pier_weather');
    check(await run(face, route('agents_replace'), pierWeather), 'agents_replace', 'pier_weather');
    check(await run(face, route('agents_list')), 'agents_list', 'by_labels');
    check(await run(face, route('agents_public_list')), 'agents_public_list', 'everything');
    check(await run(face, route('agents_versions_list')), 'agents_versions_list', 'created');
    check(await run(face, route('agents_version_read')), 'agents_version_read', 'created');
    const searches = route('agents_search').describe.requestBody?.content['application/json']?.examples ?? {};
    for (const [key, { value }] of Object.entries(searches))
      check(await run(face, route('agents_search'), value), 'agents_search', key);
    const rehearsed = await face.send('DELETE', '/agents/pier-weather-001?dry_run=true', { as: ann });
    check(rehearsed, 'agents_delete', 'dry_run');
    expect((await run(face, route('agents_delete'))).status).toBe(204);
    check(await run(face, route('agents_restore')), 'agents_restore', 'pier_weather');
  });
});
