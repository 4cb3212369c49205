import { expect, it } from 'vitest';
import { layeredLayout } from './layered-layout.js';

const sized = (...ids: string[]) => ids.map((id) => ({ id, width: 100, height: 40 }));
const edge = (text: string) => {
  const [from = '', to = ''] = text.split('>');
  return { from, to };
};

it('puts each node to the right of the nodes that lead to it, also with a cycle', () => {
  const at = layeredLayout(sized('a', 'b', 'c', 'd'), ['a>b', 'b>c', 'a>c', 'c>a', 'c>d', 'd>d', 'x>d'].map(edge));
  const x = (id: string) => at.get(id)?.x ?? Number.NaN;
  expect([x('a') < x('b'), x('b') < x('c'), x('c') < x('d')]).toEqual([true, true, true]);
});

it('lets no two nodes overlap, and places neighbors side by side', () => {
  const at = layeredLayout(sized('top', 'low', 'toLow', 'toTop'), ['top>toTop', 'low>toLow'].map(edge));
  expect(at.get('toTop')?.y).toBe(at.get('top')?.y);
  const places = [...at.values()];
  for (const [index, one] of places.entries())
    for (const other of places.slice(index + 1))
      expect(Math.abs(one.x - other.x) >= 100 || Math.abs(one.y - other.y) >= 40).toBe(true);
});

it('lays out a chain, a full graph and a cycle of 300 nodes', () => {
  const ids = Array.from({ length: 300 }, (_, at) => `n${at}`);
  const chain = ids.slice(1).map((to, at) => ({ from: `n${at}`, to }));
  expect(layeredLayout(sized(...ids), [...chain, { from: 'n299', to: 'n0' }]).size).toBe(300);
  const some = ids.slice(0, 40);
  const full = some.flatMap((from) => some.map((to) => ({ from, to })));
  expect(layeredLayout(sized(...some), full).size).toBe(40);
});
