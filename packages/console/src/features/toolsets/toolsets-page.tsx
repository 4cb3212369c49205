/** The page: every toolset that the caller may see, and a way to create one. */
import type { ToolsetSummary } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Blocks, Plus } from 'lucide-react';
import { useState } from 'react';
import { CopyAs } from '../../components/copy-button.js';
import { changedColumn, descriptionColumn, nameColumn, visibilityColumn } from '../../components/list-columns.js';
import { PageHeader } from '../../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { type Column, VirtualTable } from '../../components/virtual-table.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { hrefOf, toolsetTarget } from '../links.js';
import { NewToolset } from './new-toolset.js';

/** The page. */
export default function ToolsetsPage() {
  const client = useClient();
  const { access } = useSession();
  const [isNew, setNew] = useState(false);
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title="Toolsets"
        description="Tools chosen for a task, with pinned versions, in your own words. Each toolset is an MCP endpoint."
        actions={
          <>
            <CopyAs
              command={() => commandLine(client.baseUrl, ['toolsets', 'list'])}
              curl={() => curlCommand(client.baseUrl, { path: '/toolsets', keyed: access !== 'open' })}
            />
            <ScopedButton scope="registry:write" tone="primary" icon={Plus} onClick={() => setNew(true)}>
              New toolset
            </ScopedButton>
          </>
        }
      />
      <div className="min-h-0 flex-1 border-t border-line px-[calc(var(--page)-0.75rem)]">
        <ToolsetTable onNew={() => setNew(true)} />
      </div>
      {isNew && <NewToolset onClose={() => setNew(false)} />}
    </div>
  );
}

const columns: readonly Column<ToolsetSummary>[] = [
  nameColumn('Toolset', (id) => hrefOf(toolsetTarget(id))),
  descriptionColumn,
  {
    id: 'tools',
    header: 'Tools',
    width: '4.5rem',
    align: 'end',
    cell: ({ mode, tool_count: count }) => (mode === 'open' ? 'query' : count.toLocaleString('en')),
  },
  visibilityColumn,
  { id: 'version', header: 'Version', width: '5rem', align: 'end', wideOnly: true, cell: ({ version }) => version },
  changedColumn,
];

function ToolsetTable({ onNew }: { onNew: () => void }) {
  const client = useClient();
  const navigate = useNavigate();
  const toolsets = useQuery({
    queryKey: ['toolsets', 'list'],
    queryFn: async ({ signal }) => {
      const list: ToolsetSummary[] = [];
      for await (const toolset of client.toolsets.list({ signal })) list.push(toolset);
      return list;
    },
  });
  if (toolsets.isPending) return <LoadingRows />;
  if (toolsets.isError) {
    return <ErrorState error={explainError(toolsets.error)} onRetry={() => void toolsets.refetch()} />;
  }
  return (
    <VirtualTable
      label="Toolsets"
      lines={2}
      rows={toolsets.data}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate(toolsetTarget(id) as never)}
      empty={
        <EmptyState
          icon={Blocks}
          title="No toolsets yet"
          actions={
            <ScopedButton scope="registry:write" icon={Plus} onClick={onNew}>
              New toolset
            </ScopedButton>
          }
        >
          A toolset gives an agent the few tools that its task needs, from any number of services.
        </EmptyState>
      }
    />
  );
}
