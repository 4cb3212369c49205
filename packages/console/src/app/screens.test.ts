import { expect, it } from 'vitest';
import { screens } from './screens.js';

it('every screen has an id, a path and a key of its own', () => {
  for (const of of ['id', 'path', 'key'] as const) {
    const values = screens.map((screen) => screen[of]);
    expect(values).toEqual([...new Set(values)]);
  }
});
