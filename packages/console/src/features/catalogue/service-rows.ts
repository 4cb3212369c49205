/** Rows of services: their facets, filters and order. */
import type { ServiceState } from '@dragoman/sdk';
import { serviceRemarks } from '@dragoman/sdk';
import type { Choices, Facet, FacetReader } from '../../components/facets.js';
import { countFacet } from '../../components/facets.js';
import { protocolName } from '../../components/protocol-name.js';

/** How rows are read by each facet. */
const readers: readonly FacetReader<ServiceState>[] = [
  {
    id: 'attention',
    label: 'Needs attention',
    read: (service) =>
      serviceRemarks(service)
        .filter(({ severity }) => severity !== 'info')
        .map(({ text }) => text),
  },
  { id: 'protocol', label: 'Protocol', read: ({ protocol }) => [protocol], show: protocolName },
  { id: 'visibility', label: 'Visibility', read: ({ visibility }) => [visibility] },
  { id: 'credential', label: 'Credential', read: ({ credential }) => [credential], show: credentialName },
  { id: 'source', label: 'Source', read: (service) => [sourceKind(service)].filter((kind) => kind !== '') },
  { id: 'capability', label: 'Capability', read: ({ capabilities }) => capabilities },
  { id: 'host', label: 'Host', read: (service) => [hostOf(service)].filter((host) => host !== '') },
];

const credentialNames: Readonly<Record<string, string>> = {
  not_required: 'not needed',
  required: 'needed',
};

/** The state of a credential in words. */
export function credentialName(state: string): string {
  return credentialNames[state] ?? state;
}

/** Names of the facets of services. */
export const serviceFacets: readonly string[] = readers.map(({ id }) => id);

/** Host of a service; empty when it is called through the gateway only. */
export function hostOf({ endpoint = '' }: Pick<ServiceState, 'endpoint'>): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : '';
}

/** How its description arrives; empty when the caller may not know. */
function sourceKind({ source, usage }: ServiceState): string {
  if (source === undefined) return usage === undefined ? '' : 'uploaded';
  return source.id === undefined ? 'fetched once' : 'checked';
}

/** Counts the values of the rows. */
export function countFacets(rows: readonly ServiceState[]): Facet[] {
  return readers.flatMap((reader) => countFacet(reader, rows));
}

/** The rows that contain the text and have one chosen value of each facet. */
export function filterRows(rows: readonly ServiceState[], text: string, choices: Choices): ServiceState[] {
  const wanted = text.trim().toLowerCase();
  const chosen = readers.filter(({ id }) => (choices[id] ?? []).length > 0);
  return rows.filter(
    (row) =>
      (wanted === '' || `${row.name}\n${row.id}\n${row.description}`.toLowerCase().includes(wanted)) &&
      chosen.every(({ id, read }) => read(row).some((value) => choices[id]?.includes(value) === true)),
  );
}

/** Sort keys by column; rows without a value come last in ascending order. */
const keys = {
  name: ({ name }: ServiceState) => name.toLowerCase(),
  protocol: ({ protocol }: ServiceState) => protocol,
  operations: ({ operations }: ServiceState) => operations,
  calls: ({ usage }: ServiceState) => usage?.calls ?? -1,
  errors: ({ usage }: ServiceState) => usage?.errors ?? -1,
  findings: ({ findings }: ServiceState) => findings,
  checked: ({ source, read_at }: ServiceState) => source?.checked_at ?? read_at,
} as const;

/** Columns that rows can be ordered by. */
export type SortColumn = keyof typeof keys;

/** The column with this name; the name when there is none. */
export function sortColumn(text: string): SortColumn {
  return Object.hasOwn(keys, text) ? (text as SortColumn) : 'name';
}

/** The rows in order, equal ones by name; the given list stays as it is. */
export function sortRows(rows: readonly ServiceState[], by: SortColumn, descending: boolean): ServiceState[] {
  // Keys are computed once: comparing computed ones would be slow for thousands of rows.
  const keyed = rows.map((row) => ({ row, key: keys[by](row), name: keys.name(row) }));
  const direction = descending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key !== b.key) return a.key < b.key ? -direction : direction;
    return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
  });
  return keyed.map(({ row }) => row);
}

/** The rows after some were read again; those that were not found are removed. */
export function mergeRows(
  rows: readonly ServiceState[],
  asked: readonly string[],
  found: readonly ServiceState[],
): ServiceState[] {
  const fresh = new Map(found.map((row) => [row.id, row]));
  const wanted = new Set(asked);
  const known = new Set(rows.map(({ id }) => id));
  const kept = rows.flatMap((row) => (wanted.has(row.id) ? (fresh.get(row.id) ?? []) : row));
  return [...kept, ...found.filter(({ id }) => !known.has(id))];
}
