import { describe, expect, it } from 'vitest';
import { addPart, type LiveParts, noParts } from './live-parts.js';

const event = (name: string, data: string, value?: unknown) => ({
  event: name,
  data,
  ...(value === undefined ? {} : { value: value as never }),
});

describe('the parts of a stream', () => {
  it('are kept in order, the last 200 of them, each with a bounded text', () => {
    let parts: LiveParts = noParts;
    for (let at = 1; at <= 1000; at += 1) parts = addPart(parts, event('message', `${at} ${'x'.repeat(10_000)}`));
    expect(parts.count).toBe(1000);
    expect(parts.parts).toHaveLength(200);
    expect(parts.parts[0]?.id).toBe(801);
    expect(parts.parts.at(-1)?.text).toHaveLength(4000);
  });

  it('do not include progress, the whole output and the end', () => {
    let parts = addPart(noParts, event('progress', '', { progress: 2, total: 4, message: 'half' }));
    parts = addPart(parts, event('output', '{}', {}));
    parts = addPart(parts, event('done', '{}', {}));
    expect(parts).toEqual({ parts: [], count: 0, progress: { value: 2, total: 4, message: 'half' } });
  });

  it.each([
    [{ progress: 'much', total: 0, message: 7 }, { value: 0 }],
    [{ progress: Number.POSITIVE_INFINITY, total: -1 }, { value: 0 }],
  ])('survive progress of any form', (value, expected) => {
    expect(addPart(noParts, event('progress', '', value)).progress).toEqual(expected);
  });
});
