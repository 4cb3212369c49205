import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCursor, writeCursor } from './cursor.js';

const scope = { key: 'k', query: { conditions: [], order: 'name' }, subject: 'ann' };
const refused = expect.objectContaining({
  code: 'INVALID_CURSOR',
  message: 'The cursor does not belong to this request.',
});

describe('cursors', () => {
  it('survive a round trip, whatever the name', () => {
    const positions = fc.record({
      skip: fc.nat(),
      name: fc.string({ unit: 'grapheme' }),
      id: fc.string({ unit: 'grapheme' }),
    });
    fc.assert(
      fc.property(positions, (position) => {
        expect(readCursor(writeCursor(position, scope), scope)).toEqual(position);
      }),
    );
    for (const position of [{ skip: 20 }, { skip: 20, id: 'i' }]) {
      expect(readCursor(writeCursor(position, scope), scope)).toEqual(position);
    }
  });

  it('belong to one query, one caller and one key', () => {
    const cursor = writeCursor({ skip: 10, name: 'n', id: 'i' }, scope);
    const others = [{ query: { order: 'name' } }, { subject: 'bob' }, { key: 'other' }];
    for (const other of others) expect(() => readCursor(cursor, { ...scope, ...other })).toThrowError(refused);
  });

  it('are rejected with the same failure when invented, truncated, changed or re-encoded', () => {
    const cursor = writeCursor({ skip: 10, name: 'n', id: 'i' }, scope);
    const [payload, signature] = cursor.split('.');
    const forged = `${Buffer.from('[0,null,null]').toString('base64url')}.${signature}`;
    const wrong = [
      '',
      '.',
      'abc',
      forged,
      cursor.slice(0, -1),
      `${cursor}.x`,
      `${cursor}=`,
      ` ${cursor}`,
      `${payload}.`,
    ];
    for (const made of [...wrong, `${'A'.repeat(100_000)}.${signature}`]) {
      expect(() => readCursor(made, scope)).toThrowError(refused);
    }
  });

  it('are rejected for any string that was not issued', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => readCursor(text, scope)).toThrowError(refused);
      }),
    );
  });
});
