/** Echoes of an editor: changes that come back late are recognized, others are not. */
import { expect, it } from 'vitest';
import { createEchoes } from './echoes.js';

it('recognizes changes that come back in order, also when some are skipped', () => {
  const echoes = createEchoes(() => 0);
  for (const text of ['a', 'ab', 'abc']) echoes.emit(text);
  expect(echoes.isEcho('a')).toBe(true);
  expect(echoes.isEcho('abc')).toBe(true);
  expect(echoes.isEcho('ab')).toBe(false);
  expect(echoes.isEcho('other')).toBe(false);
});

it('reports a text that was emitted long ago as a change of the page', () => {
  let time = 0;
  const echoes = createEchoes(() => time);
  echoes.emit('a');
  time = 5000;
  expect(echoes.isEcho('a')).toBe(false);
});
