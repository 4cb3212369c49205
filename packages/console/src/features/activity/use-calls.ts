/** The calls of the page: live ones, and the history of the audit log for callers that may read it. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useClient, useHasScope } from '../../session/console-context.js';
import { useLiveEvents } from '../../session/use-live-events.js';
import { type CallFilter, toAuditConditions } from './call-filter.js';
import { type CallRow, rowOfRecord } from './call-row.js';
import { createLiveCalls, type LiveCallsSnapshot, mergeCalls } from './live-calls.js';

/** Records per page of the history. */
const pageSize = 100;

/** The calls of the page. */
export interface Calls {
  rows: readonly CallRow[];
  live: LiveCallsSnapshot;
  /** Calls that arrived while the list was paused. */
  waiting: number;
  /** False: the caller may not read the audit log, so there are only live calls. */
  hasHistory: boolean;
  isLoading: boolean;
  error: unknown;
  retry: () => void;
  /** Reads the next page of the history. */
  more: () => void;
  /** True when the history has more. */
  hasMore: boolean;
}

function useLiveCalls(): LiveCallsSnapshot {
  const [calls] = useState(() =>
    createLiveCalls({ now: () => Date.now(), later: (work, ms) => void setTimeout(work, ms) }),
  );
  useLiveEvents(['calls'], (event) => calls.add(event));
  return useSyncExternalStore(calls.subscribe, calls.snapshot);
}

/** The snapshot at the moment of the pause, or the current one. */
function usePaused(current: LiveCallsSnapshot, paused: boolean): LiveCallsSnapshot {
  const kept = useRef(current);
  useEffect(() => {
    if (!paused) kept.current = current;
  }, [current, paused]);
  return paused ? kept.current : current;
}

/** The calls that match a filter. */
export function useCalls(filter: CallFilter, paused: boolean): Calls {
  const client = useClient();
  const hasHistory = useHasScope('admin');
  const current = useLiveCalls();
  const live = usePaused(current, paused);
  const { cutAt, generation } = live;
  const history = useInfiniteQuery({
    queryKey: ['audit', 'calls', filter, cutAt, generation],
    enabled: hasHistory,
    queryFn: ({ pageParam, signal }) =>
      client.audit.search({
        ...toAuditConditions(filter),
        limit: pageSize,
        ...(cutAt === undefined ? {} : { until: cutAt }),
        ...(pageParam === undefined ? {} : { before: pageParam }),
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    placeholderData: (before) => before,
  });
  const records = history.data?.pages.flatMap((page) => page.records) ?? [];
  return {
    rows: mergeCalls(live.rows, records.map(rowOfRecord), filter),
    live: current,
    waiting: current.received - live.received,
    hasHistory,
    isLoading: hasHistory && history.isPending,
    error: history.error,
    retry: () => void history.refetch(),
    more: () => {
      if (history.hasNextPage && !history.isFetching) void history.fetchNextPage();
    },
    hasMore: history.hasNextPage,
  };
}
