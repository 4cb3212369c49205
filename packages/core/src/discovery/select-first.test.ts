import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createNameOrder } from './name-order.js';
import { selectFirst } from './select-first.js';

const ascending = (left: number, right: number) => left - right;

it('selects what sorting would put first', () => {
  fc.assert(
    fc.property(fc.uint32Array({ maxLength: 100 }), fc.nat({ max: 110 }), (rows, wanted) => {
      expect(selectFirst(rows, rows.length, wanted, ascending)).toEqual(
        Array.from(rows).sort(ascending).slice(0, wanted),
      );
    }),
  );
});

it('keeps rows in order as they are added and removed', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat({ max: 30 }), fc.boolean())), (changes) => {
      const order = createNameOrder(ascending);
      const present = new Set<number>();
      for (const [row, settle] of changes) {
        if (present.delete(row)) order.remove(row);
        else {
          present.add(row);
          order.add(row);
        }
        if (settle) order.settled();
      }
      const { rows, count } = order.settled();
      expect(Array.from(rows.subarray(0, count))).toEqual([...present].sort(ascending));
      expect(order.firstAfter((row) => row > 15)).toBe([...present].filter((row) => row <= 15).length);
    }),
  );
});
