import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairShare } from './fair-share.js';

function takeAll(share: FairShare, caller: string): number {
  let taken = 0;
  while (share.take(caller)) taken += 1;
  return taken;
}

describe('a fair share', () => {
  it('gives a single caller its percentage of the capacity, and everything when the capacity is small', () => {
    expect(takeAll(new FairShare({ capacity: 500, percent: 90 }), 'a')).toBe(450);
    expect(takeAll(new FairShare({ capacity: 500, percent: 100 }), 'a')).toBe(500);
    for (const capacity of [1, 2, 5]) expect(takeAll(new FairShare({ capacity, percent: 90 }), 'a')).toBe(capacity);
  });

  it('admits a new caller at once while another holds all that it may', () => {
    const share = new FairShare({ capacity: 500, percent: 90 });
    takeAll(share, 'hog');
    expect(takeAll(share, 'new')).toBe(45);
    expect([share.inUse, share.callers, share.heldBy('new')]).toEqual([495, 2, 45]);
  });

  it('divides equally between callers that take as much as they can, as what they hold is given back', () => {
    const share = new FairShare({ capacity: 500, percent: 90 });
    takeAll(share, 'hog');
    for (let round = 0; round < 1000; round += 1) {
      const callers = ['hog', 'b', 'c'];
      for (const caller of callers) takeAll(share, caller);
      for (const caller of callers) share.give(caller, Math.min(1, share.heldBy(caller)));
    }
    for (const caller of ['hog', 'b', 'c']) expect(Math.abs(share.heldBy(caller) - 160)).toBeLessThan(16);
  });

  it('never exceeds its capacity, counts refusals, and forgets callers that hold nothing', () => {
    const step = fc.record({ caller: fc.nat(5), amount: fc.integer({ min: 1, max: 40 }), gives: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let refused = 0;
        let expected = 0;
        const held = new Map<string, number>();
        const share = new FairShare({
          capacity: 100,
          percent: 90,
          onRefused: () => {
            refused += 1;
          },
        });
        for (const { caller, amount, gives } of steps) {
          const name = `caller-${caller}`;
          const own = held.get(name) ?? 0;
          if (gives) {
            share.give(name, Math.min(amount, own));
            held.set(name, own - Math.min(amount, own));
          } else {
            const may = share.has(name, amount);
            expect(share.take(name, amount)).toBe(may);
            if (may) held.set(name, own + amount);
            else expected += 1;
          }
          expect(share.inUse).toBe([...held.values()].reduce((sum, each) => sum + each, 0));
          expect(share.callers).toBe([...held.values()].filter((each) => each > 0).length);
          expect(share.inUse).toBeLessThanOrEqual(100);
        }
        expect(refused).toBe(expected);
      }),
    );
  });
});
