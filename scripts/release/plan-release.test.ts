/** The release plan on small made-up repositories. */
import { describe, expect, it } from 'vitest';
import type { SourceTree } from '../source-tree.js';
import { findTarballProblems } from './pack-packages.js';
import { planRelease } from './plan-release.js';

function treeOf(files: Record<string, string | object>): SourceTree {
  const read = (file: string) => {
    const content = files[file] ?? '';
    return typeof content === 'string' ? content : JSON.stringify(content);
  };
  return { root: '/nowhere', files: Object.keys(files), read };
}

function repository({ version = '1.0.0', changelog = '## Unreleased\n\n## 1.0.0\n\n- First.\n' } = {}): SourceTree {
  return treeOf({
    'package.json': { name: 'house', version, workspaces: ['packages/cli', 'packages/core', 'packages/model'] },
    'packages/cli/package.json': {
      name: '@dragoman/cli',
      version,
      dependencies: { '@dragoman/model': version, '@dragoman/core': version, picocolors: '^1.0.0' },
    },
    'packages/core/package.json': {
      name: '@dragoman/core',
      version: '1.0.0',
      dependencies: { '@dragoman/model': version },
    },
    'packages/model/package.json': { name: '@dragoman/model', version },
    'CHANGELOG.md': `# Changelog\n\n${changelog}`,
  });
}

describe('planRelease', () => {
  it('publishes a package after the packages that it depends on', () => {
    const plan = planRelease(repository());
    expect(plan.packages.map(({ name }) => name)).toEqual(['@dragoman/model', '@dragoman/core', '@dragoman/cli']);
    expect(plan).toMatchObject({ version: '1.0.0', distTag: 'latest', problems: [] });
  });

  it('publishes a prerelease under the tag next and reports packages with another version', () => {
    const plan = planRelease(
      repository({ version: '1.1.0-rc.1', changelog: '## [1.1.0-rc.1] - 2026-11-16\n\n- Second.\n' }),
    );
    expect(plan.distTag).toBe('next');
    expect(plan.problems).toEqual(['@dragoman/core has version 1.0.0; all packages share version 1.1.0-rc.1.']);
  });

  it.each([
    ['## Unreleased\n\n- First.\n', ['CHANGELOG.md has no heading "## 1.0.0".']],
    ['## 1.0.0 (2026-11-16)\n\n## 0.9.0\n\n- Before.\n', ['The section 1.0.0 of CHANGELOG.md is empty.']],
    [
      '## Unreleased\n\n- Two.\n- Three.\n\n## 1.0.0\n\n- One.\n',
      ['CHANGELOG.md has 2 changes under "Unreleased"; move them to "## 1.0.0".'],
    ],
  ])('compares the changelog with the version: %j', (changelog, problems) => {
    expect(planRelease(repository({ changelog })).problems).toEqual(problems);
  });
});

it('names missing, unwanted and stale files of a tarball', () => {
  const tree = treeOf({
    'packages/core/package.json': {
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './x/*': './x/*' },
    },
    'packages/core/src/index.ts': '',
  });
  const files = ['README.md', 'package.json', 'dist/index.js', 'dist/index.js.map', 'dist/gone.d.ts'];
  const packed = { name: '@dragoman/core', tarball: '', size: 0, files };
  expect(findTarballProblems(tree, 'packages/core', packed)).toEqual([
    '@dragoman/core lacks LICENSE',
    '@dragoman/core lacks dist/index.d.ts',
    '@dragoman/core must not contain dist/index.js.map',
    '@dragoman/core contains dist/gone.d.ts, which has no source',
  ]);
});
