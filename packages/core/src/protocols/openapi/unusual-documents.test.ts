/** Tests documents that are valid but unusual. */
import { describe, expect, it } from 'vitest';
import { createMediaChoice } from '../../documents/curation.js';
import { encodeBody } from './encode-body.js';
import { documentOf, propertiesOf, read, responses } from './openapi.support.js';

describe('an unusual document', () => {
  it('has additional operations with any method that is a token, and reports the others', () => {
    const additionalOperations = { 'M-SEARCH': { responses }, 'TWO WORDS': { responses }, CONNECT: { responses } };
    const { operations, diagnostics } = read(documentOf({ '/a': { additionalOperations } }, { openapi: '3.2.0' }));
    expect(operations.map(({ binding }) => binding.kind === 'http' && binding.method)).toEqual(['M-SEARCH']);
    const unread = diagnostics.filter(({ code }) => code === 'openapi/method-unknown');
    expect(unread.map(({ message }) => message.split(' is')[0])).toEqual(['TWO WORDS', 'CONNECT']);
  });

  it('is called with the capitalization of its additional methods, also when they differ in nothing else', () => {
    const additionalOperations = { Search: { responses }, SEARCH: { responses } };
    const { operations } = read(documentOf({ '/a': { additionalOperations } }, { openapi: '3.2.0' }));
    expect(operations.map(({ binding }) => binding.kind === 'http' && binding.method)).toEqual(['Search', 'SEARCH']);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(2);
  });

  it('has names in other scripts as the titles of inputs that models know under plain names', () => {
    const parameters = [{ name: '编号', in: 'query', schema: { type: 'string' } }];
    const schema = {
      type: 'object',
      properties: { имя: { type: 'string', title: 'Name' }, 'a b': { type: 'integer' } },
    };
    const requestBody = { content: { 'application/json': { schema } } };
    const { operations } = read(documentOf({ '/a': { post: { parameters, requestBody, responses } } }));
    expect(propertiesOf(operations[0]?.input ?? true)).toEqual({
      value: { title: '编号', type: 'string' },
      body_value: { type: 'string', title: 'Name' },
      a_b: { type: 'integer' },
    });
  });

  it('needs no responses from 3.1 on, also in strict mode', () => {
    const paths = { '/a': { get: {} } };
    expect(read(documentOf(paths, { openapi: '3.1.0' }), { strict: true }).operations).toHaveLength(1);
    expect(() => read(documentOf(paths), { strict: true })).toThrow(/responses/);
  });

  it('is called at a server that it names completely, and only the variables of that server are reported', () => {
    const servers = [
      { url: 'https://{tenant}.example/api' },
      { url: '{scheme}://plain.example', variables: { scheme: { default: 'http' } } },
      { url: 'https://{region}.named.example', variables: { region: { default: 'eu' } } },
    ];
    const { operations, codes, diagnostics } = read(documentOf({ '/a': { get: { responses } } }, { servers }));
    expect(operations[0]?.binding).toMatchObject({ urlTemplate: 'https://eu.named.example/a' });
    expect(codes).not.toContain('openapi/server-variable-open');
    const variables = diagnostics.filter(({ code }) => code === 'openapi/server-variable');
    expect(variables.map(({ message }) => message)).toEqual(['the server variable region is set to eu']);
  });

  it('counts what was derived, without what it declares', () => {
    const declared = { responses, 'x-agent': { impact: 'reversible', idempotent: false } };
    const { diagnostics } = read(documentOf({ '/a': { get: { responses }, post: declared } }));
    const [tally] = diagnostics.filter(({ code }) => code === 'openapi/derived');
    expect(tally?.message).toBe(
      '2 operations read; derived from their texts, because the document does not state them: 2 names, the impact of 1 operation, the idempotency of 1 operation',
    );
  });
});

describe('a form without described members', () => {
  it('sends a data URL as a file, and other texts as they are', () => {
    const value = { file: 'data:text/csv;name=a.csv;base64,aGk=', note: 'data: hi' };
    const { bytes } = encodeBody({ mediaType: 'multipart/form-data', whole: 'body' }, value);
    const text = Buffer.from(bytes ?? []).toString();
    expect(text).toContain('name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\nhi\r\n');
    expect(text).toContain('name="note"\r\n\r\ndata: hi\r\n');
  });
});

describe('a preferred media type', () => {
  it('for some operations has precedence over one for all', () => {
    const { choose } = createMediaChoice(['application/xml', 'id:up*=multipart/form-data']);
    const offered = ['application/json', 'application/xml', 'multipart/form-data'];
    const operation = { method: 'post', path: '/a', tags: [], deprecated: false };
    expect(choose({ ...operation, operationId: 'upload' }, offered)).toBe('multipart/form-data');
    expect(choose({ ...operation, operationId: 'other' }, offered)).toBe('application/xml');
  });
});
