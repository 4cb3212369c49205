/**
 * The store contract for sessions: they change as a whole, expire automatically, and are found by entry and by owner.
 */
import { expect, it } from 'vitest';
import type { SessionRecord } from './sessions.js';
import type { StoreUnderTest } from './store.contract.js';
import { sampleTime } from './store.support.js';

const session = (id: string, over: Partial<SessionRecord> = {}): SessionRecord => ({
  id,
  entryId: 'entry-1',
  owner: 'caller-1',
  document: { turns: 0, text: 'nul \u0000 and half \ud800' },
  expiresAt: sampleTime(600),
  ...over,
});

/** The contract of sessions. */
export function sessionsContract(under: StoreUnderTest): void {
  it('stores a session as decided, and nothing when there is nothing to do', async () => {
    const { sessions } = under.store;
    expect(await sessions.read('s-1', sampleTime(0))).toBeUndefined();
    expect(await sessions.change('s-1', () => undefined, sampleTime(0))).toBeUndefined();
    expect(await sessions.change('s-1', () => session('s-1'), sampleTime(0))).toEqual(session('s-1'));
    expect(await sessions.read('s-1', sampleTime(0))).toEqual(session('s-1'));
    await expect(sessions.change('s-1', () => session('other'), sampleTime(0))).rejects.toThrow();
    await expect(
      sessions.change(
        's-1',
        () => {
          throw new Error('refused');
        },
        sampleTime(0),
      ),
    ).rejects.toThrow('refused');
    expect(await sessions.read('s-1', sampleTime(0))).toEqual(session('s-1'));
  });

  it('loses none of 20 concurrent changes', async () => {
    const { sessions } = under.store;
    const count = (current: SessionRecord | undefined) =>
      session('s-many', { document: { turns: Number(current?.document.turns ?? 0) + 1 } });
    await Promise.all(Array.from({ length: 20 }, () => sessions.change('s-many', count, sampleTime(0))));
    expect((await sessions.read('s-many', sampleTime(0)))?.document).toEqual({ turns: 20 });
  });

  it('hides an expired session, and starts it again', async () => {
    const { sessions } = under.store;
    await sessions.change('s-old', () => session('s-old', { expiresAt: sampleTime(10) }), sampleTime(0));
    expect(await sessions.read('s-old', sampleTime(9))).toBeDefined();
    expect(await sessions.read('s-old', sampleTime(10))).toBeUndefined();
    const seen: unknown[] = [];
    await sessions.change(
      's-old',
      (current) => {
        seen.push(current);
        return session('s-old');
      },
      sampleTime(10),
    );
    expect(seen.every((each) => each === undefined)).toBe(true);
  });

  it('finds sessions by entry and counts them by owner', async () => {
    const { sessions } = under.store;
    for (const id of ['b', 'a', 'c']) {
      await sessions.change(
        `e-${id}`,
        () => session(`e-${id}`, { entryId: 'entry-9', owner: 'owner-9' }),
        sampleTime(0),
      );
    }
    const found = await sessions.ofEntry('entry-9', sampleTime(0), 2);
    expect(found.map(({ id }) => id)).toEqual(['e-a', 'e-b']);
    expect(await sessions.count('owner-9', sampleTime(0))).toBe(3);
    expect(await sessions.count('owner-9', sampleTime(600))).toBe(0);
    expect(await sessions.ofEntry('entry-9', sampleTime(600), 5)).toEqual([]);
  });

  it('removes expired sessions, a few at a time, and nothing else', async () => {
    const { sessions } = under.store;
    for (let at = 0; at < 5; at += 1) {
      const old = session(`p-${at}`, { expiresAt: sampleTime(-5) });
      await sessions.change(old.id, () => old, sampleTime(-10));
    }
    expect(await sessions.prune(sampleTime(-5), 3)).toBe(3);
    expect(await sessions.prune(sampleTime(-5), 3)).toBe(2);
    expect(await sessions.prune(sampleTime(-5), 3)).toBe(0);
    expect(await sessions.read('s-1', sampleTime(0))).toBeDefined();
  });
}
