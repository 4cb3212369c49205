/** The page: every procedure that the caller may see, and a way to create one. */
import type { ProcedureSummary } from '@dragoman/sdk';
import { ScrollText } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { changedColumn, descriptionColumn, nameColumn } from '../../components/list-columns.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import type { Column } from '../../components/virtual-table.js';
import { useClient } from '../../session/console-context.js';
import { DesignList } from '../../session/design-list.js';
import { hrefOf, procedureTarget } from '../links.js';
import { NewProcedure } from './new-procedure.js';

/** The page; the search names the toolset of a new procedure. */
export default function ProceduresPage() {
  const client = useClient();
  const [search] = useSearchState();
  const toolset = textOf(search.new);
  return (
    <DesignList
      title="Procedures"
      noun="procedure"
      description="How an agent works with the tools of a toolset, in plain Markdown that is checked against them."
      icon={ScrollText}
      purpose="A procedure instructs an agent which tools of a toolset to use, in which order, and what to do with the results."
      columns={columns}
      list={(signal) => client.procedures.list({ signal })}
      target={procedureTarget}
      beginsNew={toolset !== ''}
      create={(onClose) => <NewProcedure toolset={toolset} onClose={onClose} />}
    />
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
