import { describe, expect, it } from 'vitest';
import type { OpenAccessModePorts } from './open-access-mode.js';
import { createOpenAccessMode } from './open-access-mode.js';

function setUp(change: Partial<OpenAccessModePorts> = {}) {
  const state = { now: 0, usable: 0, asked: 0 };
  const accessMode = createOpenAccessMode({
    mode: 'auto',
    loopbackOnly: true,
    acceptsTokens: false,
    clock: { now: () => state.now },
    countUsable: async () => {
      state.asked += 1;
      return state.usable;
    },
    ...change,
  });
  return { state, accessMode };
}

describe('the open access mode', () => {
  it('is open on loopback without keys and tokens', async () => {
    expect(await setUp().accessMode.isOpen()).toBe(true);
  });

  it.each([
    { loopbackOnly: false },
    { acceptsTokens: true },
    { mode: 'required' },
    { mode: 'optional' },
    { mode: 'open', loopbackOnly: false },
  ] as const)('is closed with %j', async (change) => {
    expect(await setUp(change).accessMode.isOpen()).toBe(false);
  });

  it('is closed by the first key within two seconds, and stays closed', async () => {
    const { state, accessMode } = setUp();
    expect(await accessMode.isOpen()).toBe(true);
    state.usable = 1;
    expect(await accessMode.isOpen()).toBe(true);
    state.now = 2000;
    expect(await accessMode.isOpen()).toBe(false);
    state.usable = 0;
    state.now = 100_000;
    expect(await accessMode.isOpen()).toBe(false);
    expect(state.asked).toBe(2);
  });

  it('checks again at once after a key was created', async () => {
    const { state, accessMode } = setUp();
    await accessMode.isOpen();
    state.usable = 1;
    accessMode.recheck();
    expect(await accessMode.isOpen()).toBe(false);
  });

  it('fails when the store fails, so that an error never opens it', async () => {
    const { accessMode } = setUp({ countUsable: () => Promise.reject(new Error('away')) });
    await expect(accessMode.isOpen()).rejects.toThrow('away');
  });
});
