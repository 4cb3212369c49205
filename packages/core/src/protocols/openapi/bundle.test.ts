/** Bundles documents from several URLs into one, within limits, and reports what could not be loaded. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { DocumentHost } from '../../documents/host.js';
import { bundleDocuments, completeOpenApi } from './bundle.js';
import { codesOf, context, documentOf, read } from './openapi.support.js';
import { readOpenApi } from './read.js';

const base = 'https://docs.example/api/openapi.yaml';

function hostOf(files: Readonly<Record<string, string>>): DocumentHost & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async fetch(uri) {
      asked.push(uri);
      const text = Object.hasOwn(files, uri) ? files[uri] : undefined;
      if (text === undefined) throw new Failure('UPSTREAM_REFUSED', { message: 'The address may not be called.' });
      return { outcome: 'fetched', uri, bytes: Buffer.from(text), mediaType: 'application/yaml' };
    },
  };
}

const answering = (schema: JsonValue): JsonObject => ({
  responses: { '200': { description: 'x', content: { 'application/json': { schema } } } },
});

describe('references to other documents', () => {
  it('are followed from document to document, and each document is fetched once', async () => {
    const host = hostOf({
      'https://docs.example/api/paths/pets.yaml':
        'get:\n  responses:\n    "200":\n      description: x\n      content:\n        application/json:\n          schema:\n            $ref: ../schemas.json#/Pet\n',
      'https://docs.example/api/schemas.json':
        '{"Pet":{"type":"object","properties":{"mother":{"$ref":"#/Pet"},"home":{"$ref":"openapi.yaml#/components/schemas/Home"}}}}',
    });
    const document = documentOf(
      { '/pets': { $ref: 'paths/pets.yaml' }, '/cats': { $ref: './paths/pets.yaml' } },
      { components: { schemas: { Home: { type: 'string' } } } },
    );
    const whole = await completeOpenApi(host, document, { uri: base });
    expect(host.asked.sort()).toEqual([
      'https://docs.example/api/paths/pets.yaml',
      'https://docs.example/api/schemas.json',
    ]);
    const { operations, codes } = read(whole);
    expect(codes).toEqual([]);
    expect(operations[0]?.output).toMatchObject({
      $ref: '#/$defs/Pet',
      $defs: { Pet: { type: 'object' }, Home: { type: 'string' } },
    });
  });

  it.each<['none' | 'same-origin' | 'any', string[]]>([
    ['none', []],
    ['same-origin', ['https://docs.example/a.json']],
    ['any', ['https://docs.example/a.json', 'https://other.example/b.json']],
  ])('are followed as far as %s allows', async (references, expected) => {
    const host = hostOf({
      'https://docs.example/a.json': '{"type":"string"}',
      'https://other.example/b.json': '{"type":"string"}',
    });
    const document = documentOf({
      '/a': { get: answering({ $ref: '/a.json' }) },
      '/b': { get: answering({ $ref: 'https://other.example/b.json' }) },
    });
    await completeOpenApi(host, document, { uri: base, references });
    expect(host.asked.sort()).toEqual(expected);
  });

  it('to forbidden URLs are reported, and the rest is read', async () => {
    const document = documentOf({
      '/a': { get: answering({ $ref: 'http://169.254.169.254/latest/meta-data' }) },
      '/b': { get: answering({ $ref: 'file:///etc/passwd' }) },
    });
    const whole = await completeOpenApi(hostOf({}), document, { uri: base, references: 'any' });
    const { value, diagnostics } = readOpenApi(whole, context);
    expect(value?.operations).toHaveLength(2);
    expect(codesOf(diagnostics)).toContain('openapi/document-refused');
    const places = diagnostics.filter(({ code }) => code === 'openapi/reference-not-followed');
    expect(places.map(({ location, message }) => `${location.pointer} ${message}`)).toEqual([
      expect.stringMatching(
        /^\/paths\/~1a\/get\/.*\/schema the reference http:\/\/169.254.169.254\/latest\/meta-data points/,
      ),
      expect.stringMatching(/^\/paths\/~1b\/get\/.*\/schema the reference file:\/\/\/etc\/passwd points/),
    ]);
    expect(value?.extra).toEqual({});
  });

  it('to the document itself and to ids declared by its schemas are not fetched', async () => {
    const named = 'https://schemas.example/money';
    const document = documentOf(
      {
        '/a': { get: answering({ $ref: 'openapi.yaml#/components/schemas/Home' }) },
        '/b': { get: answering({ $ref: named }) },
      },
      {
        openapi: '3.1.0',
        components: { schemas: { Home: { type: 'string' }, Money: { $id: named, type: 'number' } } },
      },
    );
    const host = hostOf({});
    const { operations, codes } = read(await completeOpenApi(host, document, { uri: base, references: 'any' }));
    expect([host.asked, codes]).toEqual([[], []]);
    expect(operations.map(({ output }) => output)).toEqual([
      { $ref: '#/$defs/Home', $defs: { Home: { type: 'string' } } },
      { $ref: '#/$defs/Money', $defs: { Money: { type: 'number' } } },
    ]);
  });

  it('stop at the limits of count and bytes', async () => {
    const limits = { documents: 3, bytes: 1_000, concurrency: 2 };
    const endless = async (uri: string) => ({ value: { $ref: `${Number(/\d+/.exec(uri)?.[0]) + 1}.json` }, bytes: 10 });
    const many = await bundleDocuments({ $ref: '0.json' }, 'https://docs.example/x', { fetch: endless, limits });
    expect(many).toMatchObject({ documents: 3, refused: [{ uri: 'https://docs.example/3.json' }] });
    const large = await bundleDocuments({ a: { $ref: '0.json' } }, 'https://docs.example/x', {
      limits: { ...limits, documents: 99 },
      fetch: async (uri) => ({ ...(await endless(uri)), bytes: 600 }),
    });
    expect(large.documents).toBe(2);
  });
});
