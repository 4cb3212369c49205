/** Projections of tools to the model APIs, checked by an independent reading of each API's rules. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.js';
import { checkDefinition, schemaIn } from './check-definition.support.js';
import { projectForAnyApi, projectTool, restoreNames } from './project-tool.js';
import { modelApiNames, modelApis } from './rules.js';
import { writeToolDefinition } from './write-tool.js';

const tool = (schema: JsonObject, description = 'Adds an item.', name = 'add_item') => ({ name, description, schema });
const define = (api: (typeof modelApiNames)[number], schema: JsonObject) =>
  writeToolDefinition(api, projectTool(api, tool(schema)));

const text = { type: 'string' };

/** Schemas that at least one API rejects as they are. */
const awkward: Readonly<Record<string, JsonObject>> = {
  'alternatives at the root': {
    type: 'object',
    properties: { id: text, owner: text, repo: text, number: { type: 'integer' } },
    oneOf: [{ required: ['id'] }, { required: ['owner', 'repo', 'number'] }],
  },
  'alternatives with members': {
    type: 'object',
    anyOf: [
      { properties: { kind: { const: 'card' }, card: text }, required: ['kind', 'card'] },
      { properties: { kind: { const: 'bank' }, iban: text }, required: ['kind', 'iban'] },
    ],
  },
  'a reference at the root': {
    $ref: '#/$defs/item',
    $defs: { item: { type: 'object', properties: { name: text }, required: ['name'] } },
  },
  recursion: {
    type: 'object',
    properties: { node: { $ref: '#/$defs/node' }, self: { $ref: '#' } },
    $defs: { node: { type: 'object', properties: { value: text, next: { $ref: '#/$defs/node' } } } },
  },
  'several types, and none': {
    type: 'object',
    properties: { any: true, none: false, empty: {}, both: { type: ['string', 'integer'] }, list: { type: 'array' } },
  },
  'rules that only some APIs know': {
    type: 'object',
    properties: {
      code: { type: 'string', pattern: '^[a-z]+$', minLength: 2, format: 'uuid' },
      size: { type: 'integer', enum: [1, 2, 3] },
      tags: { type: 'array', items: text, uniqueItems: true, maxItems: 5_000 },
      map: { type: 'object', additionalProperties: { type: 'number', exclusiveMinimum: 0 } },
      either: {
        description: 'When.',
        anyOf: [{ type: 'string', format: 'date' }, { type: 'integer' }, { type: 'null' }],
      },
      merged: {
        allOf: [
          { type: 'object', properties: { a: text } },
          { properties: { b: text }, required: ['b'] },
        ],
      },
    },
    dependentRequired: { code: ['size'] },
    not: { required: ['size', 'tags'] },
  },
  'names of inputs that no API accepts': {
    type: 'object',
    properties: {
      'filter[name]': text,
      'X-Api-Version': text,
      filter_name: text,
      ['n'.repeat(90)]: text,
      ümlaut: text,
    },
    required: ['filter[name]'],
  },
  'keywords with invalid values': {
    type: 'object',
    required: 'name',
    properties: {
      name: { type: 'file', minimum: '3', exclusiveMinimum: true, enum: [], items: [text], pattern: '(' },
      __proto__: text,
    },
  } as unknown as JsonObject,
  'a root that is no object': { type: 'array', items: text },
  'deep nesting': Array.from({ length: 40 }).reduce<JsonObject>(
    (inner) => ({ type: 'object', properties: { inner } }),
    { type: 'object', properties: { leaf: text } },
  ),
};

describe.each(modelApiNames)('the projection to %s', (api) => {
  it.each(Object.keys(awkward))('is accepted for %s', (name) => {
    const own = awkward[name] ?? {};
    const definition = define(api, own);
    expect(checkDefinition(api, definition)).toEqual([]);
  });

  it('keeps to the limits of names and descriptions', () => {
    const long = tool(
      { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      'Words. '.repeat(400),
      '1 ü!',
    );
    const projected = projectTool(api, { ...long, name: 'x'.repeat(200) });
    expect(checkDefinition(api, writeToolDefinition(api, projected))).toEqual([]);
    expect(checkDefinition(api, writeToolDefinition(api, projectTool(api, { ...long, description: '' })))).toEqual([]);
    // The rule that the schema lost is never cut off.
    expect(projected.description).toContain('exactly one of: `a`; `b`.');
    expect(projected.shortened).toBe(modelApis[api].descriptionLength !== undefined);
  });
});

/** Names that a member can have, some of them hostile. */
const anyName = fc.constantFrom('a', 'b', 'kind', 'filter[x]', 'X-Version', '__proto__', 'toString', '1', '');
const anyValue = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.integer({ min: -3, max: 9 }),
  fc.boolean(),
  fc.constant(null),
);

const { anySchema } = fc.letrec<{ node: JsonObject; anySchema: JsonObject }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant<JsonObject>({}),
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object') }),
    fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 0, max: 4 }), format: fc.constant('uri') }),
    fc.record({ enum: fc.array(anyValue, { minLength: 1, maxLength: 3 }) }),
    fc.record({ const: anyValue }),
    fc.constant<JsonObject>({ $ref: '#/$defs/node' }),
    fc.constant<JsonObject>({ $ref: '#/$defs/missing' }),
    fc.record({ type: fc.constant('array'), items: tie('node') }),
    fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('node') }),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(anyName, tie('node'), { maxKeys: 3 }),
        required: fc.uniqueArray(anyName, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('node')),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
  ) as fc.Arbitrary<JsonObject>,
  anySchema: fc
    .record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(anyName, tie('node'), { maxKeys: 4 }),
        required: fc.uniqueArray(anyName, { maxLength: 2 }),
        additionalProperties: fc.boolean(),
        anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
        oneOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: ['properties'] },
    )
    .map((root) => ({
      ...root,
      $defs: { node: { type: 'object', properties: { a: { $ref: '#/$defs/node' }, b: { type: 'string' } } } },
    })) as fc.Arbitrary<JsonObject>,
}));

