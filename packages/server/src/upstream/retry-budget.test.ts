import { expect, it } from 'vitest';
import { createRetryBudget } from './retry-budget.js';

it('allows retries for at most a fifth of the calls, beyond the reserve', () => {
  const budget = createRetryBudget({ ratio: 0.2, reserve: 10 });
  let retries = 0;
  for (let call = 0; call < 1000; call += 1) {
    budget.earn();
    if (budget.spend()) retries += 1;
    if (budget.spend()) retries += 1;
  }
  expect(retries).toBeGreaterThan(195);
  expect(retries).toBeLessThanOrEqual(210);
});

it('accumulates no more than the reserve', () => {
  const budget = createRetryBudget({ ratio: 0.2, reserve: 2 });
  for (let call = 0; call < 1000; call += 1) budget.earn();
  expect([budget.spend(), budget.spend(), budget.spend()]).toEqual([true, true, false]);
});
