import { expect, it } from 'vitest';
import type { JsonValue } from './json.js';
import { describeValue, mainPointer, outlineValue, partTitle, readPart, valueAt } from './result-part.js';

const items = Array.from({ length: 100 }, (_, id) => ({ id, name: `Berth ${id}` }));
const whole: JsonValue = { total: 100, data: { items, 'a/b': 'x' }, note: null };

/** Reads all parts from an offset on. */
function readAll(value: JsonValue, pointer: string, characters: number): JsonValue[] {
  const parts: JsonValue[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const part = readPart(value, { pointer, offset, characters });
    expect(part?.length).toBeGreaterThan(0);
    parts.push(part?.value ?? null);
    offset = part?.nextOffset;
  }
  return parts;
}

it('reads lists, texts and objects in parts that together are the whole', () => {
  const lists = readAll(whole, '/data/items', 500);
  expect(lists.length).toBeGreaterThan(5);
  expect(lists.flat()).toEqual(items);
  for (const part of lists) expect(JSON.stringify(part).length).toBeLessThanOrEqual(502);
  const text = `${'ab😀'.repeat(100)}!`;
  for (const characters of [1, 2, 3, 50, 1000]) expect(readAll(text, '', characters).join('')).toBe(text);
  expect(readPart(whole, { pointer: '/data/a~1b', characters: 10 })).toMatchObject({ type: 'string', value: 'x' });
  expect(readPart(whole, { pointer: '/note', characters: 10 })).toMatchObject({ type: 'null', value: null });
});

it('describes values that fit into no part, with their pointers', () => {
  const part = readPart(whole, { characters: 200 });
  const data = expect.stringMatching(/^\(object \{items, a\/b\}, [\d,]+ characters of JSON; read \/data\)$/);
  expect(part?.value).toEqual({ total: 100, data, note: null });
  const large = readPart(['x'.repeat(5000), 'y'], { characters: 300 });
  expect(large).toMatchObject({ value: [expect.stringMatching(/text of 5,000 characters; read \/0\)$/), 'y'] });
});

it.each(['x', '/no', '/data/items/100', '/data/items/-1', '/data/items/01', '/total/x', '/__proto__', '/note/a'])(
  'finds nothing at %s',
  (pointer) => {
    expect(valueAt(whole, pointer)).toBeUndefined();
    expect(readPart(whole, { pointer, characters: 100 })).toBeUndefined();
  },
);

it('ends after the last item, member or character', () => {
  expect(readPart(whole, { pointer: '/data/items', offset: 500, characters: 100 })).toEqual({
    pointer: '/data/items',
    type: 'array',
    count: 100,
    offset: 500,
    length: 0,
    value: [],
  });
  expect(partTitle(readPart('abc', { offset: 9, characters: 9 }) as never)).toBe(
    'no more characters at the result, which has 3',
  );
});

it('finds the long list or text inside its wrappers', () => {
  expect(mainPointer(whole)).toBe('/data/items');
  expect(mainPointer({ 'a/b': 'x'.repeat(100), c: 1 })).toBe('/a~1b');
  expect(['text', items, { a: [1], b: [2] }, {}, null].map((value) => mainPointer(value as JsonValue))).toEqual([
    '',
    '',
    '',
    '',
    '',
  ]);
});

it('outlines members with counts, sizes and bounded names', () => {
  expect(outlineValue(whole).split('\n')).toEqual([
    'object with 3 members:',
    '- total: 100',
    expect.stringMatching(/^- data: object \{items, a\/b\}, [\d,]+ characters of JSON$/),
    '- note: null',
  ]);
  expect(describeValue(items)).toMatch(/^array of 100 items, the first is an object \{id, name\}, [\d,]+ characters/);
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => ['n'.repeat(500) + at, 'v'.repeat(5000)]));
  expect(outlineValue(wide).length).toBeLessThan(10_000);
  expect(outlineValue(wide)).toContain('- … 4970 more');
});
