import { expect, it } from 'vitest';
import { editYaml } from './edit-yaml.js';

const text = `# top
a: 1 # one
list:
  - x # first
  # before y
  - y
deep:
  inner: {p: 1, q: "two"}
`;

it('changes, inserts, renames, moves and removes, and keeps comments and order', () => {
  const edited = editYaml(text, [
    { set: ['a'], to: 2 },
    { insert: ['list', 1], value: 'between' },
    { move: ['list', 0], to: 2 },
    { rename: ['deep', 'inner'], to: 'outer' },
    { set: ['deep', 'outer', 'r', 's'], to: [true] },
    { insert: ['fresh', 0], value: { k: 'v' } },
  ]);
  expect(edited).toBe(`# top
a: 2 # one
list:
  - between
  # before y
  - y
  - x # first
deep:
  outer: { p: 1, q: "two", r: { s: [ true ] } }
fresh:
  - k: v
`);
});

it('removes lists and objects that become empty', () => {
  expect(editYaml('a:\n  b:\n    - 1\nc: 2\n', [{ remove: ['a', 'b', 0] }])).toBe('c: 2\n');
});

it('writes JSON again as JSON', () => {
  expect(editYaml('{"a": [1]}', [{ insert: ['a', 1], value: 2 }])).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}\n');
});

it('refuses broken text and edits without a place', () => {
  expect(editYaml('a: [1', [{ set: ['a'], to: 1 }])).toBeUndefined();
  expect(editYaml('a: 1', [{ remove: ['b'] }])).toBeUndefined();
  expect(editYaml('a: 1\nb: 2', [{ rename: ['a'], to: 'b' }])).toBeUndefined();
  expect(editYaml('a: 1', [{ insert: ['a', 0], value: 1 }])).toBeUndefined();
});
