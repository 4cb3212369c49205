/** The rules of the house, on this repository; and each rule on a planted violation, to show that it can fail. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readTree, type SourceTree } from '../../scripts/source-tree.js';
import type { Check } from './check.js';
import { checks } from './checks/index.js';

const fixtures = fileURLToPath(new URL('./fixtures', import.meta.url));
const whole = readTree(fileURLToPath(new URL('../..', import.meta.url)));
const repository: SourceTree = { ...whole, files: whole.files.filter((file) => !file.includes('/fixtures/')) };

function run(check: Check, tree: SourceTree): string[] {
  return check.find(tree).map(({ file, message }) => `${file}: ${message}`);
}

describe.each(checks.map((check) => [check.name, check] as const))('%s', (name, check) => {
  it('holds in this repository', () => {
    expect(run(check, repository)).toEqual([]);
  });

  it('finds each planted violation and nothing else', () => {
    const expected = readFileSync(`${fixtures}/${name}.txt`, 'utf8').trim().split('\n');
    expect(run(check, readTree(`${fixtures}/${name}`)).sort()).toEqual(expected.sort());
  });
});

it('has no planted violation without its check', () => {
  const planted = readdirSync(fixtures).filter((name) => !name.endsWith('.txt'));
  expect(planted.sort()).toEqual(checks.map((check) => check.name).sort());
});
