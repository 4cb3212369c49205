import { lintDocument } from '@dragoman/lint';
import type { JsonObject } from '@dragoman/model';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DragomanServer } from '../create-server.js';
import { lintWithRedocly, lintWithSpectral } from './lint.support.js';
import { operationExceptions, rootExceptions, schemaExceptions, wholeExceptions } from './lint-exceptions.js';
import { type Api, bodiesOf, type Operation, openServer, operationsOf, runExample, send } from './openapi.support.js';
import { recordAnswers } from './record-answers.support.js';

/** Responses that no example produces: background calls, partial success, a missing grant. */
const unshown: ReadonlySet<string> = new Set([
  'agents_invoke 202',
  'agents_invoke 207',
  'agents_invoke_operation 202',
  'agents_invoke_operation 207',
  'agent_agis_propose 262',
  'imports_create 207',
  'sources_create 200',
]);

let api: Api;
let text: string;
let findingsOfRedocly: string[];
let server: DragomanServer;

beforeAll(async () => {
  server = await openServer();
  text = await (await send(server, { method: 'GET', path: '/openapi.json' })).text();
  api = JSON.parse(text);
  findingsOfRedocly = await lintWithRedocly(text);
});
afterAll(() => server.close());

/** The described schema of this response; `$ref`s point into the description itself. */
function promised(operation: Operation, status: number, type: string): JsonObject | undefined {
  const described = operation.responses[String(status)];
  const name = described?.$ref?.split('/').at(-1);
  const responses = (api.components as unknown as { responses: Operation['responses'] }).responses;
  const response = name === undefined ? described : responses[name];
  return response?.content?.[type]?.schema;
}

