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

it('keeps rows in order however they arrive', () => {
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(fc.nat({ max: 1000 }))), (batches) => {
      const order = createNameOrder(ascending);
      for (const batch of batches) {
        for (const row of batch) order.add(row);
        order.settled();
      }
      const { rows, count } = order.settled();
      expect(Array.from(rows.subarray(0, count))).toEqual(batches.flat().sort(ascending));
      expect(order.firstBehind((row) => row > 500)).toBe(batches.flat().filter((row) => row <= 500).length);
    }),
  );
});
