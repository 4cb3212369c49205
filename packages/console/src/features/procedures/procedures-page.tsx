/** The page: every procedure that the caller may see, and a way to create one. */
import type { ProcedureSummary } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge.js';
import { CopyAs } from '../../components/copy-button.js';
import { changedColumn, descriptionColumn, nameColumn } from '../../components/list-columns.js';
import { PageHeader } from '../../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { type Column, VirtualTable } from '../../components/virtual-table.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { hrefOf, procedureTarget } from '../links.js';
import { NewProcedure } from './new-procedure.js';

/** The page. */
export default function ProceduresPage() {
  const client = useClient();
  const { access } = useSession();
  const [isNew, setNew] = useState(false);
  const button = (
    <ScopedButton scope="registry:write" tone="primary" icon={Plus} onClick={() => setNew(true)}>
      New procedure
    </ScopedButton>
  );
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title="Procedures"
        description="How an agent works with the tools of a toolset, in plain Markdown that is checked against them."
        actions={
          <>
            <CopyAs
              command={() => commandLine(client.baseUrl, ['procedures', 'list'])}
              curl={() => curlCommand(client.baseUrl, { path: '/procedures', keyed: access !== 'open' })}
            />
            {button}
          </>
        }
      />
      <div className="min-h-0 flex-1 border-t border-line px-[calc(var(--page)-0.75rem)]">
        <ProcedureTable onNew={() => setNew(true)} />
      </div>
      {isNew && <NewProcedure onClose={() => setNew(false)} />}
    </div>
  );
}

const columns: readonly Column<ProcedureSummary>[] = [
  nameColumn('Procedure', (id) => hrefOf(procedureTarget(id))),
  descriptionColumn,
  {
    id: 'toolset',
    header: 'Toolset',
    width: 'minmax(6rem, 2fr)',
    wideOnly: true,
    cell: ({ toolset }) => <ThirdPartyText text={toolset} limit={120} truncate className="font-mono text-sm" />,
  },
  {
    id: 'state',
    header: 'State',
    width: '5rem',
    cell: ({ state }) => <Badge tone={state === 'ready' ? 'good' : 'neutral'}>{state}</Badge>,
  },
  { id: 'version', header: 'Version', width: '5rem', align: 'end', wideOnly: true, cell: ({ version }) => version },
  changedColumn,
];

function ProcedureTable({ onNew }: { onNew: () => void }) {
  const client = useClient();
  const navigate = useNavigate();
  const procedures = useQuery({
    queryKey: ['procedures', 'list'],
    queryFn: async ({ signal }) => {
      const list: ProcedureSummary[] = [];
      for await (const procedure of client.procedures.list({ signal })) list.push(procedure);
      return list;
    },
  });
  if (procedures.isPending) return <LoadingRows />;
  if (procedures.isError) {
    return <ErrorState error={explainError(procedures.error)} onRetry={() => void procedures.refetch()} />;
  }
  return (
    <VirtualTable
      label="Procedures"
      lines={2}
      rows={procedures.data}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate(procedureTarget(id) as never)}
      empty={
        <EmptyState
          icon={ScrollText}
          title="No procedures yet"
          actions={
            <ScopedButton scope="registry:write" icon={Plus} onClick={onNew}>
              New procedure
            </ScopedButton>
          }
        >
          A procedure tells an agent which tools of a toolset to use, in which order, and what to do with the results.
        </EmptyState>
      }
    />
  );
}
