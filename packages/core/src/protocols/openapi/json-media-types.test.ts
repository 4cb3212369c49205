/** Which media types are JSON, sequences of JSON values, or files of a declared type, in requests. */
import type { HttpBinding, JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { isJsonType } from '../../gateway/read-answer.js';
import { prepareHttp } from './call.js';
import { documentOf, readOne, responses } from './openapi.support.js';

function bodyOf(mediaType: string, media: JsonObject, input: JsonObject): string {
  const post = { operationId: 'send', requestBody: { content: { [mediaType]: media } }, responses };
  const { binding } = readOne(documentOf({ '/things': { post } }, { openapi: '3.2.0' }));
  return Buffer.from(prepareHttp(binding as HttpBinding, input).bytes ?? []).toString();
}

describe('a request body', () => {
  it.each([
    ['application/json-seq', '\u001e{"a":1}\n\u001e{"b":2}\n'],
    ['application/geo+json-seq', '\u001e{"a":1}\n\u001e{"b":2}\n'],
    ['application/x-ndjson', '{"a":1}\n{"b":2}\n'],
  ])('of %s is the sequence of its items', (mediaType, text) => {
    const list = [{ a: 1 }, { b: 2 }];
    expect(bodyOf(mediaType, { itemSchema: { type: 'object' } }, { body: list })).toBe(text);
  });

  it.each(['application/x-amz-json-1.1', 'text/x-json', 'application/vnd.api+json', 'application/json; charset=utf-8'])(
    'of %s is JSON with the members of its schema as inputs',
    (mediaType) => {
      const schema = { type: 'object', properties: { a: { type: 'string' } } };
      expect(bodyOf(mediaType, { schema }, { a: 'x' })).toBe('{"a":"x"}');
    },
  );

  it('has files of the media type of their schema, unless the encoding or the file states another', () => {
    const file = { type: 'string', contentMediaType: 'image/png' };
    const schema = { type: 'object', properties: { one: file, two: file, three: file } };
    const encoding = { two: { contentType: 'image/webp' } };
    const input = { one: 'AAAA', two: 'AAAA', three: 'data:image/gif;base64,AAAA' };
    const types = bodyOf('multipart/form-data', { schema, encoding }, input).match(/(?<=content-type: ).*(?=\r)/g);
    expect(types).toEqual(['image/png', 'image/webp', 'image/gif']);
  });
});

describe('a response', () => {
  it.each([
    ['text/json', true],
    ['application/x-amz-json-1.0', true],
    ['application/hal+json', true],
    ['', true],
    ['application/json-seq', false],
    ['application/x-ndjson', false],
    ['text/plain', false],
  ])('of %s is JSON: %s', (mediaType, expected) => {
    expect(isJsonType(mediaType)).toBe(expected);
  });
});
