import type { JsonValue } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serveWith } from '../rejecting.support.js';
import { truncateJson } from './truncate-json.js';
import { createTruncation, type TruncationOptions } from './truncation.js';

async function ask(body: unknown, options: TruncationOptions) {
  const serve = serveWith(() => Response.json(body), [createTruncation(options)]);
  const response = await serve(new Request('https://api.example/tasks'));
  return { marked: response.headers.get('x-truncated'), body: (await response.json()) as JsonValue };
}

describe('createTruncation', () => {
  it('leaves values within the limits unchanged', async () => {
    const body = { items: [1, 2, 3], note: 'short' };
    expect(await ask(body, {})).toEqual({ marked: null, body });
  });

  it('truncates long texts and lists, and reports location and size', async () => {
    const body = { id: 1, note: 'x'.repeat(30), tags: ['a', 'b', 'c', 'd'] };
    expect(await ask(body, { characters: 10, items: 2, hint: 'Ask for less.' })).toEqual({
      marked: 'true',
      body: {
        id: 1,
        note: `${'x'.repeat(10)}…`,
        tags: ['a', 'b'],
        truncated: true,
        truncation: {
          parts: [
            { pointer: '/note', kept: 10, of: 30, unit: 'characters' },
            { pointer: '/tags', kept: 2, of: 4, unit: 'items' },
          ],
          hint: 'Ask for less.',
        },
      },
    });
  });

  it('lists a limited number of parts, and counts the others', async () => {
    const body = { items: Array.from({ length: 50 }, () => 'x'.repeat(20)) };
    const { truncation } = (await ask(body, { characters: 10 })).body as {
      truncation: { parts: []; more_parts: number };
    };
    expect([truncation.parts.length, truncation.more_parts]).toEqual([20, 30]);
  });

  it('never truncates a list with a cursor, because items would be skipped', async () => {
    const body = { items: Array.from({ length: 5 }, (_, id) => ({ id, tags: ['a', 'b', 'c'] })), next_cursor: 'abc' };
    const { items } = (await ask(body, { items: 2 })).body as { items: { tags: string[] }[] };
    expect(items.map(({ tags }) => tags)).toEqual(Array.from({ length: 5 }, () => ['a', 'b']));
  });

  it('marks a bare list by its header', async () => {
    expect(await ask([1, 2, 3], { items: 2 })).toEqual({ marked: 'true', body: [1, 2] });
  });

  it('keeps the whole response within its byte limit, whatever its content', async () => {
    const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`member_${at}`, at]));
    const { value, cuts } = truncateJson(wide, { bytes: 1000, characters: 100, items: 10 });
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(1000);
    expect(cuts).toEqual([{ pointer: '', kept: Object.keys(value as object).length, of: 2000, unit: 'members' }]);
    const long = { text: 'x'.repeat(100_000), list: Array.from({ length: 1000 }, () => 'y'.repeat(100)) };
    expect(
      JSON.stringify(truncateJson(long, { bytes: 5000, characters: 50_000, items: 1000 }).value).length,
    ).toBeLessThanOrEqual(5000);
  });

  it('marks exactly the truncated values', () => {
    const limits = { bytes: 300, characters: 20, items: 3 };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (given) => {
        const json = JSON.parse(JSON.stringify(given)) as JsonValue;
        const { value, cuts } = truncateJson(json, limits);
        expect(JSON.stringify(value) === JSON.stringify(json)).toBe(cuts.length === 0);
      }),
    );
  });

  it('does not split a character', () => {
    const { value } = truncateJson('a😀b', { bytes: 100, characters: 2, items: 1 });
    expect(value).toBe('a…');
  });
});
