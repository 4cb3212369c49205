import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { pruneBuild } from './prune-build.js';

const root = mkdtempSync(join(tmpdir(), 'dragoman-prune-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('deletes the declarations of modules without a source, and nothing else', () => {
  const kept = ['src/index.ts', 'src/a/b.ts', 'dist/index.js', 'dist/index.d.ts', 'dist/chunk.js', 'dist/.tsbuildinfo'];
  const stale = ['dist/a/gone.d.ts', 'dist/gone/c.d.ts.map'];
  for (const file of [...kept, ...stale]) {
    mkdirSync(dirname(join(root, 'packages/core', file)), { recursive: true });
    writeFileSync(join(root, 'packages/core', file), '');
  }
  mkdirSync(join(root, 'packages/model'));
  expect(pruneBuild(root).sort()).toEqual(stale.map((file) => join('packages/core', file)).sort());
  expect(kept.filter((file) => !existsSync(join(root, 'packages/core', file)))).toEqual([]);
  expect(stale.filter((file) => existsSync(join(root, 'packages/core', file)))).toEqual([]);
});
