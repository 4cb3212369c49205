/** The page of a toolset: editor, updates, history, procedures, access, export. */
import type { StoredToolset } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { Badge } from '../../components/badge.js';
import { CopyAs } from '../../components/copy-button.js';
import { DetailHeader } from '../../components/detail-header.js';
import { PageHeader } from '../../components/page.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { Tabs } from '../../components/tabs.js';
import { useDraft } from '../../components/use-draft.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { useUndoKeys } from '../../components/use-undo-keys.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { AccessTab } from './access-tab.js';
import { isDraft, toDraft } from './draft.js';
import { EditorBar } from './editor-bar.js';
import { ExportTab } from './export-tab.js';
import { HistoryTab } from './history-tab.js';
import { OpenSelectionPanel } from './open-selection.js';
import { ProceduresTab } from './procedures-tab.js';
import { ToolsetEditor } from './toolset-editor.js';
import { UpdatesTab } from './updates-tab.js';
import { useForeseen } from './use-foreseen.js';
import { useUpdates } from './use-tool-facts.js';

/** The page. */
export default function ToolsetPage() {
  const { toolsetId: id = '' } = useParams({ strict: false }) as { toolsetId?: string };
  const client = useClient();
  const stored = useQuery({
    queryKey: ['toolsets', id],
    queryFn: ({ signal }) => client.toolsets.read(id, { signal }),
    // The draft says what it began with; a newer state is read when it is saved.
    refetchOnWindowFocus: false,
  });
  if (stored.isError) {
    return (
      <>
        <PageHeader title="Toolset" />
        <ErrorState error={explainError(stored.error)} onRetry={() => void stored.refetch()} />
      </>
    );
  }
  if (stored.isPending) {
    return (
      <>
        <PageHeader title="Toolset" />
        <LoadingRows />
      </>
    );
  }
  return <ToolsetTabs key={id} stored={stored.data} />;
}

function ToolsetTabs({ stored }: { stored: StoredToolset }) {
  const { toolset, etag } = stored;
  const { id } = toolset;
  const [search, setSearch] = useSearchState();
  const start = useMemo(() => ({ draft: toDraft(toolset), etag }), [toolset, etag]);
  const edited = useDraft({ kind: 'toolset', id, isDraft }, start);
  const { base, isChanged, restart } = edited;
  useEffect(() => {
    // A restored version, for example; a draft with changes stays on its base, and saving it merges both.
    if (!isChanged && base.etag !== etag) restart(start);
  }, [base.etag, etag, isChanged, restart, start]);
  useUndoKeys(edited);
  const foreseen = useForeseen(id, edited.draft, toolset);
  const count = useUpdates(id).data?.length ?? 0;
  const scrolled = (content: React.ReactNode) => (
    <div className="h-full min-h-0 flex-1 overflow-y-auto px-page py-gap">
      <div className="flex max-w-5xl flex-col gap-gap">{content}</div>
    </div>
  );
  const editable = (content: React.ReactNode) => (
    <div className="flex h-full min-h-0 flex-col">
      <EditorBar stored={stored} edited={edited} foreseen={foreseen} />
      {content}
    </div>
  );
  const tabs = [
    {
      id: 'tools',
      label: 'Tools',
      content:
        toolset.mode === 'open'
          ? scrolled(<OpenSelectionPanel toolset={toolset} />)
          : editable(<ToolsetEditor toolsetId={id} edited={edited} foreseen={foreseen} />),
    },
    {
      id: 'updates',
      label: 'Updates',
      ...(count === 0 ? {} : { count }),
      content: scrolled(<UpdatesTab stored={stored} />),
    },
    { id: 'history', label: 'History', content: scrolled(<HistoryTab stored={stored} />) },
    { id: 'procedures', label: 'Procedures', content: scrolled(<ProceduresTab toolsetId={id} />) },
    { id: 'access', label: 'Access', content: editable(scrolled(<AccessTab toolset={toolset} edited={edited} />)) },
    { id: 'export', label: 'Export', content: scrolled(<ExportTab toolset={toolset} />) },
  ];
  const tab = tabs.some((each) => each.id === search.tab) ? textOf(search.tab) : 'tools';
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ToolsetHeader stored={stored} />
      <Tabs
        fill
        label="Parts of the toolset"
        tabs={tabs}
        value={tab}
        onChange={(next) => setSearch({ tab: next === 'tools' ? undefined : next })}
      />
    </div>
  );
}

function ToolsetHeader({ stored: { toolset } }: { stored: StoredToolset }) {
  const { baseUrl } = useClient();
  const { access } = useSession();
  const { id, name, version, visibility, root } = toolset;
  const path = `/toolsets/${encodeURIComponent(id)}`;
  return (
    <DetailHeader
      parent={{ to: '/toolsets', label: 'Toolsets' }}
      title={name}
      badges={
        <>
          <Badge>version {version}</Badge>
          {visibility === 'private' && <Badge tone="note">private</Badge>}
        </>
      }
      code={`${root}/mcp`}
      codeLabel="Copy the MCP endpoint"
      actions={
        <CopyAs
          command={commandLine(baseUrl, ['toolsets', 'show', id])}
          curl={curlCommand(baseUrl, { path, keyed: access !== 'open' })}
        />
      }
    />
  );
}
