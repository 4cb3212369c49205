/** Tests the effect of single changes: each row is a pair of documents with one difference. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { readApi } from '../api/read-api.js';
import { answer, body, buildCase, object } from '../rule-model/rule-cases.js';
import { defaultSettings } from '../settings/settings.js';
import { compareApis } from './compare-apis.js';

const compare = (one: JsonObject, other: JsonObject) =>
  compareApis(readApi(buildCase(one), defaultSettings), readApi(buildCase(other), defaultSettings));
const op = (operation: JsonObject): JsonObject => ({
  'post /t': { operationId: 't_make', summary: 'Make a task', ...operation },
});
const parameter = (schema: JsonObject, more: JsonObject = {}) =>
  op({ parameters: [{ name: 'q', in: 'query', schema, ...more }] });
const input = (schema: JsonObject) => op({ requestBody: body(schema) });
const output = (schema: JsonObject) => op({ responses: answer(schema) });
const text = { type: 'string' };
const number = { type: 'integer' };

type Row = [name: string, one: JsonObject, other: JsonObject, effect: string];

const bounds = (make: (schema: JsonObject) => JsonObject, label: string, [tight, loose]: [string, string]): Row[] => [
  [`${label}: maxLength lowered`, make({ ...text, maxLength: 9 }), make({ ...text, maxLength: 5 }), tight],
  [`${label}: maxLength raised`, make({ ...text, maxLength: 5 }), make({ ...text, maxLength: 9 }), loose],
  [`${label}: maximum set`, make(number), make({ ...number, maximum: 5 }), tight],
  [`${label}: maximum removed`, make({ ...number, maximum: 5 }), make(number), loose],
];

const a = (schema: JsonObject) => object({ a: schema });
const headers = (given: JsonObject) => op({ responses: { '200': { description: 'Done', headers: given } } });
const hook = (schema: JsonObject): JsonObject => ({
  webhooks: { made: { post: { requestBody: body(a(schema)), responses: {} } } },
});
const rows: Row[] = [
  ['nothing', op({}), op({}), ''],
  ['operation added', op({}), { ...op({}), 'get /u': {} }, 'compatible'],
  ['operation removed', { ...op({}), 'get /u': {} }, op({}), 'breaking'],
  ['operationId changed', op({}), op({ operationId: 't_create' }), 'breaking operation-id-changed'],
  ['operationId removed', op({}), { 'post /t': { summary: 'Make a task' } }, 'breaking operation-id-changed'],
  [
    'operationId moved to another route',
    op({}),
    { 'post /u': { operationId: 't_make', summary: 'Make a task' } },
    'breaking operation-id-reused',
  ],
  ['path without described parameters renamed', { 'get /t/{a}': {} }, { 'get /t/{b}': {} }, ''],
  [
    'path parameter renamed',
    { 'get /t/{a}': { parameters: [{ name: 'a', in: 'path', required: true, schema: text }] } },
    { 'get /t/{b}': { parameters: [{ name: 'b', in: 'path', required: true, schema: text }] } },
    'compatible',
  ],
  [
    'security alternatives reordered',
    op({ security: [{ key: [] }, { other: [] }] }),
    op({ security: [{ other: [] }, { key: [] }] }),
    '',
  ],
  ['summary reworded', op({}), op({ summary: 'Make a task now' }), 'description'],
  [
    'summary about another subject',
    op({}),
    op({ summary: 'Purge archived invoices' }),
    'meaning operation-meaning-changed',
  ],
  ['description changed', op({ description: 'A' }), op({ description: 'B' }), 'description'],
  ['deprecated', op({}), op({ deprecated: true }), 'compatible'],
  ['no longer deprecated', op({ deprecated: true }), op({}), 'compatible'],
  ['optional parameter added', op({}), parameter(text), 'compatible'],
  ['required parameter added', op({}), parameter(text, { required: true }), 'breaking'],
  ['parameter removed', parameter(text), op({}), 'breaking'],
  ['parameter made required', parameter(text), parameter(text, { required: true }), 'breaking'],
  ['parameter made optional', parameter(text, { required: true }), parameter(text), 'compatible'],
  ['parameter description added', parameter(text), parameter(text, { description: 'Words' }), 'description'],
  ['parameter type changed', parameter(text), parameter(number), 'breaking'],
  ['parameter type widened', parameter(number), parameter({ type: 'number' }), 'compatible'],
  ['parameter type narrowed', parameter({ type: 'number' }), parameter(number), 'breaking'],
  ['parameter default changed', parameter({ ...number, default: 1 }), parameter({ ...number, default: 2 }), 'meaning'],
  [
    'parameter enum value removed',
    parameter({ enum: ['a', 'b'] }),
    parameter({ enum: ['a'] }),
    'breaking enum-value-removed',
  ],
  ['parameter enum value added', parameter({ enum: ['a'] }), parameter({ enum: ['a', 'b'] }), 'compatible'],
  ['parameter enum added', parameter(text), parameter({ ...text, enum: ['a'] }), 'breaking'],
  ['parameter enum removed', parameter({ ...text, enum: ['a'] }), parameter(text), 'compatible'],
  ['parameter pattern added', parameter(text), parameter({ ...text, pattern: '^a' }), 'breaking'],
  ['parameter pattern removed', parameter({ ...text, pattern: '^a' }), parameter(text), 'compatible'],
  ['parameter format added', parameter(text), parameter({ ...text, format: 'date' }), 'breaking'],
  ...bounds(parameter, 'parameter', ['breaking', 'compatible']),
  ['request body added', op({}), input(a(text)), 'compatible'],
  ['required request body added', op({}), op({ requestBody: { required: true, ...body(a(text)) } }), 'breaking'],
  ['request body removed', input(a(text)), op({}), 'breaking'],
  ['request body made required', input(a(text)), op({ requestBody: { required: true, ...body(a(text)) } }), 'breaking'],
  ['optional request property added', input(a(text)), input(object({ a: text, b: text })), 'compatible'],
  [
    'required request property added',
    input(a(text)),
    input(object({ a: text, b: text }, { required: ['b'] })),
    'breaking',
  ],
  ['request property removed', input(object({ a: text, b: text })), input(a(text)), 'breaking'],
  ['request property made required', input(a(text)), input(object({ a: text }, { required: ['a'] })), 'breaking'],
  ['request property made optional', input(object({ a: text }, { required: ['a'] })), input(a(text)), 'compatible'],
  ['request property type changed', input(a(text)), input(a(number)), 'breaking'],
  ['request property made nullable', input(a(text)), input(a({ type: ['string', 'null'] })), 'compatible'],
  ['request property no longer nullable', input(a({ type: ['string', 'null'] })), input(a(text)), 'breaking'],
  [
    'nested request enum value removed',
    input(a({ type: 'array', items: a({ enum: ['x', 'y'] }) })),
    input(a({ type: 'array', items: a({ enum: ['x'] }) })),
    'breaking enum-value-removed',
  ],
  ['request object closed', input(a(text)), input(object({ a: text }, { additionalProperties: false })), 'breaking'],
  ['request object opened', input(object({ a: text }, { additionalProperties: false })), input(a(text)), 'compatible'],
  ['request property description added', input(a(text)), input(a({ ...text, description: 'A' })), 'description'],
  ...bounds((schema) => input(a(schema)), 'sent', ['breaking', 'compatible']),
  ['response field added', output(a(text)), output(object({ a: text, b: text })), 'compatible'],
  ['response field removed', output(object({ a: text, b: text })), output(a(text)), 'breaking'],
  ['response field made optional', output(object({ a: text }, { required: ['a'] })), output(a(text)), 'breaking'],
  ['response field made required', output(a(text)), output(object({ a: text }, { required: ['a'] })), 'compatible'],
  ['response field type changed', output(a(text)), output(a(number)), 'breaking'],
  ['response field type narrowed', output(a({ type: 'number' })), output(a(number)), 'compatible'],
  ['response field type widened', output(a(number)), output(a({ type: 'number' })), 'breaking'],
  ['response field made nullable', output(a(text)), output(a({ type: ['string', 'null'] })), 'breaking'],
  ['response enum value added', output(a({ enum: ['a'] })), output(a({ enum: ['a', 'b'] })), 'breaking'],
  [
    'response enum value removed',
    output(a({ enum: ['a', 'b'] })),
    output(a({ enum: ['a'] })),
    'compatible enum-value-removed',
  ],
  ['response field description added', output(a(text)), output(a({ ...text, description: 'A' })), 'description'],
  [
    'null moved from the enum to the type',
    output(a({ type: ['string', 'null'], enum: ['x', null] })),
    output(a({ type: 'string', nullable: true, enum: ['x'] })),
    '',
  ],
  [
    'type moved into allOf',
    input(a({ type: 'string', maxLength: 5 })),
    input(a({ allOf: [{ type: 'string', maxLength: 5 }] })),
    '',
  ],
  [
    'null written as a oneOf alternative',
    output(a({ type: 'string', nullable: true })),
    output(a({ anyOf: [{ type: 'null' }, text] })),
    '',
  ],
  [
    'required fields in the only non-null alternative',
    output(a(object({ b: text }, { required: ['b'] }))),
    output(a({ oneOf: [object({ b: text }, { required: ['b'] })] })),
    '',
  ],
  [
    'requirement hidden in allOf',
    input(object({ a: text })),
    input({ allOf: [object({ a: text }), { required: ['a'] }] }),
    'breaking',
  ],
  ['response alternative added', output(a({ oneOf: [text] })), output(a({ oneOf: [text, number] })), 'breaking'],
  ['request const changed', input(a({ const: 'x' })), input(a({ const: 'y' })), 'breaking enum-value-removed'],
  ['response minimum lowered', output(a({ ...number, minimum: 5 })), output(a({ ...number, minimum: 1 })), 'breaking'],
  [
    'values of a map narrowed',
    input({ type: 'object', additionalProperties: { type: 'number' } }),
    input({ type: 'object', additionalProperties: number }),
    'breaking',
  ],
  [
    'patternProperties added',
    input(a(text)),
    input(object({ a: text }, { patternProperties: { '^x-': text } })),
    'breaking',
  ],
  [
    'dependentRequired added',
    input(object({ a: text, b: text })),
    input(object({ a: text, b: text }, { dependentRequired: { a: ['b'] } })),
    'breaking',
  ],
  ['not added', input(a(text)), input(a({ ...text, not: { const: 'x' } })), 'breaking'],
  ['not loosened', input(a({ not: { minimum: 1 } })), input(a({ not: { minimum: 5 } })), 'compatible'],
  ['multipleOf tightened', input(a({ ...number, multipleOf: 2 })), input(a({ ...number, multipleOf: 4 })), 'breaking'],
  ['uniqueItems added', input(a({ type: 'array' })), input(a({ type: 'array', uniqueItems: true })), 'breaking'],
  [
    'rule of a schema that allows no value',
    input({ type: 'array', items: text, contains: number, maxContains: 5 }),
    input({ type: 'array', items: text, contains: number, minContains: 2 }),
    'breaking',
  ],
  ['contentEncoding added', input(a(text)), input(a({ ...text, contentEncoding: 'base64' })), 'breaking'],
  [
    'pattern widened',
    input(a({ ...text, pattern: '^[a-m]+$' })),
    input(a({ ...text, pattern: '^[a-z]+$' })),
    'compatible',
  ],
  [
    'pattern that only one text fails',
    input(a({ ...text, pattern: '^[a-z]$' })),
    input(a({ ...text, pattern: '^[a-y]$' })),
    'breaking',
  ],
  [
    'read-only property required in a request',
    input(a(text)),
    input(object({ a: text, id: { ...text, readOnly: true } }, { required: ['id'] })),
    '',
  ],
  [
    'write-only mark added',
    output(object({ a: text }, { required: ['a'] })),
    output(object({ a: { ...text, writeOnly: true } }, { required: ['a'] })),
    'meaning',
  ],
  [
    'alternative removed from a request',
    input({
      oneOf: [
        { title: 'A', ...a(text) },
        { title: 'B', ...object({ b: text }) },
      ],
    }),
    input({
      oneOf: [
        { title: 'A', ...a(text) },
        { title: 'C', ...object({ c: text }) },
      ],
    }),
    'breaking',
  ],
  [
    'array parameter written in another form',
    parameter({ type: 'array', items: text }),
    parameter({ type: 'array', items: text }, { explode: false }),
    'breaking',
  ],
  [
    'required response header removed',
    headers({ 'X-Total': { required: true, schema: number } }),
    headers({}),
    'breaking',
  ],
  [
    'response header widened',
    headers({ 'X-Total': { schema: number } }),
    headers({ 'x-total': { schema: { type: 'number' } } }),
    'breaking',
  ],
  ['response header added', headers({}), headers({ 'X-Total': { schema: number } }), 'compatible'],
  ['scope removed', op({ security: [{ o: ['a', 'b'] }] }), op({ security: [{ o: ['a'] }] }), 'compatible'],
  [
    'media type of a request covered by a range',
    op({ requestBody: { content: { 'text/plain': {} } } }),
    op({ requestBody: { content: { 'text/*': {} } } }),
    '',
  ],
  [
    'media type of a response removed',
    op({ responses: { '200': { description: 'Done', content: { 'text/plain': {}, 'text/csv': {} } } } }),
    op({ responses: { '200': { description: 'Done', content: { 'text/csv': {} } } } }),
    'breaking',
  ],
  ['webhook removed', { webhooks: { made: { post: {} } } }, { webhooks: {} }, 'breaking'],
  ['webhook payload: value added', hook({ enum: ['a'] }), hook({ enum: ['a', 'b'] }), 'breaking'],
  [
    'webhook payload: value removed',
    hook({ enum: ['a', 'b'] }),
    hook({ enum: ['a'] }),
    'compatible enum-value-removed',
  ],
  [
    'response status added',
    op({}),
    op({ responses: { '200': { description: 'Done' }, '404': { description: 'No' } } }),
    'compatible',
  ],
  [
    'error response removed',
    op({ responses: { '200': { description: 'Done' }, '404': { description: 'No' } } }),
    op({}),
    'compatible',
  ],
  [
    'response description changed',
    op({ responses: { '200': { description: 'The price' } } }),
    op({ responses: { '200': { description: 'The price in pence' } } }),
    'description',
  ],
  ['success response removed', op({}), op({ responses: { '201': { description: 'Done' } } }), 'breaking'],
  ['security required', op({}), op({ security: [{ key: [] }] }), 'breaking'],
  ['security removed', op({ security: [{ key: [] }] }), op({ security: [] }), 'compatible'],
  [
    'security scheme changed',
    op({ security: [{ key: [] }] }),
    op({ security: [{ key: [] }, { other: [] }] }),
    'compatible',
  ],
  ['scope added', op({ security: [{ o: ['a'] }] }), op({ security: [{ o: ['a', 'b'] }] }), 'breaking'],
];

/** The most severe effect, with the rule of its change. */
function verdict(one: JsonObject, other: JsonObject): string {
  const { changes } = compare(one, other);
  const told = changes.filter(({ rule }) => rule !== 'breaking-change-without-version');
  for (const effect of ['breaking', 'meaning', 'compatible', 'description']) {
    const found = told.filter((change) => change.effect === effect);
    const rule = found.find((change) => change.rule !== undefined)?.rule;
    if (found.length > 0) return rule === undefined ? effect : `${effect} ${rule}`;
  }
  return '';
}

