/**
 * Filters of listings and searches, in every spelling of both revisions (aidip.md GAP-03, -04). Invalid filters are
 * rejected by name: a typing error must not silently widen or empty a result.
 */

import { escapeToken } from '@dragoman/documents';
import type { FieldError, JsonValue } from '@dragoman/model';
import { nearestName } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import type { Condition, EntryIndex, FacetField } from '../../../catalogue/index-port.js';
import { splitValues } from '../../../transport/query-string.js';

/** Maximum number of filters per request. */
export const maxFilters = 32;
/** Maximum number of values per filter. */
export const maxValues = 50;
/** Maximum length of a filter value, in characters. */
export const maxValueLength = 256;

interface FilterKind {
  field: FacetField;
  mode: Condition['mode'];
}

/** Every spelling of a filter that the protocol defines. */
const kinds: ReadonlyMap<string, FilterKind> = new Map<string, FilterKind>([
  ['capability', { field: 'capability', mode: 'all' }],
  ['capabilities', { field: 'capability', mode: 'all' }],
  ['tag', { field: 'tag', mode: 'all' }],
  ['tags', { field: 'tag', mode: 'all' }],
  ['language', { field: 'language', mode: 'all' }],
  ['languages', { field: 'language', mode: 'all' }],
  ['supported_language', { field: 'language', mode: 'all' }],
  ['supported_languages', { field: 'language', mode: 'all' }],
  ['authentication', { field: 'authentication', mode: 'any' }],
  ['publisher', { field: 'publisher', mode: 'any' }],
  ['provider', { field: 'publisher', mode: 'any' }],
  ['status', { field: 'status', mode: 'any' }],
  ['version', { field: 'version', mode: 'any' }],
]);

/** Names of the protocol's own filters. */
const filterNames: readonly string[] = [...kinds.keys()];

/** The values of a status; a filter by any other value could never match. */
export const statusWords: readonly string[] = ['active', 'inactive', 'deprecated'];

/** Members of the metadata that revision -00 names; filters on them are accepted even when no agent has them. */
const knownMembers: ReadonlySet<string> = new Set(['license', 'protocols', 'last_update']);

/** Members that cannot be filtered by, with the alternative. */
const unfilterable: ReadonlyMap<string, string> = new Map([
  ['id', 'read the agent with GET /agents/{id}'],
  ['name', 'put the words in query of POST /agents/search'],
  ['description', 'put the words in query of POST /agents/search'],
  ['query', 'put free text in query of POST /agents/search'],
  ['endpoint', 'remove it'],
  ['operations', 'put the words in query of POST /agents/search'],
  ['inputs', 'put the words in query of POST /agents/search'],
  ['outputs', 'put the words in query of POST /agents/search'],
  ['certification', 'read the full metadata of the hits and filter there'],
  ['quality_score', 'read the full metadata of the hits and filter there'],
]);

/** Asks the index which of these names are members of agents that the caller may see; the protocol's own are not asked for. */
export async function findKnownFields(
  index: Pick<EntryIndex, 'knowsField'>,
  names: Iterable<string>,
  caller: Caller,
): Promise<FilterSource['knowsField']> {
  const known = new Set<string>();
  const asked = [...new Set(names)].filter((name) => !kinds.has(name) && !unfilterable.has(name));
  for (const name of asked.slice(0, 2 * maxFilters)) if (await index.knowsField(name, caller)) known.add(name);
  return (name) => known.has(name);
}

/** The source of filters, and the caller. */
export interface FilterSource {
  /** Prefix of a filter's name in error messages: `filters.` in a body, empty in a query. */
  prefix: string;
  /** True when some agent that the caller may see has a value for this member. */
  knowsField: (field: string) => boolean;
  /** Called with every problem. */
  report: (problem: FieldError) => void;
}

/** Conditions from query parameters; values may be repeated or separated by commas. */
export function filtersOfAddress(
  parameters: ReadonlyMap<string, readonly string[]>,
  source: FilterSource,
): Condition[] {
  const filters = [...parameters].map(([name, values]) => [name, splitValues(values)] as const);
  return toConditions(filters, source);
}

/** Conditions of the `filters` object of a search. */
export function filtersOfBody(filters: Readonly<Record<string, JsonValue>>, source: FilterSource): Condition[] {
  return toConditions(
    Object.entries(filters).filter(([, value]) => value !== null),
    source,
  );
}

function toConditions(filters: readonly (readonly [string, JsonValue])[], source: FilterSource): Condition[] {
  if (filters.length > maxFilters) {
    source.report(problem(source, '', 'request/filter-count', `has more than ${maxFilters} filters`));
    return [];
  }
  return filters.flatMap(([name, value]) => toCondition(name, value, source));
}

function toCondition(name: string, value: JsonValue, source: FilterSource): Condition[] {
  const kind = kinds.get(name);
  if (kind === undefined && !isKnown(name, source)) {
    source.report(problem(source, name, 'request/unknown-filter', unknownFilter(name)));
    return [];
  }
  const values = Array.isArray(value) ? value : [value];
  const fault = valuesFault(values, kind !== undefined) ?? statusFault(values, kind);
  if (fault !== undefined) {
    source.report(problem(source, name, 'request/filter-value', fault));
    return [];
  }
  if (values.length === 0) return [];
  return [{ field: kind?.field ?? name, values: values.map(String), mode: kind?.mode ?? 'any' }];
}

function isKnown(name: string, source: FilterSource): boolean {
  return knownMembers.has(name) || (!unfilterable.has(name) && source.knowsField(name));
}

function unknownFilter(name: string): string {
  const instead = unfilterable.get(name);
  if (instead !== undefined) return `cannot be used as a filter; ${instead}`;
  const near = nearestName(name, [...filterNames, ...knownMembers]);
  const known = near === undefined ? `known filters are ${filterNames.join(', ')}` : `did you mean '${near}'?`;
  return `is not a known filter, and no agent that you can see has this member; ${known}`;
}

function valuesFault(values: readonly JsonValue[], textOnly: boolean): string | undefined {
  if (values.length > maxValues) return `has more than ${maxValues} values`;
  for (const value of values) {
    const plain = typeof value === 'string' || (!textOnly && (typeof value === 'number' || typeof value === 'boolean'));
    if (!plain) return textOnly ? 'must be a string or an array of strings' : 'must be a scalar or an array of scalars';
    if (typeof value === 'string' && value.trim() === '') return 'must not be blank';
    if (typeof value === 'string' && value.length > maxValueLength)
      return `is longer than ${maxValueLength} characters`;
  }
  return undefined;
}

function statusFault(values: readonly JsonValue[], kind: FilterKind | undefined): string | undefined {
  if (kind?.field !== 'status') return undefined;
  const known = values.every((value) => statusWords.includes(String(value).trim().toLowerCase()));
  return known ? undefined : `must be one of ${statusWords.join(', ')}`;
}

function problem(source: FilterSource, name: string, code: string, detail: string): FieldError {
  const shown = name.slice(0, 100);
  const field = `${source.prefix}${shown}`.replace(/\.$/, '');
  if (source.prefix === '') return { field, code, detail };
  return { field, pointer: shown === '' ? '/filters' : `/filters/${escapeToken(shown)}`, code, detail };
}
