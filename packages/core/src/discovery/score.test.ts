import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustScore, codeOfWeight, lengthNorm, rarity, weightOfCode } from './score.js';

const circumstances = fc.record({
  languagesMet: fc.double({ min: 0, max: 1, noNaN: true }),
  deprecated: fc.boolean(),
  byLanguage: fc.boolean(),
  declaresLanguage: fc.boolean(),
});

describe('score', () => {
  it('stays within 0..1 and keeps the order of text scores', () => {
    const score = fc.double({ min: -1, max: 2, noNaN: true });
    fc.assert(
      fc.property(score, score, circumstances, (low, high, given) => {
        const [first, second] = [Math.min(low, high), Math.max(low, high)].map((text) => adjustScore(text, given));
        expect(first).toBeGreaterThanOrEqual(0);
        expect(second).toBeLessThanOrEqual(1e6);
        expect(first).toBeLessThanOrEqual(second ?? 0);
      }),
    );
  });
  it('ranks every entry that declares the requested language before every one that does not', () => {
    const given = { languagesMet: 0, deprecated: false, byLanguage: true };
    expect(adjustScore(0.01, { ...given, declaresLanguage: true })).toBeGreaterThan(
      adjustScore(0.99, { ...given, declaresLanguage: false }),
    );
  });
  it('distinguishes rare terms from common ones, also in an empty catalogue', () => {
    expect(rarity(100, 1)).toBeGreaterThan(rarity(100, 50));
    expect(rarity(100, 100)).toBeGreaterThan(0);
    expect(rarity(0, 0)).toBeGreaterThan(0);
    expect(lengthNorm({ k1: 1.2, b: 0.75 }, { entries: 0, length: 0 })).toEqual({ constant: 1.2, perLength: 0 });
  });
  it('keeps weights within two percent in eight bits', () => {
    for (const weight of [0.05, 0.25, 1, 2.5, 3, 77, 900]) {
      expect(Math.abs((weightOfCode[codeOfWeight(weight)] ?? 0) / weight - 1)).toBeLessThan(0.02);
    }
    expect([codeOfWeight(0), codeOfWeight(1e9)]).toEqual([0, 255]);
  });
});