/** The name of a row, tagged with the requirement that a changed meaning violates. */
function titleOf([name, , , effect]: Row): string {
  if (/^meaning|operation-id-reused$/.test(effect)) return `[PROF-VER-03] ${name}`;
  return effect.startsWith('compatible') ? `[PROF-VER-01] ${name}` : name;
}

describe('compareApis', () => {
  for (const row of rows) {
    const [, one, other, effect] = row;
    it(titleOf(row), () => expect(verdict(one, other)).toBe(effect));
  }

  it('covers at least sixty pairs', () => expect(rows.length).toBeGreaterThanOrEqual(60));

  it('[PROF-VER-02] requires a new major version for breaking changes only', () => {
    const version = (said: string) => ({ info: { title: 'T', version: said } });
    const rules = (one: JsonObject, other: JsonObject) => compare(one, other).changes.flatMap(({ rule }) => rule ?? []);
    const gone = { ...op({}), 'get /u': {} };
    expect(rules({ ...gone, ...version('1.2.0') }, { ...op({}), ...version('1.3.0') })).toEqual([
      'breaking-change-without-version',
    ]);
    expect(rules({ ...gone, ...version('1.2.0') }, { ...op({}), ...version('2.0.0') })).toEqual([]);
    expect(rules({ ...op({}), ...version('1') }, { ...gone, ...version('1') })).toEqual([]);
  });

  it('does not count the note about the version as a change, and marks no change of a webhook as a change of a tool', () => {
    const { changes, counts, breaking } = compare(hook({ enum: ['a'] }), hook({ enum: ['a', 'b'] }));
    expect(changes.filter(({ effect }) => effect === 'breaking')).toHaveLength(2);
    expect([counts.breaking, breaking]).toEqual([1, true]);
    expect(changes.filter(({ tool }) => tool)).toEqual([]);
  });

  it('[PROF-DESC-03] [PROF-CONS-08] reports a renamed operationId and a removed enum value', () => {
    expect(verdict(op({}), op({ operationId: 'other' }))).toBe('breaking operation-id-changed');
    expect(verdict(op({}), op({}))).toBe('');
    const removed = [output(a({ enum: ['x', 'y'] })), output(a({ enum: ['x', 'z'] }))] as const;
    expect(compare(...removed).changes.flatMap(({ rule }) => rule ?? [])).toContain('enum-value-removed');
    expect(verdict(...removed)).toBe('breaking');
  });

  it('names the part, the whole and a counterexample, and only values that changed', () => {
    const told = (one: JsonObject, other: JsonObject) =>
      compare(one, other).changes.flatMap(({ rule, where, message, counterexample, effect }) =>
        rule === 'breaking-change-without-version' ? [] : [[effect, where, message, counterexample]],
      );
    expect(told(output(number), output({ type: 'number' }))).toEqual([
      ['breaking', 'response 200', 'The response 200 was integer and is number.', 0.5],
    ]);
    const kinds = (...values: string[]) =>
      output(a({ oneOf: values.map((value) => object({ kind: { const: value } }, { required: ['kind'] })) }));
    expect(told(kinds('x', 'y'), kinds('x', 'y', 'z'))).toEqual([
      ['breaking', 'response 200', 'The alternative kind "z" of a was added.', { kind: 'z' }],
    ]);
  });

  it('reports values that are described in another way once, and removes no restriction that moved', () => {
    const messages = (one: JsonObject, other: JsonObject) => compare(one, other).changes.map(({ message }) => message);
    const list = a({ ...text, enum: ['x', 'y'] });
    const alternatives = a({ anyOf: [{ const: 'x' }, { const: 'y' }] });
    const rewritten = ['a is described in another way and has the same values.'];
    for (const make of [input, output]) {
      expect(messages(make(list), make(alternatives))).toEqual(rewritten);
      expect(messages(make(alternatives), make(list))).toEqual(rewritten);
    }
    expect(verdict(input(list), input(a({ anyOf: [{ const: 'x' }] })))).toContain('breaking');
    expect(verdict(output(a({ ...text, enum: ['x'] })), output(alternatives))).toContain('breaking');
  });

  it('reports only the removed alternative when one is left, and names rules of members without a name', () => {
    const told = (one: JsonObject, other: JsonObject) =>
      compare(one, other).changes.flatMap(({ rule, effect, message }) =>
        rule === 'breaking-change-without-version' ? [] : [`${effect}: ${message}`],
      );
    const kind = (name: string) => object({ kind: { const: name }, size: number }, { required: ['kind'] });
    expect(told(input({ oneOf: [kind('x'), kind('y')] }), input({ oneOf: [kind('x')] }))).toEqual([
      'breaking: The alternative kind "y" of the request body was removed.',
    ]);
    expect(told(output({ allOf: [text, { enum: ['x'] }] }), output({ enum: ['x'] }))).toEqual([]);
    const map = (schema: JsonObject) => input(a({ type: 'object', additionalProperties: schema }));
    expect(told(map({ type: 'number' }), map(number))).toEqual(['breaking: a[any name] was number and is integer.']);
    expect(told(input(text), input({ ...text, not: { const: 'x' } }))).toEqual([
      'breaking: The request body now has the rule not.',
    ]);
  });

  it('applies rules next to a reference since OpenAPI 3.1, wherever a schema begins', () => {
    const ref = { $ref: '#/components/schemas/Name' };
    const of = (make: (schema: JsonObject) => JsonObject, schema: JsonObject, openapi: string) => ({
      openapi,
      ...make(schema),
      components: { schemas: { Name: text } },
    });
    for (const make of [input, parameter]) {
      const change = (openapi: string) => verdict(of(make, ref, openapi), of(make, { ...ref, maxLength: 3 }, openapi));
      expect([change('3.1.0'), change('3.0.3')]).toEqual(['breaking', '']);
    }
    expect(verdict(of(output, { ...ref, maxLength: 3 }, '3.1.0'), of(output, ref, '3.1.0'))).toBe('breaking');
    const described = { ...ref, description: 'A name.' };
    expect(verdict(of(input, ref, '3.1.0'), of(input, described, '3.1.0'))).toBe('');
  });

  it('reports a value that no longer selects a schema of a request', () => {
    const schemas = { Cat: object({ kind: text, name: text }), Dog: object({ kind: text, age: number }) };
    const pets = (mapping: JsonObject) => ({
      ...input({
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind', mapping },
      }),
      components: { schemas },
    });
    const [cat, dog] = ['#/components/schemas/Cat', '#/components/schemas/Dog'];
    const effects = (one: JsonObject, other: JsonObject) =>
      compare(pets(one), pets(other)).changes.flatMap(({ effect, message, rule }) =>
        rule === 'breaking-change-without-version' ? [] : [`${effect}: ${message}`],
      );
    expect(effects({ cat, dog }, { cats: cat, dog })).toEqual([
      'breaking: The value "cat" no longer selects an alternative of the request body.',
    ]);
    expect(effects({ Cat: cat, dog }, { dog })).toEqual(['meaning: The discriminator of the request body changed.']);
    expect(effects({ dog }, { cat, dog })).toEqual(['meaning: The discriminator of the request body changed.']);
  });

  it('marks a renamed path parameter as a change of the tool', () => {
    const path = (name: string): JsonObject => ({
      [`get /t/{${name}}`]: { parameters: [{ name, in: 'path', required: true, schema: text }] },
    });
    expect(compare(path('id'), path('task')).changes).toMatchObject([{ effect: 'compatible', tool: true }]);
  });

  it('says that compatibility cannot be decided', () => {
    const [one, other] = ['^(?=a)', '^(?!a)'].map((pattern) => input(a({ ...text, pattern }))) as [
      JsonObject,
      JsonObject,
    ];
    expect(compare(one, other)).toMatchObject({ breaking: false, counts: { undecided: 1 } });
  });

  it('suggests a version', () => {
    const suggested = (version: string, other: JsonObject) =>
      compare({ ...op({}), info: { title: 'T', version } }, { ...other, info: { title: 'T', version } }).versions
        .suggested;
    const added = { ...op({}), 'get /u': {} };
    expect(['1.2.3', 'v1', '0.4.0', '2024-01-01'].map((version) => suggested(version, { 'get /u': {} }))).toEqual([
      '2.0.0',
      'v2',
      '0.5.0',
      '2024-01-01',
    ]);
    expect([
      suggested('1.2.3', added),
      suggested('1.2', added),
      suggested('1.2.3', op({ description: 'A' })),
      suggested('1.2.3', op({})),
    ]).toEqual(['1.3.0', '1.3', '1.2.4', '1.2.3']);
  });

  it('terminates on recursive schemas', () => {
    const tree = (type: string): JsonObject => ({
      ...output({ $ref: '#/components/schemas/Node' }),
      components: { schemas: { Node: object({ next: { $ref: '#/components/schemas/Node' }, value: { type } }) } },
    });
    expect(verdict(tree('string'), tree('integer'))).toBe('breaking');
  });
});
