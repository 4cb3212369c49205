/** The table of calls; a row opens the trace of its call. */
import { useNavigate } from '@tanstack/react-router';
import { Activity, FilterX } from 'lucide-react';
import { Button } from '../../components/button.js';
import { durationText } from '../../components/duration-text.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useIsNarrow } from '../../components/use-media-query.js';
import { type Column, VirtualTable } from '../../components/virtual-table.js';
import { explainError } from '../../session/explain-error.js';
import { type CallFilter, countConditions } from './call-filter.js';
import { CallOutcome } from './call-outcome.js';
import type { CallRow } from './call-row.js';
import { clockText, timeText } from './time-text.js';
import type { Calls } from './use-calls.js';

const columns: readonly Column<CallRow>[] = [
  {
    id: 'time',
    header: 'Time',
    width: '7.5rem',
    cell: ({ at }) => (
      <time dateTime={at} title={at} className="font-mono text-sm whitespace-nowrap text-muted tabular-nums">
        {timeText(at)}
      </time>
    ),
  },
  { id: 'outcome', header: 'Outcome', width: '5rem', cell: (row) => <CallOutcome {...row} /> },
  {
    id: 'operation',
    header: 'Service and operation',
    width: 'minmax(8rem, 3fr)',
    cell: ({ service, operation }) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <ThirdPartyText
          text={operation === '' ? service : operation}
          limit={120}
          truncate
          className="min-w-0 shrink font-medium"
        />
        {operation !== '' && (
          <ThirdPartyText text={service} limit={120} truncate className="min-w-12 flex-1 text-sm text-muted" />
        )}
      </span>
    ),
  },
  {
    id: 'caller',
    header: 'Caller',
    width: 'minmax(6rem, 1fr)',
    wideOnly: true,
    cell: ({ caller }) => <ThirdPartyText text={caller} limit={120} truncate className="text-muted" />,
  },
  {
    id: 'code',
    header: 'Code',
    width: 'minmax(6rem, 1fr)',
    wideOnly: true,
    cell: (row) => <CodeCell {...row} />,
  },
  { id: 'tries', header: 'Tries', width: '3rem', align: 'end', wideOnly: true, cell: ({ tries }) => tries ?? '–' },
  { id: 'ms', header: 'Time taken', width: '5rem', align: 'end', cell: ({ ms }) => durationText(ms) },
];

function narrowName({ service, operation }: CallRow) {
  return <ThirdPartyText text={operation === '' ? service : operation} limit={120} truncate className="font-medium" />;
}

/** Columns of a narrow screen: the same, closer together. */
const narrowColumns = columns.map((column): Column<CallRow> => {
  if (column.id === 'time') return { ...column, width: '4rem', cell: ({ at }) => <ShortTime at={at} /> };
  if (column.id === 'outcome') return { ...column, width: '3.75rem' };
  if (column.id === 'operation') return { ...column, width: 'minmax(0, 1fr)', header: 'Operation', cell: narrowName };
  return column.id === 'ms' ? { ...column, width: '3.75rem', header: 'Taken' } : column;
});

function ShortTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at} className="block truncate font-mono text-sm text-muted">
      {clockText(at)}
    </time>
  );
}

/** The failure code, or the status when the service answered with an error. */
function CodeCell({ code, status }: CallRow) {
  if (code !== '') return <ThirdPartyText text={code} limit={80} truncate className="font-mono text-sm" />;
  if (status === undefined || status < 400) return null;
  return (
    <span title="The service answered with this status" className="font-mono text-sm text-bad">
      {status}
    </span>
  );
}

/** The table. */
export function CallTable({ calls, filter, onClear }: { calls: Calls; filter: CallFilter; onClear: () => void }) {
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  if (calls.isLoading && calls.rows.length === 0) return <LoadingRows rows={12} />;
  if (calls.error !== null && calls.rows.length === 0) {
    return <ErrorState error={explainError(calls.error)} onRetry={calls.retry} />;
  }
  return (
    <VirtualTable
      label="Calls, newest first"
      rows={calls.rows}
      columns={isNarrow ? narrowColumns : columns}
      rowKey={({ key }) => key}
      onOpen={({ traceId }) => void navigate({ to: '/activity/$traceId', params: { traceId } })}
      onEnd={calls.more}
      empty={<NoCalls filter={filter} onClear={onClear} />}
    />
  );
}

function NoCalls({ filter, onClear }: { filter: CallFilter; onClear: () => void }) {
  if (countConditions(filter) > 0) {
    return (
      <EmptyState icon={FilterX} title="No call matches" actions={<Button onClick={onClear}>Clear the filters</Button>}>
        Filters match the whole id of services and callers. New calls that match appear here.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Activity} title="No calls yet">
      Calls through this server appear here as they happen, for example of
      <code className="mt-2 block font-mono text-sm text-text">dragoman call SERVICE OPERATION</code>
    </EmptyState>
  );
}
