/** Which calls are shown: read from the address, applied to events, sent to the audit log, written as a command. */
import type { AuditSearchConditions } from '@dragoman/sdk';
import type { Outcome } from '../../components/badge.js';
import type { SearchState } from '../../components/use-search-state.js';
import { textOf } from '../../components/use-search-state.js';
import type { CallRow } from './call-row.js';

/** The four outcomes. */
export const outcomes: readonly Outcome[] = ['done', 'refused', 'failed', 'unknown'];

/** Conditions that must all match; an empty one matches everything. */
export interface CallFilter {
  service: string;
  caller: string;
  outcome: Outcome | '';
  code: string;
  traceId: string;
}

/** The filter in the search parameters of the address. */
export function readCallFilter(search: SearchState): CallFilter {
  const outcome = textOf(search.outcome);
  return {
    service: textOf(search.service).trim(),
    caller: textOf(search.caller).trim(),
    outcome: outcomes.find((each) => each === outcome) ?? '',
    code: textOf(search.code).trim().toUpperCase(),
    traceId: textOf(search.trace).trim(),
  };
}

/** Number of conditions. */
export function countConditions(filter: CallFilter): number {
  return Object.values(filter).filter((value) => value !== '').length;
}

/** True when a call matches. */
export function matchesFilter(row: CallRow, filter: CallFilter): boolean {
  return (
    (filter.service === '' || row.service === filter.service) &&
    (filter.caller === '' || row.caller === filter.caller) &&
    (filter.outcome === '' || row.outcome === filter.outcome) &&
    (filter.code === '' || row.code === filter.code) &&
    (filter.traceId === '' || row.traceId === filter.traceId)
  );
}

/** The conditions of the audit log. */
export function toAuditConditions(filter: CallFilter): AuditSearchConditions {
  const { outcome, ...texts } = filter;
  return {
    action: 'call',
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    ...(outcome === '' ? {} : { outcome }),
  };
}

/** The query of the request that finds the same records. */
export function toAuditPath(filter: CallFilter): string {
  const { traceId, ...rest } = toAuditConditions(filter);
  const query = new URLSearchParams(rest as Record<string, string>);
  if (traceId !== undefined) query.set('trace_id', traceId);
  return `/audit/search?${query}`;
}

/** The words of the command that lists the same records. */
export function toAuditWords({ service, caller, outcome, code, traceId }: CallFilter): string[] {
  const options = { target: service, actor: caller, outcome, code, trace: traceId };
  const given = Object.entries(options).filter(([, value]) => value !== '');
  return ['audit', 'list', '--action', 'call', ...given.flatMap(([name, value]) => [`--${name}`, value])];
}
