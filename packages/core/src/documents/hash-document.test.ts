/** The content hash of a document. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashDocument } from './hash-document.js';

describe('hashDocument', () => {
  it('does not depend on the order of members, at any depth', () => {
    expect(hashDocument({ a: 1, b: { c: [1, { d: 1, e: 2 }] } })).toBe(
      hashDocument({ b: { c: [1, { e: 2, d: 1 }] }, a: 1 }),
    );
  });

  it('differs for different documents', () => {
    const documents = [null, 0, '0', [], {}, [0], [[0]], { a: 0 }, { a: '0' }, { b: 0 }, ['a', 0], { a: null }];
    expect(new Set(documents.map(hashDocument)).size).toBe(documents.length);
    expect(hashDocument([1, 2])).not.toBe(hashDocument([2, 1]));
  });

  it('is stable across serialization and parsing', () => {
    expect(hashDocument({})).toBe('sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = JSON.parse(JSON.stringify(value)) as never;
        expect(hashDocument(copy)).toBe(hashDocument(JSON.parse(JSON.stringify(copy)) as never));
      }),
    );
  });
});
