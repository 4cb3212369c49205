/** Tests that outdated pages are found and written, and that two generators of one file are rejected. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findOutdated, makeFiles, writeFiles } from './generate-docs.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dragoman-docs-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const page = (path: string, text: string) => async () => [{ path, text }];

it('finds missing and changed files, and writes only those', async () => {
  writeFileSync(join(root, 'same.md'), 'same');
  writeFileSync(join(root, 'old.md'), 'edited by hand');
  const files = await makeFiles(root, [page('same.md', 'same'), page('old.md', 'new'), page('deep/missing.md', 'x')]);
  expect(findOutdated(root, files)).toEqual(['old.md', 'deep/missing.md']);
  expect(writeFiles(root, files)).toEqual(['old.md', 'deep/missing.md']);
  expect(readFileSync(join(root, 'old.md'), 'utf8')).toBe('new');
  expect(findOutdated(root, files)).toEqual([]);
});

it('rejects two generators of one file', async () => {
  await expect(makeFiles(root, [page('a.md', '1'), page('a.md', '2')])).rejects.toThrow('a.md is generated twice');
});
