/**
 * A search as a request: GET for simple conditions (at most one value per attribute and no text), else POST. Both
 * return the same services.
 */
import type { AgentConditions, AgentSearch } from './agent-document.js';
import { clientError } from './dragoman-error.js';
import type { Outgoing } from './transport.js';

/** Parameters of the list route that are not filters. */
const reserved = new Set(['top', 'skip', 'cursor', 'shape', 'query', 'filters', 'ranked', 'include_metadata']);

/** The request for a search; searching is idempotent, so it may always be retried. */
export function searchRequest(search: AgentSearch): Outgoing {
  checkNumbers(search);
  const query = simpleQuery(search);
  if (query !== undefined) return { method: 'GET', to: ['agents'], query, repeatable: true };
  return { method: 'POST', to: ['agents', 'search'], body: searchBody(search), repeatable: true };
}

/** The conditions as query parameters; undefined when they are not simple. */
function simpleQuery(search: AgentSearch): URLSearchParams | undefined {
  const { query, ranked, includeMetadata, top, skip } = search;
  if (hasText(query) || ranked !== undefined || includeMetadata !== undefined) return undefined;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filtersOf(search))) {
    const values = Array.isArray(value) ? value : [value];
    const [only] = values;
    // A comma would be parsed as two values, a number would become text.
    if (values.length !== 1 || typeof only !== 'string' || only.includes(',') || reserved.has(name)) return undefined;
    // The list route uses the singular `language` in every revision.
    parameters.append(name === 'supported_languages' ? 'language' : name, only);
  }
  if (top !== undefined) parameters.set('top', String(top));
  if (skip !== undefined) parameters.set('skip', String(skip));
  return parameters;
}

function searchBody(search: AgentSearch): Record<string, unknown> {
  const { query, top, skip, ranked, includeMetadata } = search;
  const filters = filtersOf(search);
  return {
    ...(hasText(query) ? { query } : {}),
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
    ...(top === undefined ? {} : { top }),
    ...(skip === undefined ? {} : { skip }),
    ...(ranked === undefined ? {} : { ranked }),
    ...(includeMetadata === undefined ? {} : { include_metadata: includeMetadata }),
  };
}

function filtersOf(conditions: AgentConditions): Record<string, unknown> {
  const { capabilities = [], tags = [], languages = [], filters = {} } = conditions;
  return {
    ...filters,
    ...(capabilities.length === 0 ? {} : { capabilities }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(languages.length === 0 ? {} : { supported_languages: languages }),
  };
}

function hasText(query: string | undefined): query is string {
  return query !== undefined && query.trim() !== '';
}

function checkNumbers(search: AgentSearch): void {
  for (const name of ['top', 'skip'] as const) {
    const value = search[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0)) {
      throw clientError('INVALID_ARGUMENT', { message: `${name} must be an integer of at least 0.` });
    }
  }
}
