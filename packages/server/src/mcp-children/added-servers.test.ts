import { createMemoryStore } from '@dragoman/core/engine';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AddedServerPorts, RunnableServer } from './added-servers.js';
import { createAddedServers } from './added-servers.js';
import type { AddedChild } from './open-children.js';

afterEach(() => vi.useRealTimers());

/** One process that runs the added servers of a store. */
function createNode(
  store = createMemoryStore(),
  change: Partial<AddedServerPorts> = {},
  values = new Map<string, RunnableServer>(),
) {
  const running = new Map<string, AddedChild>();
  const errors: unknown[] = [];
  let made = 0;
  const added = createAddedServers({
    designs: store.designs,
    seals: {
      async put(server, given) {
        made += 1;
        values.set(`${server} ${made}`, structuredClone(given));
        return `${server} ${made}`;
      },
      async open(_, id) {
        const found = values.get(id);
        if (found === undefined) throw new Error('the seal is broken');
        return found;
      },
      async keepOnly(server, id) {
        for (const key of values.keys()) if (key.startsWith(`${server} `) && key !== id) values.delete(key);
      },
    },
    children: {
      added: () => new Map([...running].map(([name, { version }]) => [name, version])),
      put: async (child) => void running.set(child.name, child),
      drop: async (name) => void running.delete(name),
    },
    configured: [],
    refusal: undefined,
    onError: (error) => errors.push(error),
    ...change,
  });
  const save = (name: string, env: Record<string, string | null> = {}, mode: 'create' | 'replace' = 'create') =>
    added.save({ ...by, name, mode, request: { command: 'program', args: ['a b'], env } });
  return { store, added, running, values, errors, save };
}

const caller = { kind: 'key', subject: 'root', scopes: ['admin'] } as never;
const context = { actor: 'root', traceId: '0'.repeat(32), at: '2026-01-01T00:00:00.000Z' };
const by = { caller, context, dryRun: false };

describe('added servers', () => {
  it('run in every process of the store, which follows changes of the others', async () => {
    vi.useFakeTimers();
    const one = createNode();
    const other = createNode(one.store, {}, one.values);
    other.added.follow();
    await one.save('files');
    await vi.advanceTimersByTimeAsync(5000);
    expect(other.running.get('files')).toMatchObject({ command: 'program', args: ['a b'], version: 1 });
    await one.added.remove({ ...by, name: 'files' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(other.running.size).toBe(0);
    await one.save('files');
    await vi.advanceTimersByTimeAsync(5000);
    // Another version than before: a new definition never continues the sessions of the removed one.
    expect(other.running.get('files')?.version).toBe(3);
    other.added.stop();
    await one.save('mail');
    await vi.advanceTimersByTimeAsync(20_000);
    expect([...other.running.keys()]).toEqual(['files']);
  });

  it('keep one sealed definition, also after changes, and store nothing in a dry run', async () => {
    const { save, values, added, running } = createNode();
    await added.save({
      ...by,
      dryRun: true,
      name: 'a',
      mode: 'create',
      request: { command: 'b', args: [], env: { A: '1' } },
    });
    expect([values.size, await added.read('a')]).toEqual([0, undefined]);
    await save('a', { A: '1', B: '2' });
    expect((await save('a', { B: null, A: '1' }, 'replace')).outcome).toBe('updated');
    expect((await save('a', { B: null, A: '1' }, 'replace')).outcome).toBe('unchanged');
    await save('a', { B: null, C: '3' }, 'replace');
    await added.sync();
    expect(running.get('a')?.env).toEqual({ B: '2', C: '3' });
    expect(values.size).toBe(1);
    await added.remove({ ...by, name: 'a' });
    expect(values.size).toBe(0);
  });

  it('do not run a definition that was changed in the database', async () => {
    const { save, added, running, store, errors } = createNode();
    await save('a', { A: '1' });
    const write = (change: Record<string, unknown>) =>
      store.designs.change(
        'mcp-server',
        'a',
        (now) =>
          now && { action: 'design.update', design: { ...now, document: { ...now.document, ...change } as never } },
        context,
      );
    for (const change of [{ command: 'evil' }, { command: 'program', args: ['evil'] }, { args: ['a b'], env: [] }]) {
      await write(change);
      await added.sync();
      expect(running.get('a')).toMatchObject({ env: {}, refusal: expect.stringContaining('was changed') });
    }
    await write({ env: ['A'] });
    await added.sync();
    expect(running.get('a')).toMatchObject({ command: 'program', args: ['a b'], env: { A: '1' } });
    expect(running.get('a')?.refusal).toBeUndefined();
    expect(errors).toHaveLength(3);
  });

  it('are limited in number, and do not run without their values or where the settings refuse them', async () => {
    const { save, values, added, running, errors, store } = createNode();
    await save('a', { A: '1' });
    values.clear();
    await added.sync();
    expect(running.get('a')).toMatchObject({ env: {}, refusal: expect.stringContaining('cannot be opened') });
    expect(errors).toHaveLength(1);
    for (let n = 1; n < 100; n += 1) await save(`s${n}`);
    await expect(save('one-too-many')).rejects.toMatchObject({ code: 'CONFLICT' });
    const refusing = createNode(store, { refusal: 'not here' });
    await refusing.added.sync();
    expect([...refusing.running.values()].every(({ refusal }) => refusal === 'not here')).toBe(true);
  });
});
