/** The store contract for running servers: all of them use one model. */
import { expect, it } from 'vitest';
import type { StoreUnderTest } from './store.contract.js';

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
const node = (id: string, model: string, minute: number) => ({ id, model, version: '1.2.3', seenAt: at(minute) });

/** The contract of running servers. */
export function nodesContract(under: StoreUnderTest): void {
  it('accepts servers with the same model and returns the one that uses another', async () => {
    const { nodes } = under.store;
    const options = { since: at(0), force: false };
    expect(await nodes.enter(node('one', 'm-1', 1), options)).toBeUndefined();
    expect(await nodes.enter(node('two', 'm-1', 2), options)).toBeUndefined();
    expect(await nodes.enter(node('three', 'm-2', 3), options)).toMatchObject({ model: 'm-1' });
    expect(await nodes.enter(node('one', 'm-1', 4), options)).toBeUndefined();
    expect(await nodes.list()).toEqual([node('one', 'm-1', 4), node('two', 'm-1', 2)]);
  });

  it('registers a server with another model when it is forced', async () => {
    const { nodes } = under.store;
    expect(await nodes.enter(node('three', 'm-2', 5), { since: at(0), force: true })).toBeUndefined();
    expect(await nodes.enter(node('four', 'm-1', 5), { since: at(0), force: false })).toEqual(node('three', 'm-2', 5));
    await nodes.leave('three');
    await nodes.leave('unknown');
    expect(await nodes.enter(node('four', 'm-1', 5), { since: at(0), force: false })).toBeUndefined();
    await nodes.leave('four');
  });

  it('ignores servers that stopped reporting', async () => {
    const { nodes } = under.store;
    expect(await nodes.enter(node('five', 'm-3', 10), { since: at(4), force: false })).toEqual(node('one', 'm-1', 4));
    expect(await nodes.enter(node('five', 'm-3', 10), { since: at(5), force: false })).toBeUndefined();
  });

  it('lets servers without a model run with all others', async () => {
    const { nodes } = under.store;
    const options = { since: at(5), force: false };
    expect(await nodes.enter(node('words', '', 10), options)).toBeUndefined();
    expect(await nodes.enter(node('five', 'm-3', 11), options)).toBeUndefined();
    await nodes.leave('words');
  });

  it('registers only one of two servers that start at the same moment with different models', async () => {
    const { nodes } = under.store;
    await nodes.leave('five');
    const options = { since: at(20), force: false };
    const refused = await Promise.all(
      Array.from({ length: 6 }, (_, number) => nodes.enter(node(`n-${number}`, `m-${number}`, 21), options)),
    );
    expect(refused.filter((other) => other === undefined)).toHaveLength(1);
  });
}
