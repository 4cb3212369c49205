import type { ServiceState } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { countChoices, withChoices } from '../../components/facets.js';
import { countFacets, filterRows, hostOf, mergeRows, sortRows } from './service-rows.js';

const row = (id: string, more: Partial<ServiceState> = {}): ServiceState => ({
  id,
  name: id,
  description: '',
  capabilities: [],
  protocol: 'openapi',
  operations: 1,
  status: 'active',
  visibility: 'public',
  credential: 'not_required',
  findings: 0,
  held: false,
  read_at: '2026-03-01T00:00:00.000Z',
  ...more,
});
const usage = (calls: number, errors: number) => ({ calls, errors, refused: 0, limited: 0 });
const rows = [
  row('a', { name: 'Pier weather', capabilities: ['weather', 'north'], endpoint: 'https://b.example/x' }),
  row('b', { name: 'berths', protocol: 'mcp', capabilities: ['north'], usage: usage(9, 1), credential: 'missing' }),
  row('c', { name: 'Cranes', operations: 12, usage: usage(30, 0), visibility: 'private' }),
];
const ids = (found: readonly ServiceState[]) => found.map(({ id }) => id);

describe('rows of services', () => {
  it('name the host of a service, if it has one', () => {
    expect(rows.map(hostOf)).toEqual(['b.example', '', '']);
  });

  it('are counted by facet, most frequent first; a facet without a choice is left out', () => {
    const facets = countFacets(rows);
    expect(facets.map(({ id }) => id)).toEqual([
      'attention',
      'protocol',
      'visibility',
      'credential',
      'source',
      'capability',
      'host',
    ]);
    expect(facets[0]?.values).toEqual([
      { value: 'credential missing', count: 1 },
      { value: 'errors in 24 h', count: 1 },
    ]);
    expect(facets[1]?.values[0]).toEqual({ value: 'openapi', count: 2, label: 'OpenAPI' });
    expect(facets.find(({ id }) => id === 'capability')?.values[0]).toEqual({ value: 'north', count: 2 });
    expect(countFacets(rows.slice(0, 1)).map(({ id }) => id)).toEqual(['capability']);
  });

  it('are filtered by text and by one value of each facet', () => {
    expect(ids(filterRows(rows, 'PIER', {}))).toEqual(['a']);
    expect(ids(filterRows(rows, '', { capability: ['north'], protocol: ['mcp', 'openapi'] }))).toEqual(['a', 'b']);
    expect(ids(filterRows(rows, '', { attention: ['errors in 24 h'], protocol: ['openapi'] }))).toEqual([]);
    expect(ids(filterRows(rows, 'nothing', {}))).toEqual([]);
  });

  it('are ordered by a column, equal ones by name', () => {
    expect(ids(sortRows(rows, 'name', false))).toEqual(['b', 'c', 'a']);
    expect(ids(sortRows(rows, 'calls', true))).toEqual(['c', 'b', 'a']);
    expect(ids(sortRows(rows, 'operations', false))).toEqual(['b', 'a', 'c']);
  });

  it('are replaced, added and removed when some are read again', () => {
    const [fresh, added] = [row('b', { name: 'New' }), row('d')];
    const merged = mergeRows(rows, ['b', 'c', 'd'], [fresh, added]);
    expect(ids(merged)).toEqual(['a', 'b', 'd']);
    expect(merged[1]).toBe(fresh);
  });
});

describe('facets', () => {
  it('show few values, and every chosen one', () => {
    const values = Array.from({ length: 40 }, (_, n) => ({ value: `v${n}`, count: 40 - n }));
    const [facet] = withChoices([{ id: 'tag', label: 'Tag', values }], { tag: ['v30', 'gone', 'v1'] });
    expect(facet?.values.slice(12)).toEqual([
      { value: 'v30', count: 10 },
      { value: 'gone', count: 0 },
    ]);
    expect(countChoices({ tag: ['a', 'b'], host: [] })).toBe(2);
  });
});
