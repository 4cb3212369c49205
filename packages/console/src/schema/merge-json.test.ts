import { expect, it } from 'vitest';
import { mergeJson, setAtPath } from './merge-json.js';

const base = {
  name: 'a',
  steps: [
    { stepId: 'one', x: 1 },
    { stepId: '2', x: 1 },
  ],
  tags: ['p'],
};

it('keeps what each side changed, added and removed', () => {
  const ours = { ...base, name: 'ours', steps: [{ stepId: 'one', x: 5 }, { stepId: '2', x: 1 }, { stepId: 'three' }] };
  const theirs = { ...base, steps: [{ stepId: 'one', x: 1, y: 2 }], tags: ['p', 'q'] };
  expect(mergeJson(base, ours, theirs)).toEqual({
    value: { name: 'ours', steps: [{ stepId: 'one', x: 5, y: 2 }, { stepId: 'three' }], tags: ['p', 'q'] },
    both: [],
    conflicts: [],
  });
});

it('takes ours where both changed the same place, and names it', () => {
  const merged = mergeJson(base, { ...base, name: 'x' }, { ...base, name: 'y' });
  expect(merged).toMatchObject({ value: { name: 'x' }, both: ['name'] });
});

it('takes the other side at a place that both changed, also inside a named item and of a removed one', () => {
  const ours = { ...base, steps: [{ stepId: 'one', x: 5 }] };
  const theirs = {
    ...base,
    steps: [
      { stepId: 'one', x: 7 },
      { stepId: '2', x: 9 },
    ],
  };
  const { value = {}, conflicts } = mergeJson(base, ours, theirs);
  expect(conflicts.map(({ place }) => place)).toEqual(['steps :one x', 'steps :2']);
  const taken = conflicts.reduce((now, { path, theirs: other }) => setAtPath(now, path, other), value);
  expect(taken).toEqual(theirs);
  expect(conflicts.reduce((now, { path, ours: own }) => setAtPath(now, path, own), taken)).toEqual(ours);
});