describe('/openapi.json', () => {
  it('describes the id of each kind of resource identically on every route, with a maximum length', () => {
    const kinds = new Map<string, Set<string>>();
    for (const [path, operations] of Object.entries(api.paths)) {
      const kind = /^\/(\w+)\/\{id\}/.exec(path)?.[1];
      for (const { parameters = [] } of kind === undefined ? [] : Object.values(operations)) {
        const id = parameters.find(({ name, in: place }) => name === 'id' && place === 'path');
        if (id?.schema === undefined) continue;
        const { example: _, ...described } = id;
        kinds.set(kind ?? '', (kinds.get(kind ?? '') ?? new Set()).add(JSON.stringify(described)));
      }
    }
    expect([...kinds.keys()]).toEqual(expect.arrayContaining(['agents', 'toolsets', 'keys', 'sources', 'teams']));
    for (const [kind, described] of kinds) {
      expect([...described], kind).toHaveLength(1);
      expect([...described][0], kind).toContain('maxLength');
    }
  });

  it('[PROF-DESC-19] has an example for every JSON response, and each matches its schema', async () => {
    if (process.env.RECORD_ANSWERS !== undefined)
      await recordAnswers(api, new URL('../../answers.json', import.meta.url));
    const check = createSchemaCheck();
    const faults = operationsOf(api).flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, { content }]) => {
        const media = content?.['application/json'];
        if (media === undefined || !status.startsWith('2')) return [];
        const shown = [...Object.values(media.examples ?? {}).map(({ value }) => value), media.example];
        const given = shown.filter((value) => value !== undefined);
        const place = `${operation.operationId} ${status}`;
        if (given.length === 0) return unshown.has(place) ? [] : [`${place} has no example`];
        return given.flatMap((value) => misfits(check, media.schema, value).map((fault) => `${place}: ${fault}`));
      }),
    );
    expect(faults).toEqual([]);
  }, 300_000);

  it('is clean under Redocly’s recommended rules', () => {
    expect(findingsOfRedocly).toEqual([]);
  });

  it('[PROF-SUM-01] [PROF-SUM-02] [PROF-SUM-03] [PROF-SUM-04] has no finding above info under our own linter and no unused exception', () => {
    const { findings, suppressed, label } = lintDocument(new TextEncoder().encode(text), { uri: 'openapi.json' });
    expect(label.filter(({ verdict }) => verdict === 'fails')).toEqual([]);
    const loud = findings.filter(({ severity }) => severity !== 'info');
    expect(loud.map(({ rule, location, message }) => `${rule} ${location?.pointer}: ${message}`)).toEqual([]);
    const used = new Set(suppressed.map(({ rule }) => rule));
    const named = Object.values({
      root: rootExceptions,
      whole: wholeExceptions,
      ...operationExceptions,
      ...schemaExceptions,
    });
    expect(named.flatMap((rules) => Object.keys(rules)).filter((rule) => !used.has(rule))).toEqual([]);
  });

  it('names every operation whose tool text is above the budget, with its reason, although the root ignores the rule', () => {
    const { suppressed } = lintDocument(new TextEncoder().encode(text), { uri: 'openapi.json' });
    const large = suppressed.filter(({ rule, location }) => rule === 'tool-text-budget' && location?.pointer !== '');
    expect(large.filter(({ reason }) => reason === wholeExceptions['tool-text-budget'])).toEqual([]);
    const ids = operationsOf(api)
      .filter(({ path, method }) => large.some(({ location }) => location?.pointer === operationPointer(path, method)))
      .map(({ operation }) => operation.operationId);
    const named = Object.entries(operationExceptions).filter(([, rules]) => 'tool-text-budget' in rules);
    expect(ids.sort()).toEqual(named.map(([id]) => id).sort());
  });

  it('is clean under Spectral’s oas rules', async () => {
    expect(await lintWithSpectral(text)).toEqual([]);
  }, 180_000);

  it('[NACT-GEN-10] describes the six routes of N-ACT under all three roots, and is valid with them', () => {
    const tool = '/tools/{toolId}';
    const reads = ['/tools', tool, `${tool}/versions`, `${tool}/versions/{versionNum}`];
    const calls = [`${tool}:invoke`, `${tool}/versions/{versionId}:invoke`];
    for (const root of ['', '/agents/{id}', '/toolsets/{id}']) {
      for (const path of reads) expect(api.paths[`${root}${path}`]?.get, path).toBeDefined();
      for (const path of calls) expect(api.paths[`${root}${path}`]?.post, path).toBeDefined();
    }
    expect(findingsOfRedocly).toEqual([]);
  });

  it('has one operationId, one summary and one example body per operation that takes a body', () => {
    const ids = operationsOf(api).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const bare = operationsOf(api).filter(
      ({ operation }) => operation.requestBody !== undefined && bodiesOf(operation)[0]?.[1] === undefined,
    );
    expect(bare.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it('describes the responses of the running server to every example of every operation', async () => {
    const check = createSchemaCheck();
    const faults: string[] = [];
    for (const { path, method, operation } of operationsOf(api)) {
      let succeeded = false;
      for (const [name, body] of bodiesOf(operation)) {
        const response = await runExample(api, { path, method, operation }, body);
        succeeded ||= response.ok;
        faults.push(...(await compare(check, operation, name, response)));
      }
      if (!succeeded) faults.push(`${operation.operationId}: no example succeeds`);
    }
    expect(faults).toEqual([]);
  }, 300_000);
});

function operationPointer(path: string, method: string): string {
  return `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`;
}

async function compare(check: SchemaCheck, operation: Operation, name: string, response: Response): Promise<string[]> {
  const place = `${operation.operationId}${name === '' ? '' : ` (${name})`} → ${response.status}`;
  const body = await response.text();
  if (operation.responses[String(response.status)] === undefined) return [`${place}: not described: ${body}`];
  if (body === '') return [];
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const schema = promised(operation, response.status, type);
  if (schema === undefined) return [`${place}: responds with ${type}, which is not described`];
  if (!type.includes('json')) return [];
  return misfits(check, schema, JSON.parse(body)).map((fault) => `${place}: ${fault} in ${body.slice(0, 300)}`);
}

/** Finds schema errors of values. */
interface SchemaCheck {
  ajv: Ajv2020;
  /** By the JSON of their schemas: many responses have the same one, and compiling it takes longer than checking. */
  validators: Map<string, ValidateFunction>;
}

function createSchemaCheck(): SchemaCheck {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(api, 'openapi.json');
  return { ajv, validators: new Map() };
}

/** Schema errors of a value; `$ref`s point into the description itself. */
function misfits({ ajv, validators }: SchemaCheck, schema: JsonObject, value: unknown): string[] {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi.json#/components');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  return validate(value) ? [] : [ajv.errorsText(validate.errors)];
}
