import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openRegistry } from '../cli.support.js';

const endpoint = {
  method: 'LOCATE',
  path: '/lorry',
  semantic: {
    intent: 'Locates the lorries of a depot',
    actor: 'agent',
    outcome: 'A list of lorries is returned',
    impact_tier: 'informational',
    confidence_guidance: 0.4,
  },
  input: { type: 'object', properties: { depot: { type: 'string' } }, required: [] },
  output: {
    type: 'object',
    properties: { lorries: { type: 'array', items: { type: 'object', properties: { plate: { type: 'string' } } } } },
    required: ['lorries'],
  },
  errors: [{ name: 'depot_unknown', description: 'No such depot' }],
};
const document = {
  agis: '1.0',
  service: 'Yard',
  agtp: 'agtp://yard.example',
  version: '1.0.0',
  endpoints: [
    { ...endpoint, method: 'FIND', path: '/depot', semantic: { ...endpoint.semantic, intent: 'Finds depots' } },
  ],
  vocabulary: { declared_verbs: ['FIND'], domain: 'logistics', namespace: 'yard', negotiable: true },
  data_manifest: {
    available_data: [
      {
        class: 'fleet',
        description: 'Lorries by depot',
        formats: ['json'],
        sensitivity: 'informational',
        requires_authorization: false,
      },
    ],
    pre_auth_discovery: true,
  },
};
const binding = `
fields: {plate: {type: string}, depot: {type: string}}
filters: [depot]
approval: person
source: {kind: rows, rows: [{plate: AB1, depot: north}, {plate: CD2, depot: south}]}
`;

let registry: Awaited<ReturnType<typeof openRegistry>>;
beforeAll(async () => {
  registry = await openRegistry();
});
afterAll(() => registry.close());

const run = (...argv: string[]) =>
  call(argv, {
    fetch: registry.fetch,
    files: { 'yard.agis': JSON.stringify(document), 'fleet.yaml': binding, 'bad.yaml': 'fields: {}' },
  });

describe('dragoman agis classes', () => {
  it('lists, binds and unbinds the data source of a class', async () => {
    const added = await run('add', 'yard.agis', '--call-at', 'https://lorries.example/api', '--json');
    const id = /"id": "([^"]+)"/.exec(added.stdout)?.[1] ?? '';
    expect(id).not.toBe('');
    const open = await run('agis', 'classes', id);
    expect(open.stdout).toMatch(/fleet\s+open/);
    expect((await run('agis', 'classes', id, 'fleet', '--bind', 'bad.yaml')).code).toBe(1);
    expect((await run('agis', 'classes', id, 'fleet', '--bind', 'none.yaml')).code).toBe(2);
    expect((await run('agis', 'classes', id, '--bind', 'fleet.yaml')).code).toBe(2);
    expect((await run('agis', 'classes', id, 'fleet', '--bind', 'fleet.yaml')).stdout).toContain('bound: fleet');
    const shown = JSON.parse((await run('agis', 'classes', id, '--json')).stdout);
    expect(shown).toMatchObject({ classes: [{ class: 'fleet', bound: true }], waiting: [] });
    expect((await run('agis', 'classes', id, 'fleet', '--unbind')).code).toBe(0);
    expect((await run('agis', 'classes', id, 'fleet', '--unbind')).code).toBe(1);
    const read = await registry.fetch(`http://127.0.0.1:4780/agents/${id}`, {});
    expect(JSON.stringify(await read.json())).toContain('lorries.example');
  });
});
