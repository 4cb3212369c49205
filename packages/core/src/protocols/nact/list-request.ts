/**
 * Reads the parameters of an enumeration: page, tag, version, text (nact.md PAGE, GAP-14). All problems are reported
 * at once.
 */
import { type FieldError, signatureMembers, type ToolSignature } from '@dragoman/model';
import { readFields } from '../../transport/field-selection.js';
import { invalidParameters, readParameters, splitValues, wholeNumber } from '../../transport/query-string.js';
import { defaultPageSize, maxPageSize } from './wire.js';

/** The parameters of an enumeration. */
export interface ListRequest {
  pageLimit: number;
  pageCursor?: string;
  filter: ToolFilter;
  /** The text that tools must match, best first; absent for all tools in their order. */
  text?: string;
  /** Requested members; complete signatures when absent. */
  fields?: readonly string[];
}

/** Which tools match; absent members match every tool. */
export interface ToolFilter {
  tags: string[];
  version?: number;
}

/** Reads the query of an enumeration route. */
export function readListRequest(url: URL): ListRequest {
  const problems: FieldError[] = [];
  const given = readParameters(url);
  const fields = readFields(url, signatureMembers);
  const last = (name: string) => given.get(name)?.at(-1);
  const pageLimit = positive('pageLimit', last('pageLimit'), problems);
  const version = positive('version', last('version'), problems);
  const pageCursor = last('pageCursor');
  if (pageCursor === '') problems.push(faulty('pageCursor', 'is empty; omit it to get the first page'));
  if (problems.length > 0) throw invalidParameters(problems);
  const tags = [...(given.get('tag') ?? []), ...splitValues(given.get('tags') ?? [])].filter((tag) => tag !== '');
  const text = (last('text') ?? '').trim();
  return {
    pageLimit: Math.min(pageLimit ?? defaultPageSize, maxPageSize),
    ...(pageCursor === undefined ? {} : { pageCursor }),
    ...(fields === undefined ? {} : { fields }),
    filter: {
      tags: [...new Set(tags)].sort(),
      ...(version === undefined ? {} : { version }),
    },
    ...(text === '' ? {} : { text }),
  };
}

/** True when the signature matches the filter. */
export function isKept(signature: ToolSignature, { tags, version }: ToolFilter): boolean {
  if (version !== undefined && signature.version !== version) return false;
  const own = signature.tags ?? [];
  return tags.every((tag) => own.includes(tag));
}

/**
 * Rejects parameters that a single-signature route does not support; page parameters are ignored there (nact.md
 * GAP-11).
 */
export function checkSingleRequest(url: URL): void {
  const problems: FieldError[] = [];
  for (const name of readParameters(url).keys()) {
    if (['pageCursor', 'pageLimit', 'fields'].includes(name)) continue;
    const detail =
      name === 'version'
        ? `is not supported here; read that version at ${url.pathname}/versions/N`
        : 'is not a known parameter';
    problems.push(faulty(name.slice(0, 100), detail));
  }
  if (problems.length > 0) throw invalidParameters(problems);
}

function positive(name: string, text: string | undefined, problems: FieldError[]): number | undefined {
  if (text === undefined) return undefined;
  const value = wholeNumber(text);
  if (value !== undefined && value > 0) return value;
  problems.push(faulty(name, 'must be an integer of at least 1'));
  return undefined;
}

function faulty(field: string, detail: string): FieldError {
  return { field, code: 'request/parameter', detail };
}
