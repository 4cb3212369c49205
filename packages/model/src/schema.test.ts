/**
 * The schemas are generated from the types; these tests show that they accept what the types allow and reject the rest.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  Binding,
  HttpBody,
  HttpCredentialDemand,
  HttpParameter,
  HttpPart,
  HttpStyle,
  HttpXml,
  HttpXmlNode,
} from './binding.js';
import type { Diagnostic } from './diagnostic.js';
import type { Entry } from './entry.js';
import { failures } from './failure-table.js';
import type { JsonObject, JsonValue } from './json.js';
import type { Operation } from './operation.js';
import type { Problem } from './problem.js';

function compile(name: string): ValidateFunction {
  const text = readFileSync(new URL(`../schema/${name}.json`, import.meta.url), 'utf8');
  return new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(text));
}

const accepts = {
  entry: compile('entry'),
  operation: compile('operation'),
  binding: compile('binding'),
  diagnostic: compile('diagnostic'),
  problem: compile('problem'),
};

const text = fc.string({ unit: 'binary', maxLength: 20 });
const texts = fc.array(text, { maxLength: 3 });
/** Values that survive JSON: no minus zero, no `__proto__` member that an object literal would swallow. */
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
const object: fc.Arbitrary<JsonObject> = fc.dictionary(text, json, { maxKeys: 3 }).map((members) => ({ ...members }));

const style = fc.constantFrom<HttpStyle>('simple', 'label', 'matrix', 'form', 'deepObject', 'pipeDelimited');

const httpParameter: fc.Arbitrary<HttpParameter> = fc.record(
  {
    in: fc.constantFrom('path', 'query', 'header', 'cookie', 'body'),
    name: text,
    style,
    explode: fc.boolean(),
    allowReserved: fc.boolean(),
    mediaType: text,
  },
  { requiredKeys: ['in'] },
);

const xmlFacts = {
  ref: text,
  type: fc.constantFrom('object' as const, 'array' as const, 'number' as const, 'integer' as const, 'boolean' as const),
  name: text,
  prefix: text,
  namespace: text,
  as: fc.constantFrom('attribute' as const, 'text' as const, 'cdata' as const),
  wrapped: fc.boolean(),
};
const xmlLeaf: fc.Arbitrary<HttpXmlNode> = fc.record(xmlFacts, { requiredKeys: [] });
const xmlNode: fc.Arbitrary<HttpXmlNode> = fc.record(
  {
    ...xmlFacts,
    properties: fc.dictionary(text, xmlLeaf, { maxKeys: 2 }).map((members) => ({ ...members })),
    items: xmlLeaf,
  },
  { requiredKeys: [] },
);

const httpXml: fc.Arbitrary<HttpXml> = fc.record(
  { root: xmlNode, nodes: fc.dictionary(text, xmlNode, { maxKeys: 2 }).map((members) => ({ ...members })) },
  { requiredKeys: ['root'] },
);

const httpPart: fc.Arbitrary<HttpPart> = fc.record(
  { contentType: text, style, explode: fc.boolean(), allowReserved: fc.boolean(), binary: fc.boolean(), xml: httpXml },
  { requiredKeys: [] },
);

const httpBody: fc.Arbitrary<HttpBody> = fc.record(
  {
    mediaType: text,
    whole: text,
    required: fc.boolean(),
    binary: fc.boolean(),
    open: fc.boolean(),
    parts: fc.dictionary(text, httpPart, { maxKeys: 2 }).map((members) => ({ ...members })),
    xml: httpXml,
  },
  { requiredKeys: ['mediaType'] },
);

const httpDemand: fc.Arbitrary<HttpCredentialDemand> = fc.record(
  { scheme: text, type: text, in: fc.constantFrom('header', 'query', 'cookie'), name: text, scopes: texts },
  { requiredKeys: ['scheme', 'type'] },
);

const binding: fc.Arbitrary<Binding> = fc.oneof(
  fc.record({ kind: fc.constant('aidip' as const), endpoint: text }),
  fc.record({ kind: fc.constant('aidip' as const), endpoint: text, operation: text, ownEndpoint: fc.boolean() }),
  fc.record({
    kind: fc.constant('http' as const),
    method: text,
    urlTemplate: text,
    parameters: fc.dictionary(text, httpParameter, { maxKeys: 3 }).map((members) => ({ ...members })),
  }),
  fc.record({
    kind: fc.constant('http' as const),
    method: text,
    urlTemplate: text,
    parameters: fc.constant({}),
    body: httpBody,
    accept: texts,
    security: fc.array(fc.array(httpDemand, { maxLength: 2 }), { maxLength: 2 }),
    operationId: text,
  }),
  fc.record({ kind: fc.constant('nact' as const), root: text, toolId: text, version: fc.nat() }),
  fc.record({ kind: fc.constant('agis' as const), base: text, transport: fc.constantFrom('http', 'agtp') }),
  fc.record({ kind: fc.constant('mcp' as const), server: text, tool: text }),
  fc.record({ kind: fc.constant('a2a' as const), agent: text, skill: text }),
  fc.record({ kind: fc.constant('workflow' as const), name: text, workflow: object }),
  fc.record({ kind: fc.constant('local' as const), name: text }),
);

