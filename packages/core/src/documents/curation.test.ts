/** Patterns that select operations. */
import { describe, expect, it } from 'vitest';
import { curate, isEntryId, patternFault } from './curation.js';

const operation = (
  path: string,
  more: { method?: string; tags?: string[]; operationId?: string; deprecated?: boolean } = {},
) => ({
  path,
  method: 'get',
  tags: [],
  deprecated: false,
  ...more,
});

describe('patterns', () => {
  it.each<[string, string, boolean]>([
    ['/pets', '/pets', true],
    ['/pets', '/pets/{id}', false],
    ['/pets/*', '/pets/{id}', true],
    ['/pets/*', '/pets/{id}/name', false],
    ['/pets/**', '/pets/{id}/name', true],
    ['**/name', '/pets/{id}/name', true],
    ['path:/PETS', '/pets', true],
    ['/p*s/*/na*', '/pets/{id}/name', true],
    [`/${'*a'.repeat(60)}`, `/${'a'.repeat(5_000)}b`, false],
  ])('%.30s on %.30s: %s', (pattern, path, fits) => {
    const given = pattern.startsWith('/') || pattern.startsWith('path:') ? pattern : `path:${pattern}`;
    expect(curate([operation(path)], { include: [given] }).taken).toHaveLength(fits ? 1 : 0);
  });

  it('of different kinds must all match, of the same kind any may match', () => {
    const all = [
      operation('/a', { tags: ['x'] }),
      operation('/b', { tags: ['y'] }),
      operation('/c', { tags: ['x'], method: 'post', operationId: 'make' }),
    ];
    const paths = (curation: Parameters<typeof curate>[1]) => curate(all, curation).taken.map(({ path }) => path);
    expect(paths({ include: ['x', 'y'] })).toEqual(['/a', '/b', '/c']);
    expect(paths({ include: ['x', 'method:post'] })).toEqual(['/c']);
    expect(paths({ include: ['id:m*'] })).toEqual(['/c']);
    expect(paths({ exclude: ['tag:x'] })).toEqual(['/b']);
  });

  it('drop deprecated operations first, and count what they drop', () => {
    const all = [operation('/a', { deprecated: true }), operation('/b'), operation('/c')];
    const { taken, leftOut } = curate(all, { max: 2 });
    expect(taken.map(({ path }) => path)).toEqual(['/b', '/c']);
    expect(leftOut).toEqual([{ rule: 'max', count: 1 }]);
  });

  it('are rejected when they are meaningless', () => {
    expect(['', ' ', 'colour:red', 'x'.repeat(201)].map(patternFault)).not.toContain(undefined);
    expect(['tag:a', '/a', 'a b', 'method:get', 'id:x'].map(patternFault)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('ids', () => {
  it.each<[string, boolean]>([
    ['github', true],
    ['urn:x:1', true],
    ['search', false],
    ['../x', false],
    ['', false],
    ['a b', false],
  ])('%j: %s', (id, fits) => {
    expect(isEntryId(id)).toBe(fits);
  });
});
