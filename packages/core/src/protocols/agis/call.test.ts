/** The exact request of a call over the HTTP transitional binding. */
import type { JsonObject, Operation } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Target } from '../../gateway/call.js';
import { createCall, createEntry } from '../../gateway/gateway.support.js';
import { entryOf, fixture } from './agis.support.js';
import { createAgisCaller, fillPath } from './call.js';

const caller = createAgisCaller({ ownOrigins: ['https://registry.test'] });
const draft = entryOf(fixture('tarn-freight'));

function target(verb: string, change: Partial<Operation> = {}): Target {
  const operation = draft.operations.find((each) => each.verb === verb);
  if (operation === undefined) throw new Error(`no ${verb}`);
  const at = '2026-02-02T08:00:00.000Z';
  const entry = { ...createEntry(), ...draft, id: 'freight' };
  return {
    stored: { entry, revision: 1, seq: 1, createdAt: at, updatedAt: at },
    operation: { ...operation, ...change },
  };
}

const prepare = (verb: string, input: JsonObject, change: Partial<Operation> = {}) =>
  caller.prepare(target(verb, change), createCall({ input }));

describe('a call over the HTTP binding', () => {
  it('is a POST to the AGIS path with the method in a header', () => {
    const window = { consignment_id: 'TV-00000001', window: 'MORNING' };
    expect(prepare('AMEND', window)).toEqual({
      url: 'https://freight.tarnvalley.example/delivery-slot/TV-00000001',
      method: 'POST',
      headers: {
        'x-agis-method': 'AMEND',
        'x-agis-grammar': 'AGIS/1.0',
        'x-agis-namespace': 'tarn-freight',
        'content-type': 'application/json',
      },
      body: window,
    });
  });

  it('is a GET with a query if the provider declared it', () => {
    const binding = { kind: 'agis', base: 'https://freight.example/agis/', transport: 'http', method: 'GET' } as const;
    const { url, method, body } = prepare(
      'TRACK',
      { consignment_id: 'a/b', more: [1, 'ü&'], part: { a: 1 } },
      { binding },
    );
    expect(url).toBe('https://freight.example/agis/consignment/a%2Fb?more=1&more=%C3%BC%26&part=%7B%22a%22%3A1%7D');
    expect(method).toBe('GET');
    expect(body).toBeUndefined();
  });

  it.each([[{}], [{ id: '' }], [{ id: '..' }], [{ id: '.' }], [{ id: null }], [{ id: ['a'] }]])(
    'refuses %j as a path value',
    (input) => {
      expect(() => fillPath('/loan/{id}', input)).toThrow(/path of this endpoint requires 'id'/);
    },
  );

  it('keeps every value inside its segment', () => {
    expect(fillPath('/loan/{id}/copy/{n}', { id: '../a?b#c', n: 7 }).path).toBe('/loan/..%2Fa%3Fb%23c/copy/7');
  });

  it('refuses call loops and unsupported transports', () => {
    const own = { kind: 'agis', base: 'https://registry.test/agents/x/agis', transport: 'http' } as const;
    expect(() => prepare('QUOTE', {}, { binding: own })).toThrow('points back to this gateway');
    const agtp = { kind: 'agis', base: 'agtp://freight.example', transport: 'agtp' } as const;
    expect(() => prepare('QUOTE', {}, { binding: agtp })).toThrow('over AGTP only');
  });
});
