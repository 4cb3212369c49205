/** Malicious calls: all are answered, none causes an internal error, and no invalid input reaches an agent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caller, createCallFace, desk, oneOperation, texts } from './call-face.support.js';

describe('hostile calls', () => {
  it.each([
    ['deep nesting', `{"text":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['many values', `[${'1,'.repeat(30_000)}1]`],
    ['a prototype', '{"__proto__":{"text":"x"},"operation":"run"}'],
    ['a constructor', '{"operation":"constructor","text":"x"}'],
    ['a name like a method', '{"operation":"toString","text":"x"}'],
    ['an empty name', '{"operation":"","text":"x"}'],
    ['a long name', `{"operation":"${'x'.repeat(50_000)}","text":"x"}`],
    ['a lone surrogate', '{"operation":"\\ud800","text":"x"}'],
    ['a bare text', '"text"'],
    ['null', 'null'],
    ['null items', '[null,null]'],
    ['mixed items', '[{"operation":"run"},7]'],
    ['nested batches', '[[{"text":"x"}]]'],
    ['an invalid stream flag', '{"stream":"yes","text":"x"}'],
  ])('answers %s with 400 and the error object', async (_, body) => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text')));
    const answer = await face.invoke('a/invoke', body);
    expect([answer.status, answer.object.error]).toMatchObject([400, { code: 'InvalidInput' }]);
    expect(answer.text.length).toBeLessThan(20_000);
    expect(face.sent).toEqual([]);
    expect(face.log).toEqual([]);
  });

  it.each(['', ' ', 'a\tb', 'x'.repeat(201), 'ä'])('does not pass on the invalid correlation id %j', async (id) => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text')));
    const answer = await face.invoke('a/invoke', { text: 'x' }, { headers: { 'X-Request-ID': id } });
    expect([answer.status, answer.headers.has('x-request-id')]).toEqual([200, false]);
    expect(face.sent[0]?.headers).not.toHaveProperty('x-request-id');
  });

  it('answers any input, and passes only valid inputs on', async () => {
    const face = await createCallFace({ callsPerMinute: 1_000_000 });
    await face.register(oneOperation('one', texts('text')));
    await face.register(desk);
    const names = fc.constantFrom('operation', 'stream', 'text', 'port', 'booking', '__proto__', 'constructor');
    const values = fc.oneof(fc.constantFrom('run', 'quoteRate', 'trackContainer', true, null), fc.jsonValue());
    const object = fc.dictionary(names, values, { maxKeys: 5 });
    const body = fc.oneof(object, fc.array(object, { maxLength: 4 }), fc.jsonValue());
    const paths = fc.constantFrom('one/invoke', 'one/invoke/run', 'desk/invoke', 'desk/invoke/trackContainer');
    await fc.assert(
      fc.asyncProperty(paths, body, async (path, sent) => {
        face.sent.length = 0;
        const answer = await face.invoke(path, JSON.stringify(sent));
        expect([200, 400]).toContain(answer.status);
        expect(face.sent.length > 0).toBe(answer.status === 200 && !(Array.isArray(sent) && sent.length === 0));
        for (const { body: input } of face.sent) {
          const { operation: _, ...inputs } = input as Record<string, unknown>;
          expect(Object.values(inputs)).toEqual([expect.any(String)]);
        }
      }),
      { numRuns: 300 },
    );
    expect(face.log).toEqual([]);
  });

  it('does not echo a caller’s URL or header where it could do harm', async () => {
    const face = await createCallFace();
    const id = 'a"\\\r\nX-Injected: 1';
    const answer = await face.send('POST', `/agents/${encodeURIComponent(id)}/invoke`, { as: caller, body: {} });
    expect([answer.status, answer.headers.has('x-injected')]).toEqual([404, false]);
  });
});
