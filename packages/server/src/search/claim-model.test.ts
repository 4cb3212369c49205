import type { NodeStore } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimModel } from './claim-model.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('claimModel', () => {
  it('finishes a report that is on its way before it leaves, and sends none after that', async () => {
    const { nodes } = createMemoryStore();
    const steps: string[] = [];
    let finish = () => {};
    const slow: NodeStore = {
      ...nodes,
      async enter(node, options) {
        if (steps.push('enter') > 1) {
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
        }
        return nodes.enter(node, options);
      },
      async leave(id) {
        steps.push('leave');
        await nodes.leave(id);
      },
    };
    const errors: unknown[] = [];
    const ports = {
      clock: { now: () => Date.now() },
      version: '1.0.0',
      report: (error: unknown) => errors.push(error),
    };
    const leave = await claimModel('m-1', false, { ...ports, nodes: slow });
    await vi.advanceTimersByTimeAsync(6_000);
    const left = leave();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(steps).toEqual(['enter', 'enter']);
    finish();
    await left;
    expect(steps).toEqual(['enter', 'enter', 'leave']);
    // Nobody uses the first model any more.
    await (await claimModel('m-2', false, { ...ports, nodes }))();
    expect(errors).toEqual([]);
  });
});
