/** Reads the body of a search (-01 §4.3.1, -00 §5.2); all problems are reported at once. */

import { escapeToken } from '@dragoman/documents';
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, nearestName } from '@dragoman/model';
import type { Condition } from '../../../catalogue/index-port.js';
import { invalidParameters } from '../../../transport/query-string.js';
import { filtersOfBody } from './filters.js';
import type { PageRequest } from './paging.js';
import { boundedTop, checkSkip } from './paging.js';

/** Maximum length of a query, in characters. */
export const maxQueryLength = 2000;

/** A parsed search request. */
export interface SearchRequest {
  /** Undefined when it is absent or blank (GAP-25). */
  query?: string;
  conditions: Condition[];
  page: PageRequest;
  ranked: boolean;
  includeMetadata: boolean;
  /** Shape of the response, derived from the members of the request (GAP-01). */
  shape: 'array' | 'object';
}

const members = ['query', 'filters', 'top', 'skip', 'ranked', 'include_metadata', 'cursor'] as const;
type Member = (typeof members)[number];

/** Reads a search; `knowsField` applies the caller's visibility. Throws `INVALID_INPUT` with all problems. */
export function readSearchRequest(body: JsonValue, knowsField: (field: string) => boolean): SearchRequest {
  const problems: FieldError[] = [];
  const report = (problem: FieldError) => problems.push(problem);
  if (!isJsonObject(body)) {
    throw invalidParameters([{ field: '', pointer: '', code: 'request/type', detail: 'must be a JSON object' }]);
  }
  checkMembers(body, report);
  const read = createMemberReader(body, report);
  const query = read.text('query', maxQueryLength);
  const filters = read.object('filters');
  const conditions = filters === undefined ? [] : filtersOfBody(filters, { prefix: 'filters.', knowsField, report });
  const skip = read.whole('skip');
  checkSkip(skip ?? 0, report);
  const cursor = read.text('cursor', 4096);
  const page: PageRequest = { top: boundedTop(read.whole('top')), skip: skip ?? 0, ...(cursor ? { cursor } : {}) };
  const ranked = read.flag('ranked') ?? true;
  const includeMetadata = read.flag('include_metadata') ?? false;
  if (problems.length > 0) throw invalidParameters(problems);
  const text = query?.trim() === '' ? undefined : query;
  const older = (['skip', 'ranked', 'include_metadata'] as const).some((member) => read.has(member));
  return {
    ...(text === undefined ? {} : { query: text }),
    conditions,
    page,
    ranked,
    includeMetadata,
    shape: text !== undefined || older ? 'object' : 'array',
  };
}

function checkMembers(body: JsonObject, report: (problem: FieldError) => void): void {
  const unknown = Object.keys(body).filter((member) => !(members as readonly string[]).includes(member));
  for (const member of unknown.slice(0, 20)) {
    const near = nearestName(member, members);
    const known = near === undefined ? `known members are ${members.join(', ')}` : `did you mean '${near}'?`;
    const shown = member.slice(0, 100);
    report({
      field: shown,
      pointer: `/${escapeToken(shown)}`,
      code: 'request/unknown-member',
      detail: `is not a known member; ${known}`,
    });
  }
}

/** Reads members by type; `null` counts as absent. */
function createMemberReader(body: JsonObject, report: (problem: FieldError) => void) {
  const value = (member: Member): JsonValue | undefined =>
    Object.hasOwn(body, member) ? (body[member] ?? undefined) : undefined;
  const wrong = (member: Member, detail: string): undefined => {
    report({ field: member, pointer: `/${member}`, code: 'request/type', detail });
    return undefined;
  };
  return {
    has: (member: Member) => value(member) !== undefined,
    text(member: Member, longest: number): string | undefined {
      const found = value(member);
      if (found === undefined) return undefined;
      if (typeof found !== 'string') return wrong(member, 'must be a string');
      return found.length > longest ? wrong(member, `is longer than ${longest} characters`) : found;
    },
    whole(member: Member): number | undefined {
      const found = value(member);
      if (found === undefined) return undefined;
      const whole = typeof found === 'number' && Number.isSafeInteger(found) && found >= 0;
      return whole ? found : wrong(member, 'must be an integer of at least 0');
    },
    flag(member: Member): boolean | undefined {
      const found = value(member);
      if (found === undefined) return undefined;
      return typeof found === 'boolean' ? found : wrong(member, 'must be true or false');
    },
    object(member: Member): JsonObject | undefined {
      const found = value(member);
      if (found === undefined) return undefined;
      return isJsonObject(found) ? found : wrong(member, 'must be an object');
    },
  };
}
