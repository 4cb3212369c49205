/** Random input of every kind: the face answers or rejects it, and never breaks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agent, ann, createFace } from './face.support.js';

const names = [
  'query',
  'filters',
  'top',
  'skip',
  'ranked',
  'include_metadata',
  'cursor',
  'tags',
  'capabilities',
  'language',
];
const member = fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary' }));
const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }), fc.double(), fc.integer());
const object = fc.dictionary(member, value, { maxKeys: 6 });
const expected = [200, 201, 204, 304, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415];

describe('random input', () => {
  it('as a search is answered or rejected', async () => {
    const face = createFace();
    await face.register(agent('a', { tags: ['x'], x_extra: 'y' }));
    const body = fc.oneof(object, fc.record({ filters: object, top: value, query: value }, { requiredKeys: [] }));
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const { status, text } = await face.search(sent);
        expect([200, 400]).toContain(status);
        expect(text.length).toBeLessThan(50_000);
      }),
      { numRuns: 400 },
    );
    expect(face.log).toEqual([]);
  });

  it('as a document is stored or rejected, and a stored one can be read', async () => {
    const face = createFace();
    const document = fc.tuple(
      fc.constant(agent(undefined)),
      object,
      fc.dictionary(fc.constantFrom(...Object.keys(agent('a'))), value),
    );
    await fc.assert(
      fc.asyncProperty(document, async ([whole, more, over]) => {
        const answer = await face.send('POST', '/agents', { as: ann, body: { ...whole, ...more, ...over } });
        expect([200, 201, 400, 413]).toContain(answer.status);
        if (answer.status === 400) return;
        const read = await face.send('GET', `/agents/${encodeURIComponent(String(answer.object.id))}`, { as: ann });
        expect([read.status, read.body]).toEqual([200, answer.body]);
      }),
      { numRuns: 300 },
    );
    expect(face.log).toEqual([]);
  });

  it('as a URL or a header is answered or rejected', async () => {
    const face = createFace();
    await face.register(agent('a'));
    const parameters = fc.array(fc.tuple(member, fc.string({ unit: 'binary' })), { maxLength: 6 });
    const headerNames = [
      'If-Match',
      'If-None-Match',
      'If-Modified-Since',
      'If-Unmodified-Since',
      'Accept',
      'X-Dry-Run',
    ];
    const headers = fc.dictionary(fc.constantFrom(...headerNames), fc.stringMatching(/^[ -~]{0,20}$/));
    const calls = fc.constantFrom<[string, string]>(
      ['GET', '/agents'],
      ['GET', '/agents/public'],
      ['GET', '/agents/a'],
      ['GET', '/agents/a/versions'],
      ['PUT', '/agents/a'],
      ['POST', '/agents/search'],
    );
    await fc.assert(
      fc.asyncProperty(calls, parameters, headers, async ([method, path], given, sent) => {
        const query = new URLSearchParams(given.map(([name, text]): [string, string] => [name, text])).toString();
        const body = method === 'PUT' ? agent('a') : method === 'POST' ? {} : undefined;
        const { status } = await face.send(method, query === '' ? path : `${path}?${query}`, {
          as: ann,
          body,
          headers: sent,
        });
        expect(expected).toContain(status);
      }),
      { numRuns: 500 },
    );
    expect(face.log).toEqual([]);
  });
});
