/** Shows the effect of single changes: each row is a pair of documents that differ in one thing. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { readApi } from '../api/read-api.js';
import { answer, body, buildCase, object } from '../rule-cases.js';
import { defaultSettings } from '../settings.js';
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
  [`${label}: maximum dropped`, make({ ...number, maximum: 5 }), make(number), loose],
];

const a = (schema: JsonObject) => object({ a: schema });
const rows: Row[] = [
  ['nothing', op({}), op({}), ''],
  ['an operation more', op({}), { ...op({}), 'get /u': {} }, 'compatible'],
  ['an operation less', { ...op({}), 'get /u': {} }, op({}), 'breaking'],
  ['operationId changed', op({}), op({ operationId: 't_create' }), 'breaking operation-id-changed'],
  ['operationId dropped', op({}), { 'post /t': { summary: 'Make a task' } }, 'breaking operation-id-changed'],
  [
    'operationId on another route',
    op({}),
    { 'post /u': { operationId: 't_make', summary: 'Make a task' } },
    'breaking operation-id-reused',
  ],
  ['a path parameter renamed', { 'get /t/{a}': {} }, { 'get /t/{b}': {} }, ''],
  ['summary reworded', op({}), op({ summary: 'Make a task now' }), 'description'],
  ['summary of another thing', op({}), op({ summary: 'Purge archived invoices' }), 'meaning operation-meaning-changed'],
  ['description changed', op({ description: 'A' }), op({ description: 'B' }), 'description'],
  ['deprecated', op({}), op({ deprecated: true }), 'compatible'],
  ['no longer deprecated', op({ deprecated: true }), op({}), 'compatible'],
  ['an optional parameter more', op({}), parameter(text), 'compatible'],
  ['a required parameter more', op({}), parameter(text, { required: true }), 'breaking'],
  ['a parameter less', parameter(text), op({}), 'breaking'],
  ['a parameter made required', parameter(text), parameter(text, { required: true }), 'breaking'],
  ['a parameter made optional', parameter(text, { required: true }), parameter(text), 'compatible'],
  ['a parameter described', parameter(text), parameter(text, { description: 'Words' }), 'description'],
  ['a parameter of another type', parameter(text), parameter(number), 'breaking'],
  ['a parameter of a wider type', parameter(number), parameter({ type: 'number' }), 'compatible'],
  ['a parameter of a narrower type', parameter({ type: 'number' }), parameter(number), 'breaking'],
  [
    'a parameter with another default',
    parameter({ ...number, default: 1 }),
    parameter({ ...number, default: 2 }),
    'meaning',
  ],
  [
    'a parameter value less',
    parameter({ enum: ['a', 'b'] }),
    parameter({ enum: ['a'] }),
    'breaking enum-value-removed',
  ],
  ['a parameter value more', parameter({ enum: ['a'] }), parameter({ enum: ['a', 'b'] }), 'compatible'],
  ['a parameter with a set', parameter(text), parameter({ ...text, enum: ['a'] }), 'breaking'],
  ['a parameter without its set', parameter({ ...text, enum: ['a'] }), parameter(text), 'compatible'],
  ['a parameter with a pattern', parameter(text), parameter({ ...text, pattern: '^a' }), 'breaking'],
  ['a parameter without its pattern', parameter({ ...text, pattern: '^a' }), parameter(text), 'compatible'],
  ['a parameter with a format', parameter(text), parameter({ ...text, format: 'date' }), 'breaking'],
  ...bounds(parameter, 'parameter', ['breaking', 'compatible']),
  ['a body more', op({}), input(a(text)), 'compatible'],
  ['a required body more', op({}), op({ requestBody: { required: true, ...body(a(text)) } }), 'breaking'],
  ['a body less', input(a(text)), op({}), 'breaking'],
  ['a body made required', input(a(text)), op({ requestBody: { required: true, ...body(a(text)) } }), 'breaking'],
  ['an optional property sent more', input(a(text)), input(object({ a: text, b: text })), 'compatible'],
  [
    'a required property sent more',
    input(a(text)),
    input(object({ a: text, b: text }, { required: ['b'] })),
    'breaking',
  ],
  ['a property sent less', input(object({ a: text, b: text })), input(a(text)), 'breaking'],
  ['a property sent made required', input(a(text)), input(object({ a: text }, { required: ['a'] })), 'breaking'],
  ['a property sent made optional', input(object({ a: text }, { required: ['a'] })), input(a(text)), 'compatible'],
  ['a property sent of another type', input(a(text)), input(a(number)), 'breaking'],
  ['null allowed in what is sent', input(a(text)), input(a({ type: ['string', 'null'] })), 'compatible'],
  ['null refused in what is sent', input(a({ type: ['string', 'null'] })), input(a(text)), 'breaking'],
  [
    'a value sent less, deep inside',
    input(a({ type: 'array', items: a({ enum: ['x', 'y'] }) })),
    input(a({ type: 'array', items: a({ enum: ['x'] }) })),
    'breaking enum-value-removed',
  ],
  ['the input closed', input(a(text)), input(object({ a: text }, { additionalProperties: false })), 'breaking'],
  ['the input opened', input(object({ a: text }, { additionalProperties: false })), input(a(text)), 'compatible'],
  ['a property sent described', input(a(text)), input(a({ ...text, description: 'A' })), 'description'],
  ...bounds((schema) => input(a(schema)), 'sent', ['breaking', 'compatible']),
  ['a field received more', output(a(text)), output(object({ a: text, b: text })), 'compatible'],
  ['a field received less', output(object({ a: text, b: text })), output(a(text)), 'breaking'],
  ['a field received made optional', output(object({ a: text }, { required: ['a'] })), output(a(text)), 'breaking'],
  ['a field received made sure', output(a(text)), output(object({ a: text }, { required: ['a'] })), 'compatible'],
  ['a field received of another type', output(a(text)), output(a(number)), 'breaking'],
  ['a field received of a narrower type', output(a({ type: 'number' })), output(a(number)), 'compatible'],
  ['a field received of a wider type', output(a(number)), output(a({ type: 'number' })), 'breaking'],
  ['null in what is received', output(a(text)), output(a({ type: ['string', 'null'] })), 'breaking'],
  ['a value received more', output(a({ enum: ['a'] })), output(a({ enum: ['a', 'b'] })), 'breaking'],
  ['a value received less', output(a({ enum: ['a', 'b'] })), output(a({ enum: ['a'] })), 'breaking enum-value-removed'],
  ['a field received described', output(a(text)), output(a({ ...text, description: 'A' })), 'description'],
  [
    'null among the values, then beside them',
    output(a({ type: ['string', 'null'], enum: ['x', null] })),
    output(a({ type: 'string', nullable: true, enum: ['x'] })),
    '',
  ],
  [
    'a type moved into allOf',
    input(a({ type: 'string', maxLength: 5 })),
    input(a({ allOf: [{ type: 'string', maxLength: 5 }] })),
    '',
  ],
  [
    'null written as a choice',
    output(a({ type: 'string', nullable: true })),
    output(a({ anyOf: [{ type: 'null' }, text] })),
    '',
  ],
  [
    'what is sure, in the one choice that is not null',
    output(a(object({ b: text }, { required: ['b'] }))),
    output(a({ oneOf: [object({ b: text }, { required: ['b'] })] })),
    '',
  ],
  [
    'a demand hidden in allOf',
    input(object({ a: text })),
    input({ allOf: [object({ a: text }), { required: ['a'] }] }),
    'breaking',
  ],
  ['a choice more in what is received', output(a({ oneOf: [text] })), output(a({ oneOf: [text, number] })), 'breaking'],
  [
    'another answer',
    op({}),
    op({ responses: { '200': { description: 'Done' }, '404': { description: 'No' } } }),
    'compatible',
  ],
  [
    'a failure less',
    op({ responses: { '200': { description: 'Done' }, '404': { description: 'No' } } }),
    op({}),
    'compatible',
  ],
  ['the success less', op({}), op({ responses: { '201': { description: 'Done' } } }), 'breaking'],
  ['access demanded', op({}), op({ security: [{ key: [] }] }), 'breaking'],
  ['access opened', op({ security: [{ key: [] }] }), op({ security: [] }), 'compatible'],
  [
    'another way of access',
    op({ security: [{ key: [] }] }),
    op({ security: [{ key: [] }, { other: [] }] }),
    'compatible',
  ],
  ['a scope more', op({ security: [{ o: ['a'] }] }), op({ security: [{ o: ['a', 'b'] }] }), 'breaking'],
];

/** The gravest effect, with the rule of its change. */
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

