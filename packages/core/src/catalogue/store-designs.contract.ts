/** The store contract for designs. */
import { Failure } from '@dragoman/model';
import { expect, it } from 'vitest';
import type { StoreUnderTest } from './store.contract.js';
import { sampleContext, sampleDesign, sampleTime } from './store.support.js';

/** The contract of designs. */
export function designsContract(under: StoreUnderTest): void {
  changeCases(under);
  readCases(under);
}

function changeCases(under: StoreUnderTest) {
  it('creates, updates and deletes a design, each with a version and one audit record', async () => {
    const { designs, audit } = under.store;
    const first = sampleDesign('desk', { name: 'a\u0000', document: { text: 'ü 🦊 \u0000 \ud800' } });
    const create = await designs.change(
      'toolset',
      'desk',
      () => ({ action: 'design.create', design: first }),
      sampleContext(1),
    );
    expect(create).toEqual({ ...first, version: 1, createdAt: sampleTime(1), updatedAt: sampleTime(1) });
    const update = await designs.change(
      'toolset',
      'desk',
      (current) => ({ action: 'design.update', design: { ...first, name: `${current?.version}` } }),
      sampleContext(2, 'bob'),
    );
    expect(update).toMatchObject({ name: '1', version: 2, createdAt: sampleTime(1), updatedAt: sampleTime(2) });
    await designs.change(
      'toolset',
      'desk',
      (current) => (current === undefined ? undefined : { action: 'design.delete', design: current }),
      sampleContext(3),
    );
    expect(await designs.read('toolset', 'desk')).toMatchObject({ version: 3, deletedAt: sampleTime(3) });
    expect(
      (await designs.versions('toolset', 'desk', 10)).map(({ version, action, actor }) => [version, action, actor]),
    ).toEqual([
      [3, 'design.delete', 'alice'],
      [2, 'design.update', 'bob'],
      [1, 'design.create', 'alice'],
    ]);
    expect((await audit.list({ limit: 10, target: 'toolset:desk' })).map(({ action }) => action)).toEqual([
      'design.create',
      'design.update',
      'design.delete',
    ]);
    const again = await designs.change(
      'toolset',
      'desk',
      () => ({ action: 'design.create', design: first }),
      sampleContext(4),
    );
    expect(again).toEqual({ ...first, version: 4, createdAt: sampleTime(1), updatedAt: sampleTime(4) });
  });

  it('writes nothing when the decision is to do nothing or to reject', async () => {
    const { designs, audit } = under.store;
    const head = await audit.head();
    expect(await designs.change('toolset', 'never', () => undefined, sampleContext())).toBeUndefined();
    const refuse = () => {
      throw new Failure('CONFLICT');
    };
    await expect(designs.change('toolset', 'desk', refuse, sampleContext())).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(
      designs.change(
        'toolset',
        'desk',
        () => ({ action: 'design.update', design: sampleDesign('other') }),
        sampleContext(),
      ),
    ).rejects.toThrow();
    expect((await designs.change('toolset', 'desk', () => undefined, sampleContext()))?.version).toBe(4);
    expect(await audit.head()).toEqual(head);
  });

  it('lets each of several concurrent writers decide on the state that the previous one left', async () => {
    const { designs } = under.store;
    const count = (current: { document: object } | undefined) => Number((current?.document as { n?: number })?.n ?? 0);
    const raise = () =>
      designs.change(
        'procedure',
        'counter',
        (current) => ({
          action: current === undefined ? 'design.create' : 'design.update',
          design: sampleDesign('counter', { kind: 'procedure', document: { n: count(current) + 1 } }),
        }),
        sampleContext(),
      );
    await Promise.all(Array.from({ length: 12 }, raise));
    expect(await designs.read('procedure', 'counter')).toMatchObject({ version: 12, document: { n: 12 } });
  });
}

function readCases(under: StoreUnderTest) {
  it('lists live designs of one kind by id, in pages', async () => {
    const { designs } = under.store;
    for (const id of ['b', 'a', 'C', 'é', 'gone']) {
      const design = sampleDesign(id, { kind: 'team' });
      await designs.change('team', id, () => ({ action: 'design.create', design }), sampleContext());
    }
    await designs.change(
      'team',
      'gone',
      (current) => current && { action: 'design.delete', design: current },
      sampleContext(),
    );
    const ids = async (after: string | undefined, limit: number) =>
      (await designs.list('team', after, limit)).map(({ id }) => id);
    expect(await ids(undefined, 10)).toEqual(['C', 'a', 'b', 'é']);
    expect(await ids(undefined, 2)).toEqual(['C', 'a']);
    expect(await ids('a', 10)).toEqual(['b', 'é']);
    expect(await ids('é', 10)).toEqual([]);
    expect(await designs.read('toolset', 'a')).toBeUndefined();
  });

  it('finds versions one by one and in pages, of this kind only', async () => {
    const { designs } = under.store;
    expect((await designs.versions('procedure', 'counter', 3)).map(({ version }) => version)).toEqual([12, 11, 10]);
    expect((await designs.versions('procedure', 'counter', 3, 3)).map(({ version }) => version)).toEqual([2, 1]);
    expect(await designs.version('procedure', 'counter', 7)).toMatchObject({
      version: 7,
      design: { document: { n: 7 } },
    });
    expect(await designs.version('procedure', 'counter', 13)).toBeUndefined();
    expect(await designs.version('team', 'counter', 7)).toBeUndefined();
    expect(await designs.versions('team', 'counter', 10)).toEqual([]);
  });
}
