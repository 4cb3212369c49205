/** The page: every toolset that the caller may see, and a way to create one. */
import type { ToolsetSummary } from '@dragoman/sdk';
import { Blocks } from 'lucide-react';
import { changedColumn, descriptionColumn, nameColumn, visibilityColumn } from '../../components/list-columns.js';
import type { Column } from '../../components/virtual-table.js';
import { useClient } from '../../session/console-context.js';
import { DesignList } from '../../session/design-list.js';
import { hrefOf, toolsetTarget } from '../links.js';
import { NewToolset } from './new-toolset.js';

/** The page. */
export default function ToolsetsPage() {
  const client = useClient();
  return (
    <DesignList
      title="Toolsets"
      noun="toolset"
      description="Tools chosen for a task, with pinned versions, in your own words. Each toolset is an MCP endpoint."
      icon={Blocks}
      purpose="A toolset gives an agent the few tools that its task needs, from any number of services."
      columns={columns}
      list={(signal) => client.toolsets.list({ signal })}
      target={toolsetTarget}
      create={(onClose) => <NewToolset onClose={onClose} />}
    />
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
