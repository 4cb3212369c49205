/** Pass 8: contracts in JSON Schema, references inside the document, named errors. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { changeBook, evaluate, makeDocument, parseText } from '../idl.support.js';

function findingsOf(change: Record<string, unknown>, schemas?: JsonObject) {
  const document = makeDocument((draft) => {
    changeBook((book) => Object.assign(book, change))(draft);
    if (schemas !== undefined) draft.schemas = schemas;
  });
  return evaluate(document).filter(({ pass }) => pass === 8);
}

const found = (change: Record<string, unknown>, schemas?: JsonObject) =>
  findingsOf(change, schemas).map(({ severity, rule }) => `${severity} ${rule}`);

const text = { type: 'string', description: 'Some text' };
const input = (properties: JsonObject, required: JsonValue = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties: { party_size: text, ...properties },
  required,
});

describe('contracts', () => {
  it('[AGIS-DATA-01] [AGIS-VAL-10] a schema that violates the meta-schema is an error with its location', () => {
    expect(findingsOf({ output: { type: 'object', properties: { id: { minLength: -1 } } } })).toMatchObject([
      { severity: 'error', location: { pointer: '/endpoints/1/output/properties/id/minLength' } },
    ]);
  });

  it('[AGIS-DATA-02] [AGIS-VAL-10] an input is a JSON Schema object', () => {
    for (const value of [undefined, null, true, [], 'string', [{}]])
      expect(found({ input: value })).toEqual(['error AGIS-DATA-02']);
    const none = makeDocument(
      changeBook((book) => {
        book.input = { type: 'object', properties: {}, required: [] };
        delete book.semantic.parameter_hints;
      }),
    );
    expect(evaluate(none)).toEqual([]);
  });

  it('[AGIS-DATA-03] an input lists its required parameters', () => {
    expect(found({ input: { type: 'object', properties: { party_size: text } } })).toEqual(['warning AGIS-DATA-03']);
    expect(found({ input: input({ day: { ...text, required: true } }) })).toEqual(['error AGIS-DATA-03']);
    expect(found({ input: input({}, ['nope']) })).toEqual(['warning AGIS-DATA-03']);
    expect(found({ input: input({}, []) })).toEqual([]);
  });

  it('[AGIS-DATA-04] parameters are snake_case', () => {
    expect(found({ input: input({ partySize: text }) })).toEqual(['warning AGIS-DATA-04']);
    expect(found({ input: input({ party_of_2: text }) })).toEqual([]);
  });

  it('[AGIS-DATA-05] [AGIS-VAL-10] an output is a JSON Schema object', () => {
    for (const value of [undefined, null, true, []]) expect(found({ output: value })).toEqual(['error AGIS-DATA-05']);
  });

  it('[AGIS-DATA-06] [AGIS-DOC-09] referenced schemas are checked, and recursion ends', () => {
    const refer = (name: string) => ({ output: { $ref: `#/schemas/${name}` } });
    const loan = { type: 'object', properties: { next: { $ref: '#/schemas/Loan' } } };
    expect(found(refer('Loan'), { Loan: loan })).toEqual([]);
    expect(found(refer('Nope'), { Loan: loan })).toEqual(['error AGIS-DATA-06']);
    expect(found({}, { Loan: { type: 'integr' } })).toEqual(['error AGIS-DATA-06']);
    expect(found({ input: input({ day: { ...text, minimum: '1' } }) })).toEqual(['error AGIS-DATA-06']);
    expect(found({}, { A: { $ref: '#/schemas/B' }, B: { $ref: '#/schemas/A' } })).toContain('error AGIS-DATA-06');
    const inner = { $defs: { B: { type: 'string' } }, $ref: '#/$defs/B' };
    expect(found({}, { A: inner, B: { $ref: '#/schemas/A' } })).toEqual([]);
    expect(found({ output: { $ref: '#/endpoints/1/output' } })).toEqual(['error AGIS-DATA-06']);
  });

  it('[AGIS-DATA-07] another dialect is read as that dialect', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    const tuple = { type: 'array', items: [{ type: 'string' }], additionalItems: false };
    const older = found({ output: { $schema, type: 'object', properties: { pair: tuple } } });
    expect(older.filter((each) => !each.startsWith('info'))).toEqual([]);
    const current = 'https://json-schema.org/draft/2020-12/schema';
    expect(found({ output: { $schema: current, type: 'object', properties: { pair: tuple } } })).toContain(
      'error AGIS-DATA-06',
    );
  });

  it('[AGIS-DATA-08] an external reference is rejected and never fetched', () => {
    for (const $ref of ['https://x.example/s.json', 'other.json#/x', 'file:///etc/passwd'])
      expect(found({ output: { $ref } })).toEqual(['error AGIS-DATA-08']);
  });

  it('[AGIS-DATA-09] shorthand is expanded, with a warning', () => {
    const shorthand = { required: ['party_size (int)'], optional: ['note'] };
    expect(found({ input: shorthand })).toContain('warning AGIS-DATA-09');
    const document = makeDocument(changeBook((book) => Object.assign(book, { input: shorthand })));
    expect(parseText(JSON.stringify(document)).document).toMatchObject({
      endpoints: [
        {},
        {
          input: {
            type: 'object',
            properties: { party_size: { type: 'integer' }, note: {} },
            required: ['party_size'],
          },
        },
      ],
    });
    expect(found({ output: { id: 'string', total: 'integer' } })).toEqual(['warning AGIS-DATA-09']);
    expect(found({ output: ['id', 'total (int)'] })).toEqual(['warning AGIS-DATA-09']);
  });

  it('[AGIS-DATA-10] a parameter without type or description is an info', () => {
    expect(found({ input: input({ a: {}, b: { type: 'string' }, c: { description: 'C' }, d: text }) })).toEqual(
      Array(3).fill('info AGIS-DATA-10'),
    );
  });

  it('[AGIS-PATH-11] a path parameter must be an input property', () => {
    expect(found({ path: '/account/{id}' })).toEqual(['warning AGIS-PATH-11']);
    expect(found({ path: '/account/{id}', input: input({ id: text }, []) })).toEqual(['warning AGIS-PATH-11']);
    expect(found({ path: '/account/{id}', input: input({ id: text }) })).toEqual([]);
    const schemas = { By: { type: 'object', properties: { id: text, party_size: text }, required: ['id'] } };
    expect(found({ path: '/account/{id}', input: { $ref: '#/schemas/By' } }, schemas)).toEqual([]);
  });

  it('the work on hostile schemas is bounded', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, text]));
    expect(found({ output: { type: 'object', properties: wide } })).toContain('error AGIS-DATA-06');
    expect(found({ output: { type: 'string', pattern: '(?=a)b' } })).toEqual(['warning AGIS-SEC-04']);
  });
});

describe('errors', () => {
  const described = (name: string) => ({ name, description: 'Said well' });

  it('[AGIS-ERR-01] [AGIS-VAL-10] errors are a list', () => {
    for (const errors of [undefined, null, { a: 'b' }, 'none'])
      expect(found({ errors })).toEqual(['error AGIS-ERR-01']);
    expect(found({ errors: [] })).toEqual(['warning AGIS-ERR-01']);
  });

  it('[AGIS-ERR-02] every condition has a name', () => {
    for (const condition of [{ description: 'x' }, '', { name: '' }, 5, null])
      expect(found({ errors: [described('seat_taken'), condition] })).toEqual(['error AGIS-ERR-02']);
    expect(
      found({ errors: ['seat_taken', described('shop_closed')] }).filter((each) => each.startsWith('error')),
    ).toEqual([]);
  });

  it('[AGIS-ERR-03] names without descriptions are one info per endpoint', () => {
    expect(found({ errors: ['seat_taken', 'shop_closed'] })).toEqual(['info AGIS-ERR-03']);
  });

  it('[AGIS-ERR-04] names are specific', () => {
    expect(found({ errors: [described('error'), described('failure')] })).toEqual(['error AGIS-ERR-04']);
    expect(found({ errors: [described('seat_taken'), described('error')] })).toEqual(['warning AGIS-ERR-04']);
    for (const name of ['reservation_unavailable', 'invalid_datetime', 'restaurant_not_found'])
      expect(found({ errors: [described(name)] })).toEqual([]);
  });

  it('[AGIS-ERR-05] names are snake_case and unique', () => {
    expect(found({ errors: [described('SeatTaken')] })).toEqual(['warning AGIS-ERR-05']);
    expect(found({ errors: [described('seat_taken'), described('seat_taken')] })).toEqual(['warning AGIS-ERR-05']);
  });
});
