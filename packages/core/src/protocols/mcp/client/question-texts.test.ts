/** Questions of a hostile server, as the user of a client gets them. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { markQuestion } from './question-texts.js';

const ask = (properties: JsonObject, message = 'Which size?') =>
  markQuestion(
    { method: 'elicitation/create', params: { message, requestedSchema: { type: 'object', properties } } },
    { agentId: 'desk', isLocal: false },
  );
const formOf = (properties: JsonObject) => (ask(properties).params.requestedSchema as JsonObject).properties;

describe('a question to a user', () => {
  it('cannot control a terminal or hide words, in no label of its form', () => {
    const label = '\u001b[2JSize\u202e\u200b';
    const choices = [{ const: 's', title: label }];
    expect(ask({}, `\u001b]0;x\u0007Pay\u009b31m\nnow\u{e0041}`).params.message).toBe(
      "The service 'desk' asks (third-party text): Pay\nnow",
    );
    expect(
      formOf({
        size: { type: 'string', title: label, description: label, enum: ['s'], enumNames: [label] },
        one: { type: 'string', oneOf: choices },
        many: { type: 'array', title: 'Many', minItems: 1, items: { anyOf: choices } },
      }),
    ).toEqual({
      size: { type: 'string', title: 'Size', description: 'Size', enum: ['s'], enumNames: ['Size'] },
      one: { type: 'string', oneOf: [{ const: 's', title: 'Size' }] },
      many: { type: 'array', title: 'Many', minItems: 1, items: { anyOf: [{ const: 's', title: 'Size' }] } },
    });
  });

  it('has the members of forms only, so that no schema is nested and no pattern is checked by the client', () => {
    const nested = { type: 'object', properties: { deep: {} }, $ref: '#', allOf: [{}] };
    expect(
      formOf({ a: { type: 'string', pattern: '(a+)+$', format: 'email', maxLength: 9 }, b: nested, c: 7 }),
    ).toEqual({
      a: { type: 'string', format: 'email', maxLength: 9 },
      b: { type: 'object' },
      c: { type: 'string' },
    });
  });

  it.each<[string, JsonObject]>([
    ['a name', { 'si\u202eze': { type: 'string' } }],
    ['a choice', { size: { type: 'string', enum: ['\u001b[2J'] } }],
    ['a choice with a title', { size: { type: 'string', oneOf: [{ const: '\u0000', title: 'S' }] } }],
    ['a default', { size: { type: 'string', default: '\u200b' } }],
    ['a choice of a list', { size: { type: 'array', items: { enum: ['\u009b'] } } }],
    ['501 choices', { size: { type: 'string', enum: Array.from({ length: 501 }, (_, at) => `${at}`) } }],
    ['51 fields', Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, {}]))],
  ])('is refused for %s that a user cannot read', (_, properties) => {
    expect(() => ask(properties)).toThrow(expect.objectContaining({ code: 'INPUT_UNAVAILABLE' }));
  });
});

describe('a page that a user is asked to open', () => {
  const open = (url: string, isLocal: boolean) => () =>
    markQuestion(
      { method: 'elicitation/create', params: { mode: 'url', message: 'Pay.', url } },
      { agentId: 'desk', isLocal },
    );

  it.each([
    ['https://pay.example/1', false],
    ['http://localhost:3000/login', true],
    ['http://127.0.0.1:3000/login', true],
    ['http://[::1]:3000/login', true],
  ])('is shown: %s of a service on this machine: %s', (url, isLocal) => {
    expect(open(url, isLocal)().params).toMatchObject({ mode: 'url', url });
  });

  it.each([
    ['http://localhost:3000/login', false],
    ['http://pay.example/1', true],
    ['javascript:alert(1)', true],
    ['file:///etc/passwd', true],
  ])('is refused: %s of a service on this machine: %s', (url, isLocal) => {
    expect(open(url, isLocal)).toThrow(expect.objectContaining({ code: 'INPUT_UNAVAILABLE' }));
  });
});
