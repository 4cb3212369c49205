/** Whole query strings (`in: querystring` of OpenAPI 3.2): read, called and written back. */
import type { Entry, HttpBinding, JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { prepareHttp } from './call.js';
import { context, documentOf, read, readOne, responses } from './openapi.support.js';
import { readOpenApi } from './read.js';
import { writeOpenApi } from './write.js';

const filter: JsonObject = {
  type: 'object',
  properties: { text: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
};

function parameter(mediaType: string, schema: JsonObject = filter): JsonObject {
  return { name: 'filter', in: 'querystring', required: true, content: { [mediaType]: { schema } } };
}

function document(parameters: JsonValue[], openapi = '3.2.0'): JsonObject {
  return documentOf({ '/berths': { get: { operationId: 'findBerths', parameters, responses } } }, { openapi });
}

function urlOf(mediaType: string, value: JsonValue, schema?: JsonObject): string {
  const { binding } = readOne(document([parameter(mediaType, schema)]));
  return prepareHttp(binding as HttpBinding, { filter: value }).url;
}

describe('a whole query string', () => {
  it('is one required input with the schema of its content', () => {
    const { input, binding } = readOne(document([parameter('application/json')]));
    expect(input).toMatchObject({ required: ['filter'], properties: { filter } });
    expect((binding as HttpBinding).parameters).toEqual({
      filter: { in: 'querystring', mediaType: 'application/json' },
    });
  });

  it('is sent as a form, as JSON or as text, without its name', () => {
    const base = 'https://api.example.org/v1/berths?';
    const value = { text: 'a&b c', tags: ['x', 'y'] };
    expect(urlOf('application/x-www-form-urlencoded', value)).toBe(`${base}text=a%26b+c&tags=x&tags=y`);
    expect(urlOf('application/json', { text: 'a b' })).toBe(`${base}%7B%22text%22%3A%22a%20b%22%7D`);
    expect(urlOf('application/jsonpath', '$.a.b[1:1]', { type: 'string' })).toBe(`${base}%24.a.b%5B1%3A1%5D`);
  });

  it('serializes the fields of a form as their encoding demands', () => {
    const form = {
      schema: { type: 'object', properties: { box: { type: 'object' }, tags: { type: 'array', items: {} } } },
      encoding: { box: { contentType: 'application/json' }, tags: { style: 'form', explode: false } },
    };
    const given = { name: 'filter', in: 'querystring', content: { 'application/x-www-form-urlencoded': form } };
    const { binding } = readOne(document([given]));
    const { url } = prepareHttp(binding as HttpBinding, { filter: { box: { w: 2 }, tags: ['x', 'y'] } });
    expect(url).toBe('https://api.example.org/v1/berths?box=%7B%22w%22%3A2%7D&tags=x,y');
  });

  it('cannot leave the query when a form is given as text', () => {
    const url = urlOf('application/x-www-form-urlencoded', 'a=1&b=%zz#x y', { type: 'string' });
    expect(url).toBe('https://api.example.org/v1/berths?a=1&b=%25zz%23x%20y');
  });

  it.each([
    ['other parameters describe the query', [parameter('application/json'), { name: 'n', in: 'query', schema: {} }]],
    ['it has no content', [{ name: 'filter', in: 'querystring', schema: filter }]],
    ['it has two media types', [{ name: 'filter', in: 'querystring', content: { 'a/b': {}, 'c/d': {} } }]],
  ])('is omitted with a warning when %s', (_, parameters) => {
    expect(read(document(parameters)).codes).toContain('openapi/querystring');
  });

  it('is omitted with a warning before OpenAPI 3.2', () => {
    expect(read(document([parameter('application/json')], '3.1.0')).codes).toContain('openapi/querystring');
  });

  it.each([
    ['a whole query string', parameter('application/json')],
    [
      'the encoding of its fields',
      {
        ...parameter('application/x-www-form-urlencoded'),
        content: {
          'application/x-www-form-urlencoded': {
            schema: filter,
            encoding: { tags: { style: 'form', explode: false } },
          },
        },
      },
    ],
    ['a cookie in the style of cookies', { name: 'sid', in: 'cookie', style: 'cookie', schema: { type: 'string' } }],
  ])('%s is written back, in a document of OpenAPI 3.2', (_, given) => {
    const { value: draft } = readOpenApi(document([given]), context);
    if (draft === undefined) throw new Error('refused');
    const entry: Entry = { ...draft, id: 'x', owner: 'ada', visibility: 'public', grants: [] };
    const { value } = writeOpenApi(entry, { face: 'own' });
    expect(value.openapi).toBe('3.2.0');
    const [before, after] = [readOne(document([given])), readOne(value)];
    expect({ input: after.input, binding: after.binding }).toEqual({ input: before.input, binding: before.binding });
  });
});