const operation: fc.Arbitrary<Operation> = fc.record(
  {
    id: fc.uuid(),
    name: text,
    summary: text,
    impact: fc.constantFrom('informational', 'reversible', 'irreversible'),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
    idempotent: fc.boolean(),
    hints: object,
    transitions: fc.array(json, { maxLength: 2 }),
    input: fc.oneof(object, fc.boolean()),
    output: fc.oneof(object, fc.boolean()),
    errors: fc.array(fc.record({ code: text, status: fc.nat(599), retryable: fc.boolean() }), { maxLength: 2 }),
    examples: fc.array(fc.record({ summary: text, input: json, extra: object }), { maxLength: 2 }),
    tags: texts,
    lifecycle: fc.record({ deprecated: fc.boolean(), sunset: text }),
    safety: fc.record({ dryRun: fc.boolean(), batch: fc.boolean() }),
    version: fc.integer({ min: 1 }),
    binding,
    derived: texts,
    extra: object,
  },
  {
    requiredKeys: [
      'id',
      'name',
      'input',
      'output',
      'errors',
      'examples',
      'tags',
      'version',
      'binding',
      'derived',
      'extra',
    ],
  },
) as fc.Arbitrary<Operation>;

const entry: fc.Arbitrary<Entry> = fc.record(
  {
    id: text,
    slug: text,
    name: text,
    description: text,
    version: text,
    publisher: text,
    status: fc.constantFrom('active', 'inactive', 'deprecated'),
    visibility: fc.constantFrom('public', 'private'),
    owner: text,
    grants: texts,
    capabilities: texts,
    tags: texts,
    languages: texts,
    endpoint: text,
    authentication: fc.record({ type: text, instructions: text, scopes: texts, extra: object }),
    trust: fc.record({ claimed: object, verified: object }, { requiredKeys: [] }),
    operations: fc.array(operation, { maxLength: 2 }),
    dataManifest: json,
    origin: fc.record({ protocol: fc.constantFrom('aidip', 'mcp'), uri: text, hash: text, at: text }),
    derived: texts,
    extra: object,
  },
  {
    requiredKeys: [
      'id',
      'slug',
      'name',
      'description',
      'status',
      'visibility',
      'owner',
      'grants',
      'capabilities',
      'tags',
      'languages',
      'trust',
      'operations',
      'origin',
      'derived',
      'extra',
    ],
  },
) as fc.Arbitrary<Entry>;

const sample: Entry = {
  id: 'pier-weather',
  slug: 'pier-weather',
  name: 'Pier weather',
  description: 'Wind and waves.',
  status: 'active',
  visibility: 'public',
  owner: 'local',
  grants: [],
  capabilities: [],
  tags: [],
  languages: [],
  trust: {},
  operations: [],
  origin: { protocol: 'aidip', hash: 'sha256:00', at: '2026-01-01T00:00:00.000Z' },
  derived: [],
  extra: { prices: { per_call: 0.01, currencies: ['EUR'] } },
};

describe('the schemas', () => {
  it('accept every entry that the types allow, and it survives a JSON round trip', () => {
    fc.assert(
      fc.property(entry, (value) => {
        expect(accepts.entry(value), JSON.stringify(accepts.entry.errors)).toBe(true);
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      }),
    );
  });

  it('accept every operation and binding that the types allow', () => {
    fc.assert(fc.property(operation, (value) => accepts.operation(value)));
    fc.assert(fc.property(binding, (value) => accepts.binding(value)));
  });

  it('keep unknown members in extra unchanged, and reject them anywhere else', () => {
    expect(accepts.entry(sample)).toBe(true);
    expect(JSON.parse(JSON.stringify(sample)).extra).toEqual(sample.extra);
    expect(accepts.entry({ ...sample, prices: {} })).toBe(false);
  });

  it.each(Object.keys(sample))('reject an entry without %s or with a number instead', (member) => {
    const { [member as keyof Entry]: _, ...rest } = sample;
    expect(accepts.entry(rest)).toBe(false);
    expect(accepts.entry({ ...rest, [member]: 7 })).toBe(false);
  });

  it('reject unknown enum values and bindings', () => {
    expect(accepts.entry({ ...sample, status: 'asleep' })).toBe(false);
    expect(accepts.entry({ ...sample, visibility: 'secret' })).toBe(false);
    expect(accepts.binding({ kind: 'telepathy' })).toBe(false);
    expect(accepts.binding({ kind: 'mcp', server: 's' })).toBe(false);
  });

  it('accept a diagnostic and reject one without a location', () => {
    const finding: Diagnostic = {
      code: 'area/rule',
      severity: 'warning',
      message: 'Something.',
      help: 'Do this.',
      location: { pointer: '/a', start: { line: 1, column: 2 } },
      fix: { description: 'Remove it.', pointer: '/a', value: null },
    };
    expect(accepts.diagnostic(finding)).toBe(true);
    expect(accepts.diagnostic({ ...finding, location: undefined })).toBe(false);
    expect(accepts.diagnostic({ ...finding, severity: 'fatal' })).toBe(false);
  });

  it('accept a problem of every failure code, with unknown members, and reject other codes', () => {
    const problem = (code: string) => ({
      type: '/problems/x',
      title: 'X',
      status: 400,
      detail: 'x',
      code,
      retryable: false,
      field_errors: [{ field: 'a', code: 'required', detail: 'missing' }],
      trace_id: '0'.repeat(32),
      error: { code: 'InvalidInput', message: 'x' },
      later_addition: true,
    });
    for (const code of Object.keys(failures)) expect(accepts.problem(problem(code) satisfies object), code).toBe(true);
    expect(accepts.problem(problem('NO_SUCH_CODE'))).toBe(false);
    expect(accepts.problem({} satisfies Partial<Problem>)).toBe(false);
  });
});
