/** Keys: who has access, until when, and when it was last used. */
import type { ApiKey, IssuedApiKey } from '@dragoman/sdk';
import { KeyRound, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { SearchField } from '../../components/field.js';
import { relativeTime } from '../../components/relative-time.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { type Column, VirtualTable } from '../../components/virtual-table.js';
import { visibleText } from '../../components/visible-text.js';
import { explainError } from '../../session/explain-error.js';
import { CreateKey, ShownKey } from './key-dialogs.js';
import { KeySheet } from './key-sheet.js';
import { keyState, matchesKey } from './key-state.js';
import { TabFrame } from './tab-frame.js';
import { useKeys } from './use-keys.js';

/** The tab. */
export function KeysTab() {
  const keys = useKeys();
  const [search, change] = useSearchState();
  const [creating, setCreating] = useState(false);
  const [issued, setIssued] = useState<IssuedApiKey>();
  const text = textOf(search.q);
  const opened = keys.data?.find(({ id }) => id === textOf(search.key));
  return (
    <TabFrame
      tools={
        <>
          <SearchField
            label="Filter keys"
            placeholder="Name, id, identity or scope"
            value={text}
            onChange={(q) => change({ q })}
            className="w-72 min-w-0 flex-1 sm:flex-none"
          />
          <Button tone="primary" icon={Plus} onClick={() => setCreating(true)} className="ml-auto">
            Create a key
          </Button>
        </>
      }
    >
      {keys.isPending && <LoadingRows />}
      {keys.isError && <ErrorState error={explainError(keys.error)} onRetry={() => void keys.refetch()} />}
      {keys.data !== undefined && <KeyTable keys={keys.data} text={text} onOpen={({ id }) => change({ key: id })} />}
      {opened !== undefined && (
        <KeySheet apiKey={opened} onIssued={setIssued} onClose={() => change({ key: undefined })} />
      )}
      {creating && <CreateKey onIssued={setIssued} onClose={() => setCreating(false)} />}
      {issued !== undefined && <ShownKey issued={issued} onClose={() => setIssued(undefined)} />}
    </TabFrame>
  );
}

const columns: readonly Column<ApiKey>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 2fr)',
    cell: ({ name }) => <ThirdPartyText text={name} limit={120} truncate className="font-medium" />,
  },
  { id: 'state', header: 'State', width: '6.5rem', cell: (key) => <KeyBadge apiKey={key} /> },
  {
    id: 'scopes',
    header: 'Scopes',
    width: 'minmax(0, 2fr)',
    wideOnly: true,
    cell: ({ scopes }) => <ThirdPartyText text={scopes.join(', ')} limit={200} truncate className="text-muted" />,
  },
  {
    id: 'id',
    header: 'Id',
    width: '8rem',
    wideOnly: true,
    cell: ({ id }) => <span className="block truncate font-mono text-sm text-muted">{visibleText(id, 40)}</span>,
  },
  {
    id: 'expires',
    header: 'Expires',
    width: '7rem',
    wideOnly: true,
    cell: ({ expires_at: at }) => <span title={at}>{at === undefined ? 'never' : relativeTime(at)}</span>,
  },
  {
    id: 'used',
    header: 'Last use',
    width: '7.5rem',
    cell: ({ last_used_at: at }) => (
      <span title={at} className={at === undefined ? 'text-faint' : ''}>
        {relativeTime(at)}
      </span>
    ),
  },
];

/** The state of a key as a badge. */
export function KeyBadge({ apiKey }: { apiKey: ApiKey }) {
  const { word, tone, meaning } = keyState(apiKey);
  return (
    <Badge tone={tone} title={meaning}>
      {word}
    </Badge>
  );
}

interface KeyTableProps {
  keys: readonly ApiKey[];
  text: string;
  onOpen: (key: ApiKey) => void;
}

function KeyTable({ keys, text, onOpen }: KeyTableProps) {
  return (
    <VirtualTable
      label="Keys"
      rows={keys.filter((key) => matchesKey(key, text))}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      empty={
        keys.length > 0 ? (
          <EmptyState icon={SearchX} title="No key matches">
            The search covers names, ids, identities and scopes.
          </EmptyState>
        ) : (
          <EmptyState icon={KeyRound} title="No keys yet">
            This server is open: everyone on this machine may do everything. The first key ends that.
          </EmptyState>
        )
      }
    />
  );
}
