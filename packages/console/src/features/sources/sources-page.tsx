/** The page: every source with its health, its next check, and what waits for a decision. */
import type { Source } from '@dragoman/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Rss } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { PageHeader } from '../../components/page.js';
import { intervalText, relativeTime } from '../../components/relative-time.js';
import { Segmented } from '../../components/segmented.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { type Column, VirtualTable } from '../../components/virtual-table.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { AddSource } from './add-source.js';
import { ServerDialog } from './server-dialog.js';
import { ServerList } from './server-list.js';
import { SourceState } from './source-state.js';
import { useLiveSources, useSources } from './use-sources.js';

type View = 'sources' | 'servers';

/** The page. */
export default function SourcesPage() {
  const client = useClient();
  const { access } = useSession();
  const [search, change] = useSearchState();
  const view: View = textOf(search.view) === 'servers' ? 'servers' : 'sources';
  const [adding, setAdding] = useState(false);
  useLiveSources();
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title="Sources and servers"
        description={
          view === 'sources'
            ? 'Descriptions that the server fetches on a schedule. A changed description updates its services.'
            : 'MCP servers that run next to this server and speak over standard input and output.'
        }
        actions={
          <>
            <CopyAs
              command={() => commandLine(client.baseUrl, [view, 'list'])}
              curl={() => curlCommand(client.baseUrl, { path: `/${view}`, keyed: access !== 'open' })}
            />
            {view === 'sources' ? (
              <Button tone="primary" icon={Plus} onClick={() => setAdding(true)}>
                Add a source
              </Button>
            ) : (
              <ScopedButton scope="admin" tone="primary" icon={Plus} onClick={() => setAdding(true)}>
                Add a server
              </ScopedButton>
            )}
          </>
        }
      />
      <div className="px-page pb-3">
        <Segmented
          label="View"
          value={view}
          options={[
            { value: 'sources', label: 'Sources' },
            { value: 'servers', label: 'MCP servers' },
          ]}
          onChange={(next) => change({ view: next === 'sources' ? undefined : next })}
        />
      </div>
      {view === 'sources' ? (
        <div className="min-h-0 flex-1 border-t border-line px-[calc(var(--page)-0.75rem)]">
          <SourceTable onAdd={() => setAdding(true)} />
        </div>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto px-page pb-page">
          <ServerList />
        </div>
      )}
      {adding && view === 'sources' && <AddSource onClose={() => setAdding(false)} />}
      {adding && view === 'servers' && <ServerDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

const columns: readonly Column<Source>[] = [
  {
    id: 'source',
    header: 'Source',
    width: 'minmax(9rem, 3fr)',
    cell: ({ name, url }) => (
      <span className="flex min-w-0 items-baseline gap-2">
        {name !== undefined && (
          <ThirdPartyText text={name} limit={80} truncate className="min-w-0 shrink-0 font-medium" />
        )}
        <ThirdPartyText text={url} limit={200} truncate className="min-w-0 font-mono text-sm text-muted" />
      </span>
    ),
  },
  { id: 'state', header: 'Health', width: '8rem', cell: (source) => <SourceState source={source} /> },
  {
    id: 'services',
    header: 'Services',
    width: '5rem',
    align: 'end',
    wideOnly: true,
    cell: ({ agent_ids: ids }) => ids.length.toLocaleString('en'),
  },
  {
    id: 'last',
    header: 'Last check',
    width: '8rem',
    wideOnly: true,
    cell: ({ last_fetched_at: at }) => <span title={at}>{relativeTime(at)}</span>,
  },
  {
    id: 'next',
    header: 'Next check',
    width: '8rem',
    wideOnly: true,
    cell: ({ due_at: at, interval_seconds: seconds }) => (
      <span title={`${at}, ${intervalText(seconds)}`}>{relativeTime(at)}</span>
    ),
  },
  {
    id: 'error',
    header: 'Last error',
    width: 'minmax(8rem, 2fr)',
    wideOnly: true,
    cell: ({ last_error: error, failures }) =>
      error === undefined || failures === 0 ? (
        ''
      ) : (
        <ThirdPartyText text={error} limit={200} truncate className="text-bad" />
      ),
  },
];

function SourceTable({ onAdd }: { onAdd: () => void }) {
  const navigate = useNavigate();
  const sources = useSources();
  if (sources.isPending) return <LoadingRows />;
  if (sources.isError) return <ErrorState error={explainError(sources.error)} onRetry={() => void sources.refetch()} />;
  return (
    <VirtualTable
      label="Sources"
      rows={sources.data}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/sources/$sourceId', params: { sourceId: id } })}
      empty={
        <EmptyState
          icon={Rss}
          title="No sources yet"
          actions={
            <Button icon={Plus} onClick={onAdd}>
              Add a source
            </Button>
          }
        >
          A source is a URL with a description of a service. The server fetches it regularly and holds back changes that
          could break callers until you accept them.
        </EmptyState>
      }
    />
  );
}
