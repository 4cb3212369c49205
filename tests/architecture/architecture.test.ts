/** Runs every architecture check on this repository, and on a planted violation to prove that it can fail. */
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

it('every planted violation belongs to a check', () => {
  const planted = readdirSync(fixtures).filter((name) => !name.endsWith('.txt'));
  expect(planted.sort()).toEqual(checks.map((check) => check.name).sort());
});
