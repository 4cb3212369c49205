/** Reads the query parameters of the list of operations; all problems are reported at once. */
import type { AcceptedOperations, OperationCondition } from '@dragoman/core/engine';
import { operationsOf } from '@dragoman/core/engine';
import { flag, invalidParameters, readParameters, splitValues } from '@dragoman/core/http';
import type { FieldError } from '@dragoman/model';
import { pageTop } from './cursor-page.js';

/** A list of operations as asked for. */
export interface AskedOperations {
  /** The text to rank by; without it, operations are listed. */
  text?: string;
  conditions: OperationCondition[];
  accepts?: AcceptedOperations;
  top: number;
  facets: boolean;
  /** Also the cursor of every page. */
  pageCursors: boolean;
  /** Identical for every page of one list. */
  query: unknown;
}

/** Maximum length of a text. */
export const maxTextLength = 2000;
const impacts = ['informational', 'reversible', 'irreversible'];
const statuses = ['active', 'deprecated', 'inactive'];

/** Reads the parameters; throws `INVALID_INPUT` with all problems. */
export function readAskedOperations(url: URL): AskedOperations {
  const given = readParameters(url);
  const problems: FieldError[] = [];
  const list = (name: string) => splitValues(given.get(name) ?? []).filter((value) => value !== '');
  const oneOf = (name: string, words: readonly string[]) => {
    const values = list(name);
    if (values.some((value) => !words.includes(value))) {
      problems.push({ field: name, code: 'request/value', detail: `must be one of ${words.join(', ')}` });
    }
    return values;
  };
  const text = given.get('text')?.at(-1)?.trim();
  if (text !== undefined && text.length > maxTextLength) {
    problems.push({ field: 'text', code: 'request/range', detail: `is longer than ${maxTextLength} characters` });
  }
  const [tags, impact, status] = [list('tag'), oneOf('impact', impacts), oneOf('status', statuses)];
  const agents = given.get('agent') ?? [];
  const flagOf = (name: string) => {
    const value = flag(given.get(name)?.at(-1) ?? 'false');
    if (value === undefined) problems.push({ field: name, code: 'request/type', detail: 'must be true or false' });
    return value ?? false;
  };
  const [facets, pageCursors] = [flagOf('facets'), flagOf('page_cursors')];
  const top = pageTop(url, problems);
  if (problems.length > 0) throw invalidParameters(problems);
  return {
    ...(text === undefined || text === '' ? {} : { text }),
    conditions: [
      ...condition('tag', tags, 'all'),
      ...condition('impact', impact, 'any'),
      ...condition('status', status, 'any'),
    ],
    ...(agents.length === 0 ? {} : { accepts: operationsOf(agents) }),
    top,
    facets,
    pageCursors,
    query: [text ?? null, tags, impact, status, agents],
  };
}

function condition(field: string, values: string[], mode: 'all' | 'any'): OperationCondition[] {
  return values.length === 0 ? [] : [{ field, values, mode }];
}