/** The name of a row, with the requirement that another meaning under the same name breaks. */
function titleOf([name, , , effect]: Row): string {
  if (/^meaning|operation-id-reused$/.test(effect)) return `[PROF-VER-03] ${name}`;
  return effect.startsWith('compatible') ? `[PROF-VER-01] ${name}` : name;
}

describe('compareApis', () => {
  for (const row of rows) {
    const [, one, other, effect] = row;
    it(titleOf(row), () => expect(verdict(one, other)).toBe(effect));
  }

  it('is measured on at least sixty pairs', () => expect(rows.length).toBeGreaterThanOrEqual(60));

  it('[PROF-VER-02] wants a new major version for what breaks, and nothing for what does not', () => {
    const version = (said: string) => ({ info: { title: 'T', version: said } });
    const rules = (one: JsonObject, other: JsonObject) => compare(one, other).changes.flatMap(({ rule }) => rule ?? []);
    const gone = { ...op({}), 'get /u': {} };
    expect(rules({ ...gone, ...version('1.2.0') }, { ...op({}), ...version('1.3.0') })).toEqual([
      'breaking-change-without-version',
    ]);
    expect(rules({ ...gone, ...version('1.2.0') }, { ...op({}), ...version('2.0.0') })).toEqual([]);
    expect(rules({ ...op({}), ...version('1') }, { ...gone, ...version('1') })).toEqual([]);
  });

  it('[PROF-DESC-03] [PROF-CONS-08] tells a changed operationId and a removed value', () => {
    expect(verdict(op({}), op({ operationId: 'other' }))).toBe('breaking operation-id-changed');
    expect(verdict(op({}), op({}))).toBe('');
    expect(verdict(output(a({ enum: ['x', 'y'] })), output(a({ enum: ['x', 'z'] })))).toBe(
      'breaking enum-value-removed',
    );
  });

  it('ends on schemas that refer to themselves', () => {
    const tree = (type: string): JsonObject => ({
      ...output({ $ref: '#/components/schemas/Node' }),
      components: { schemas: { Node: object({ next: { $ref: '#/components/schemas/Node' }, value: { type } }) } },
    });
    expect(verdict(tree('string'), tree('integer'))).toBe('breaking');
  });
});