const anyInput = fc.dictionary(
  anyName,
  fc.oneof(anyValue, fc.array(anyValue, { maxLength: 2 }), fc.dictionary(anyName, anyValue, { maxKeys: 2 })),
  { maxKeys: 3 },
) as fc.Arbitrary<JsonObject>;

function accepts(schema: JsonObject, input: JsonObject): boolean {
  try {
    return (
      new Ajv2020({ strict: false, validateFormats: false, ownProperties: true, logger: false }).validate(
        schema,
        input,
      ) === true
    );
  } catch {
    return false;
  }
}

it('is accepted by every API for any schema, and accepts every input that the schema accepts', () => {
  fc.assert(
    fc.property(anySchema, anyInput, (schema, input) => {
      // Alternatives are merged as they are meant: only the alternative that declares a member uses it.
      const isValid = !/"(?:any|one)Of"/.test(JSON.stringify(schema)) && accepts(schema, input);
      for (const api of modelApiNames) {
        const projected = projectTool(api, tool(schema));
        const definition = writeToolDefinition(api, projected);
        expect(checkDefinition(api, definition)).toEqual([]);
        const names = Object.entries(projected.renamed).map(([name, own]) => [own, name]);
        const shown = restoreNames(Object.fromEntries(names), input);
        if (isValid) expect(accepts(schemaIn(definition) as JsonObject, shown), api).toBe(true);
      }
    }),
  );
}, 120_000);

it.each(Object.keys(awkward).filter((name) => name !== 'deep nesting'))(
  'is needed for %s: an API rejects the schema as it is',
  (name) => {
    const own = awkward[name] ?? {};
    const rejecting = modelApiNames.filter(
      (api) => checkDefinition(api, writeToolDefinition(api, tool(own))).length > 0,
    );
    expect(rejecting).not.toEqual([]);
  },
);

describe('what a projection says', () => {
  it('names the alternatives that the root no longer has', () => {
    const describe = (name: string) => projectTool('anthropic', tool(awkward[name] ?? {}));
    expect(describe('alternatives at the root').description).toBe(
      'Adds an item. Give exactly one of: `id`; `owner` and `repo` and `number`.',
    );
    const { description, schema } = describe('alternatives with members');
    expect(description).toBe('Adds an item. Give at least one of: `kind` card with `card`; `kind` bank with `iban`.');
    expect(schema).toMatchObject({ required: ['kind'], properties: { card: text, iban: text } });
  });

  it('writes each rule that an API cannot express next to its input', () => {
    const { schema, loosened } = projectTool('google', tool(awkward['rules that only some APIs know'] ?? {}));
    expect(schema.properties).toMatchObject({
      code: { type: 'string', description: 'Pattern: ^[a-z]+$ At least 2 characters. Format: uuid.' },
      size: { type: 'integer', description: 'One of: 1, 2, 3.' },
      tags: { description: 'No duplicates. At most 5000 items.' },
      either: { anyOf: [{ type: 'string', description: 'When. Format: date.' }, { type: 'integer' }] },
      merged: { type: 'object', properties: { a: text, b: text }, required: ['b'] },
    });
    expect(loosened).toContainEqual({ input: 'size', text: 'One of: 1, 2, 3.' });
    expect(loosened).toContainEqual({ text: '`code` requires `size`.' });
  });

  it('gives inputs names that the API accepts, and restores them', () => {
    const { schema, renamed } = projectTool('google', tool(awkward['names of inputs that no API accepts'] ?? {}));
    const [shown = ''] = Object.keys(renamed).filter((name) => renamed[name] === 'filter[name]');
    expect(shown).toMatch(/^filter_name_[0-9a-f]{8}$/);
    expect(schema.required).toEqual([shown]);
    expect(restoreNames(renamed, { [shown]: 'x', filter_name: 'y' })).toEqual({
      'filter[name]': 'x',
      filter_name: 'y',
    });
  });
});

describe('the projection for unknown model APIs', () => {
  it('leaves a schema unchanged whose structure every API accepts', () => {
    const plain = tool({
      type: 'object',
      properties: { code: { type: 'string', pattern: '^[a-z]+$' }, item: { $ref: '#/$defs/item' } },
      $defs: { item: { type: 'object', properties: { a: text } } },
      additionalProperties: false,
    });
    const projected = projectForAnyApi(plain);
    expect(projected.schema).toBe(plain.schema);
    expect(projected.description).toBe(plain.description);
  });

  it('makes the root a plain object and removes recursion', () => {
    for (const name of ['alternatives at the root', 'recursion', 'names of inputs that no API accepts']) {
      const projected = projectForAnyApi(tool(awkward[name] ?? {}));
      expect(checkDefinition('anthropic', writeToolDefinition('anthropic', projected))).toEqual([]);
    }
  });
});
