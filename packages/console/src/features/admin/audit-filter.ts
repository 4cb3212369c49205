/** Which records are shown: read from the address, sent to the audit log, written as a command. */
import type { AuditSearchConditions } from '@dragoman/sdk';
import { type SearchState, textOf } from '../../components/use-search-state.js';

/** The four outcomes. */
export const outcomes = ['done', 'refused', 'failed', 'unknown'] as const;

/** Conditions that must all match; an empty one matches everything. */
export interface AuditFilter {
  action: string;
  caller: string;
  /** Id of a service or another object. */
  object: string;
  outcome: (typeof outcomes)[number] | '';
  /** Failure code. */
  code: string;
  traceId: string;
  /** From this time on, and before that one; RFC 3339. */
  since: string;
  until: string;
}

/** The search parameters without any condition. */
export const noFilter = {
  action: '',
  caller: '',
  object: '',
  outcome: '',
  code: '',
  trace: '',
  since: '',
  until: '',
};

/** Ranges that end now. */
export const recentRanges = [
  { label: 'Last hour', ms: 3_600_000 },
  { label: 'Last day', ms: 86_400_000 },
  { label: 'Last week', ms: 604_800_000 },
] as const;

/** The search parameters of a range that ends now; to the minute, as the fields show it. */
export function recentRange(ms: number, now: number = Date.now()): { since: string; until: string } {
  const minute = 60_000;
  return { since: new Date(Math.floor((now - ms) / minute) * minute).toISOString(), until: '' };
}

/** The filter in the search parameters of the address. */
export function readAuditFilter(search: SearchState): AuditFilter {
  return {
    action: textOf(search.action).trim(),
    caller: textOf(search.caller).trim(),
    object: textOf(search.object).trim(),
    outcome: outcomes.find((each) => each === textOf(search.outcome)) ?? '',
    code: textOf(search.code).trim(),
    traceId: textOf(search.trace).trim(),
    since: timeOf(search.since),
    until: timeOf(search.until),
  };
}

/** A time in the address; anything else is ignored. */
function timeOf(value: SearchState[string]): string {
  const time = new Date(textOf(value));
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** Number of conditions. */
export function countConditions(filter: AuditFilter): number {
  return Object.values(filter).filter((value) => value !== '').length;
}

/** The conditions of the audit log. */
export function toConditions(filter: AuditFilter): AuditSearchConditions {
  const { action, caller, object, outcome, code, traceId, since, until } = filter;
  return {
    ...(action === '' ? {} : { action }),
    ...(caller === '' ? {} : { caller }),
    ...(object === '' ? {} : { service: object }),
    ...(outcome === '' ? {} : { outcome }),
    ...(code === '' ? {} : { code }),
    ...(traceId === '' ? {} : { traceId }),
    ...(since === '' ? {} : { since }),
    ...(until === '' ? {} : { until }),
  };
}

/** The request that finds the same records. */
export function toAuditPath(filter: AuditFilter): string {
  const { traceId, ...rest } = toConditions(filter);
  const query = new URLSearchParams(rest as Record<string, string>);
  if (traceId !== undefined) query.set('trace_id', traceId);
  return query.size === 0 ? '/audit/search' : `/audit/search?${query}`;
}

/** The words of the command that lists the same records. */
export function toAuditWords({ caller, object, traceId, action, outcome, code, since, until }: AuditFilter): string[] {
  const options = { action, actor: caller, target: object, outcome, code, trace: traceId, since, until };
  const given = Object.entries(options).filter(([, value]) => value !== '');
  return ['audit', 'list', ...given.flatMap(([name, value]) => [`--${name}`, value])];
}
