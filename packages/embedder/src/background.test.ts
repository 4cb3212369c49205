import { expect, it } from 'vitest';
import { openBackground, packBackground } from './background.js';
import { toUnitLength } from './unit-length.js';

const axis = (place: number) => Float32Array.from({ length: 32 }, (_, at) => (at === place ? 1 : 0));

it('returns the mean similarity of the ten nearest vectors of the sample', () => {
  const sample = Array.from({ length: 30 }, (_, at) => (at < 5 ? axis(0) : axis(1)));
  const background = openBackground(new Uint8Array(packBackground(sample)), 32);
  expect(background(axis(0))).toBeCloseTo(0.5, 5);
  expect(background(axis(1))).toBeCloseTo(1, 5);
  expect(background(axis(2))).toBeCloseTo(0, 5);
});

it('keeps similarities within one percent of the exact ones', () => {
  const noisy = (seed: number) =>
    toUnitLength(Float32Array.from({ length: 32 }, (_, at) => Math.sin(seed * 12.9898 + at * 78.233)));
  const sample = Array.from({ length: 40 }, (_, at) => noisy(at));
  const asked = noisy(99);
  const exact = sample.map((each) => each.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0));
  const mean =
    exact
      .sort((a, b) => b - a)
      .slice(0, 10)
      .reduce((sum, each) => sum + each, 0) / 10;
  expect(openBackground(new Uint8Array(packBackground(sample)), 32)(asked)).toBeCloseTo(mean, 2);
});

it('rejects a sample of another size', () => {
  expect(() => openBackground(new Uint8Array(100), 32)).toThrow('wrong size');
});
