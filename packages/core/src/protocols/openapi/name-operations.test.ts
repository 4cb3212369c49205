/** Names of operations come from the document, else from method and path; they are unique, short and stable. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NamedByDocument } from './name-operations.js';
import { entityOf, nameOperations } from './name-operations.js';

const nameOf = (method: string, path: string, operationId?: string) =>
  nameOperations([{ method, path, ...(operationId === undefined ? {} : { operationId }) }])[0]?.name;

describe('names of operations', () => {
  it.each<[string, string, string | undefined, string]>([
    ['get', '/pets', 'listPets', 'list_pets'],
    ['get', '/repos/{owner}/{repo}', 'repos/get', 'repos_get'],
    ['post', '/v1/file_links/{link}', 'PostFileLinksLink', 'create_file_link'],
    ['get', '/api/v1/pets', 'get_api_v1_pets', 'list_pets'],
    ['get', '/pets', 'operation12', 'list_pets'],
    ['get', '/pets', '5f2b8c9d0e1f', 'list_pets'],
    ['get', '/pets/{id}', undefined, 'get_pet'],
    ['post', '/pets', undefined, 'create_pet'],
    ['put', '/pets/{id}', undefined, 'replace_pet'],
    ['patch', '/pets/{id}', undefined, 'update_pet'],
    ['delete', '/pets/{id}', undefined, 'delete_pet'],
    ['get', '/orgs/{org}/repos', undefined, 'list_org_repos'],
    ['get', '/companies/{id}/addresses/{a}', undefined, 'get_company_address'],
    ['get', '/status', undefined, 'get_status'],
    ['get', '/', undefined, 'get_root'],
    ['query', '/pets', 'queryPets', 'query_pets'],
    ['query', '/pets', undefined, 'search_pets'],
    ['COPY', '/pets', 'copyPets', 'copy_pets'],
    ['get', '/日本/{語}', 'ペット', 'get_resource_57f73f'],
  ])('%s %s (%s) is %s', (method, path, operationId, expected) => {
    expect(nameOf(method, path, operationId)).toBe(expected);
  });

  it('of paths in other scripts are the same when the document gets further paths', () => {
    const ships = { method: 'get', path: '/船舶' };
    const [alone] = nameOperations([ships]);
    const [first, second] = nameOperations([ships, { method: 'get', path: '/港' }]);
    expect(alone?.name).toMatch(/^get_resource_[0-9a-f]{6}$/);
    expect(first).toEqual(alone);
    expect(second?.name).not.toBe(first?.name);
    expect(nameOf('get', '/')).toBe('get_root');
  });

  it('are distinguished by their keys', () => {
    const names = nameOperations([
      { method: 'get', path: '/pets/{id}' },
      { method: 'get', path: '/pets/{name}' },
    ]);
    expect(names.map(({ name }) => name).sort()).toEqual(['get_pet', 'get_pet_by_name']);
  });

  it('are unique, short, snake_case, and the same in every order', () => {
    const operation: fc.Arbitrary<NamedByDocument> = fc.record(
      {
        method: fc.constantFrom('get', 'post', 'put', 'delete'),
        path: fc.oneof(
          fc.string({ maxLength: 100 }),
          fc.constantFrom('/a', '/a/{b}', '/a/{c}', `/${'long-word/'.repeat(20)}`),
        ),
        operationId: fc.oneof(fc.string({ maxLength: 120 }), fc.constantFrom('list', 'x'.repeat(90), 'getA')),
      },
      { requiredKeys: ['method', 'path'] },
    );
    const operations = fc.uniqueArray(operation, {
      maxLength: 30,
      selector: ({ method, path }) => `${method} ${path}`,
    });
    fc.assert(
      fc.property(operations, (list) => {
        const names = nameOperations(list).map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(name).toMatch(/^[a-z0-9][a-z0-9_]{0,63}$/);
        const turned = nameOperations([...list].reverse()).map(({ name }) => name);
        expect(turned.reverse()).toEqual(names);
      }),
    );
  }, 60_000);

  it('include the noun of the path', () => {
    expect(['/pets/{id}', '/companies', '/{id}', '/v1/status', '/boxes/{x}'].map(entityOf)).toEqual([
      'pet',
      'company',
      '',
      'status',
      'box',
    ]);
  });
});
