/** The operations of a service: list, operation, protocols; on a narrow screen one after the other. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ListTree, Play } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { buttonClasses } from '../../components/button.js';
import { EmptyState, ErrorState, LoadingRows, LoadingState } from '../../components/states.js';
import { useIsNarrow } from '../../components/use-media-query.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { useClient, useHasScope } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { tryTarget } from '../links.js';
import { OperationList } from './operation-list.js';

const OperationPanel = lazy(async () => ({ default: (await import('./operation-panel.js')).OperationPanel }));
const ProjectionTabs = lazy(async () => ({
  default: (await import('../../components/projection-tabs.js')).ProjectionTabs,
}));

/** All operations of a service, without their schemas; each page is shown when it arrives. */
function useOperations(id: string) {
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: ['agents', id, 'operations'],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) =>
      client.agents.findOperations(
        { agents: [id], statuses: ['active', 'deprecated', 'inactive'] },
        { top: 200, signal, ...(cursor === '' ? {} : { cursor }) },
      ),
    getNextPageParam: (page) => page.next_cursor,
  });
  const { hasNextPage, isFetching, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const operations = useMemo(() => query.data?.pages.flatMap((page) => page.operations), [query.data]);
  return { operations, total: query.data?.pages[0]?.count ?? 0, error: query.error, retry: () => void query.refetch() };
}

/** The columns. */
export function OperationsTab({ id }: { id: string }) {
  const { operations, total, error, retry } = useOperations(id);
  const [search, setSearch] = useSearchState();
  const narrow = useIsNarrow();
  const selected = textOf(search.operation);
  if (error !== null) return <ErrorState error={explainError(error)} onRetry={retry} />;
  if (operations?.length === 0) {
    return (
      <EmptyState icon={ListTree} title="No operations">
        The description of this service has no operations that the gateway can call.
      </EmptyState>
    );
  }
  const list =
    operations === undefined ? (
      <LoadingRows />
    ) : (
      <OperationList
        operations={operations}
        total={total}
        selected={selected === '' ? undefined : selected}
        filter={textOf(search.filter)}
        onFilter={(filter) => setSearch({ filter })}
        onSelect={(operation) => setSearch({ operation })}
      />
    );
  if (narrow && selected === '') return list;
  const shown = selected === '' ? operations?.[0]?.operation : selected;
  return (
    <div className="flex h-full min-h-0">
      {!narrow && <div className="w-76 shrink-0 border-r border-line">{list}</div>}
      {shown !== undefined && (
        <OperationColumns
          id={id}
          operation={shown}
          onBack={narrow ? () => setSearch({ operation: undefined }) : undefined}
        />
      )}
    </div>
  );
}

interface OperationColumnsProps {
  id: string;
  operation: string;
  onBack: (() => void) | undefined;
}

function OperationColumns({ id, operation, onBack }: OperationColumnsProps) {
  const client = useClient();
  const view = useQuery({
    queryKey: ['agents', id, 'operation', operation],
    queryFn: ({ signal }) => client.agents.readOperation(id, operation, { signal }),
    placeholderData: keepPreviousData,
  });
  const [search, setSearch] = useSearchState();
  const { data } = view;
  const target = textOf(search.as) || 'mcp';
  const lost = (data?.projections.find(({ as }) => as === target)?.changes ?? []).flatMap(({ kind, input }) =>
    kind === 'lost' && input !== undefined ? [input] : [],
  );
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
      tabIndex={0}
      role="region"
      aria-label="Operation"
      aria-busy={view.isPlaceholderData}
      className="min-w-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      <div className="grid gap-x-8 gap-y-6 px-page py-5 xl:grid-cols-[minmax(0,1fr)_minmax(22rem,30rem)]">
        {view.isError && <ErrorState error={explainError(view.error)} onRetry={() => void view.refetch()} />}
        {view.isPending && <LoadingState label="Loading the operation" />}
        {data !== undefined && !view.isError && (
          <>
            <div className="flex min-w-0 flex-col gap-4">
              {onBack !== undefined && (
                <button type="button" onClick={onBack} className="flex items-center gap-1 self-start text-accent">
                  <ArrowLeft aria-hidden className="size-3.5" /> All operations
                </button>
              )}
              <Suspense fallback={<LoadingRows />}>
                <OperationPanel
                  service={id}
                  operation={data}
                  lost={new Set(lost)}
                  action={<TryLink id={id} operation={data.operation} />}
                />
              </Suspense>
            </div>
            <aside aria-label="In each protocol" className="flex min-w-0 flex-col gap-4">
              <Suspense fallback={<LoadingRows />}>
                <ProjectionTabs
                  projections={data.projections}
                  value={target}
                  onChange={(as) => setSearch({ as: as === 'mcp' ? undefined : as })}
                />
              </Suspense>
            </aside>
          </>
        )}
      </div>
    </div>
  );
}

function TryLink({ id, operation }: { id: string; operation: string }) {
  const mayCall = useHasScope('agents:invoke');
  return (
    <Link
      {...tryTarget(id, operation)}
      title={mayCall ? undefined : 'Running it needs the scope agents:invoke'}
      className={buttonClasses('primary')}
    >
      <Play aria-hidden className="size-3.5" /> Try
    </Link>
  );
}
