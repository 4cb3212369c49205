import { describe, expect, it } from 'vitest';
import type { OpenDoorPorts } from './open-door.js';
import { createOpenDoor } from './open-door.js';

function setUp(change: Partial<OpenDoorPorts> = {}) {
  const state = { now: 0, usable: 0, asked: 0 };
  const door = createOpenDoor({
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
  return { state, door };
}

describe('the open local default', () => {
  it('is open on loopback without keys and tokens', async () => {
    expect(await setUp().door.isOpen()).toBe(true);
  });

  it.each([
    { loopbackOnly: false },
    { acceptsTokens: true },
    { mode: 'required' },
    { mode: 'open', loopbackOnly: false },
  ] as const)('is closed with %j', async (change) => {
    expect(await setUp(change).door.isOpen()).toBe(false);
  });

  it('is closed by the first key within two seconds, and stays closed', async () => {
    const { state, door } = setUp();
    expect(await door.isOpen()).toBe(true);
    state.usable = 1;
    expect(await door.isOpen()).toBe(true);
    state.now = 2000;
    expect(await door.isOpen()).toBe(false);
    state.usable = 0;
    state.now = 100_000;
    expect(await door.isOpen()).toBe(false);
    expect(state.asked).toBe(2);
  });

  it('looks again at once when told that a key was made', async () => {
    const { state, door } = setUp();
    await door.isOpen();
    state.usable = 1;
    door.lookAgain();
    expect(await door.isOpen()).toBe(false);
  });

  it('fails when the store does, so that trouble never opens it', async () => {
    const { door } = setUp({ countUsable: () => Promise.reject(new Error('away')) });
    await expect(door.isOpen()).rejects.toThrow('away');
  });
});
