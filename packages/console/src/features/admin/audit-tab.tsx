/** The audit log, newest first, with filters and the verification of its chain. */
import { failures } from '@dragoman/model';
import type { AuditRecord } from '@dragoman/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FilterX, X } from 'lucide-react';
import { OutcomeBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { FilterSelect, FilterText, FilterTime } from '../../components/filter-field.js';
import { dateText } from '../../components/relative-time.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useIsNarrow } from '../../components/use-media-query.js';
import { useSearchState } from '../../components/use-search-state.js';
import { type Column, VirtualTable } from '../../components/virtual-table.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import {
  type AuditFilter,
  countConditions,
  noFilter,
  outcomes,
  readAuditFilter,
  recentRange,
  recentRanges,
  toConditions,
} from './audit-filter.js';
import { Verification } from './verification.js';

/** Records per page. */
const pageSize = 100;

/** The tab. */
export function AuditTab() {
  const [search] = useSearchState();
  const filter = readAuditFilter(search);
  return (
    <div className="flex h-full flex-col">
      <Verification />
      <Filters filter={filter} />
      <div className="min-h-0 flex-1 border-t border-line px-[calc(var(--page)-0.75rem)]">
        <RecordTable filter={filter} />
      </div>
    </div>
  );
}

function Filters({ filter }: { filter: AuditFilter }) {
  const count = countConditions(filter);
  if (!useIsNarrow()) return <FilterFields filter={filter} />;
  return (
    <details open={count > 0} className="px-page pb-3">
      <summary className="h-6 cursor-pointer text-sm font-medium text-muted">
        {count === 0 ? 'Filter' : `Filter: ${count}`}
      </summary>
      <FilterFields filter={filter} />
    </details>
  );
}

const codes = Object.keys(failures).sort();

function FilterFields({ filter }: { filter: AuditFilter }) {
  const [, change] = useSearchState();
  return (
    <search
      aria-label="Filter records"
      className="grid grid-cols-2 items-end gap-2 pt-1 md:grid-cols-[repeat(4,minmax(0,1fr))_auto] md:px-page md:pt-0 md:pb-3"
    >
      <FilterText label="Action" value={filter.action} onChange={(action) => change({ action })} isSearch />
      <FilterText label="Caller" value={filter.caller} onChange={(caller) => change({ caller })} />
      <FilterText label="Object" value={filter.object} onChange={(object) => change({ object })} />
      <FilterSelect
        label="Outcome"
        value={filter.outcome}
        options={outcomes}
        onChange={(outcome) => change({ outcome })}
      />
      <fieldset className="col-span-full flex items-center gap-1 md:col-span-1">
        <legend className="sr-only">Time</legend>
        {recentRanges.map(({ label, ms }) => (
          <Button key={label} tone="quiet" onClick={() => change(recentRange(ms))}>
            {label}
          </Button>
        ))}
      </fieldset>
      <FilterText label="Code" value={filter.code} onChange={(code) => change({ code })} suggestions={codes} />
      <FilterText label="Trace id" value={filter.traceId} onChange={(trace) => change({ trace })} />
      <FilterTime label="From" value={filter.since} onChange={(since) => change({ since })} />
      <FilterTime label="Until" value={filter.until} onChange={(until) => change({ until })} />
      <Button
        tone="quiet"
        icon={X}
        disabled={countConditions(filter) === 0}
        onClick={() => change(noFilter)}
        className="justify-self-start"
      >
        Clear
      </Button>
    </search>
  );
}

const columns: readonly Column<AuditRecord>[] = [
  {
    id: 'time',
    header: 'Time',
    width: '7.25rem',
    cell: ({ at }) => (
      <time dateTime={at} title={at} className="block truncate text-sm text-muted tabular-nums">
        {dateText(at)}
      </time>
    ),
  },
  { id: 'outcome', header: 'Outcome', width: '4.25rem', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  {
    id: 'action',
    header: 'Action',
    width: 'minmax(3rem, 1fr)',
    cell: ({ action }) => <ThirdPartyText text={action} limit={80} truncate className="font-mono text-sm" />,
  },
  {
    id: 'object',
    header: 'Object',
    width: 'minmax(4rem, 2fr)',
    cell: ({ target }) => <ThirdPartyText text={target} limit={120} truncate className="font-medium" />,
  },
  {
    id: 'caller',
    header: 'Caller',
    width: 'minmax(6rem, 1fr)',
    wideOnly: true,
    cell: ({ actor }) => <ThirdPartyText text={actor} limit={120} truncate className="text-muted" />,
  },
  {
    id: 'code',
    header: 'Code',
    width: 'minmax(5rem, 1fr)',
    wideOnly: true,
    cell: ({ code }) => <ThirdPartyText text={code} limit={80} truncate className="font-mono text-sm" />,
  },
  {
    id: 'trace',
    header: 'Trace',
    width: '5.5rem',
    wideOnly: true,
    cell: ({ trace_id: id }) => <TraceLink traceId={id} />,
  },
  {
    id: 'seq',
    header: 'Number',
    width: '5rem',
    align: 'end',
    wideOnly: true,
    cell: ({ seq }) => <span className="text-muted">{seq.toLocaleString('en')}</span>,
  },
];

/** Columns of a narrow screen; a row leads to its trace. */
const narrowColumns = columns.map((column): Column<AuditRecord> => {
  return column.id === 'action' ? { ...column, width: 'minmax(0, 1fr)' } : column;
});

function TraceLink({ traceId }: { traceId: string }) {
  if (traceId === '') return null;
  return (
    <Link
      to="/activity/$traceId"
      params={{ traceId }}
      title={visibleText(traceId, 80)}
      onClick={(event) => event.stopPropagation()}
      className="block truncate font-mono text-sm text-accent-strong underline"
    >
      {visibleText(traceId, 8)}
    </Link>
  );
}

function RecordTable({ filter }: { filter: AuditFilter }) {
  const client = useClient();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const [, change] = useSearchState();
  const records = useInfiniteQuery({
    queryKey: ['audit', 'records', filter],
    queryFn: ({ pageParam, signal }) =>
      client.audit.search({
        ...toConditions(filter),
        limit: pageSize,
        ...(pageParam === undefined ? {} : { before: pageParam }),
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    placeholderData: (before) => before,
  });
  if (records.isPending) return <LoadingRows rows={12} />;
  if (records.isError) return <ErrorState error={explainError(records.error)} onRetry={() => void records.refetch()} />;
  return (
    <VirtualTable
      label="Audit records, newest first"
      rows={records.data.pages.flatMap((page) => page.records)}
      columns={isNarrow ? narrowColumns : columns}
      rowKey={({ seq }) => String(seq)}
      onOpen={({ trace_id: traceId }) => {
        if (traceId !== '') void navigate({ to: '/activity/$traceId', params: { traceId } });
      }}
      onEnd={() => {
        if (records.hasNextPage && !records.isFetching) void records.fetchNextPage();
      }}
      empty={
        <EmptyState
          icon={FilterX}
          title={countConditions(filter) === 0 ? 'No records yet' : 'No record matches'}
          actions={countConditions(filter) > 0 && <Button onClick={() => change(noFilter)}>Clear the filters</Button>}
        >
          Calls and changes are recorded here. Filters match whole values.
        </EmptyState>
      }
    />
  );
}
