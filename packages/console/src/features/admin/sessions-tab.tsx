/** Sessions: the browsers that are logged in, those of everyone or only the caller's own. */
import type { LoginSession } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { SearchField } from '../../components/field.js';
import { Facts } from '../../components/page.js';
import { dateText, relativeTime } from '../../components/relative-time.js';
import { Segmented } from '../../components/segmented.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { type Column, VirtualTable } from '../../components/virtual-table.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { matchesSession } from './session-filter.js';
import { TabFrame } from './tab-frame.js';

const resource = ['sessions'];

/** The tab. */
export function SessionsTab() {
  const client = useClient();
  const [search, change] = useSearchState();
  const owner = textOf(search.owner) === 'me' ? 'me' : 'everyone';
  const text = textOf(search.q);
  const [ending, setEnding] = useState<LoginSession>();
  const sessions = useQuery({
    queryKey: [...resource, owner],
    queryFn: ({ signal }) => client.sessions.list({ owner, signal }),
  });
  return (
    <TabFrame
      tools={
        <>
          <SearchField
            label="Filter sessions"
            placeholder="Who, browser or key"
            value={text}
            onChange={(q) => change({ q })}
            className="w-72 min-w-0 flex-1 sm:flex-none"
          />
          <Segmented
            label="Whose sessions"
            value={owner}
            options={[
              { value: 'everyone', label: 'Everyone' },
              { value: 'me', label: 'Mine' },
            ]}
            onChange={(next) => change({ owner: next === 'me' ? 'me' : undefined })}
          />
        </>
      }
    >
      {sessions.isPending && <LoadingRows rows={4} />}
      {sessions.isError && <ErrorState error={explainError(sessions.error)} onRetry={() => void sessions.refetch()} />}
      {sessions.data !== undefined && <SessionTable sessions={sessions.data} text={text} onOpen={setEnding} />}
      {ending !== undefined && <EndSession session={ending} onClose={() => setEnding(undefined)} />}
    </TabFrame>
  );
}

const methods: Readonly<Record<string, string>> = { key: 'key', oidc: 'OpenID Connect' };

const columns: readonly Column<LoginSession>[] = [
  {
    id: 'who',
    header: 'Who',
    width: 'minmax(0, 2fr)',
    cell: ({ subject, current }) => (
      <span className="flex min-w-0 items-center gap-2">
        <ThirdPartyText text={subject} limit={200} truncate className="min-w-0 font-medium" />
        {current && <Badge tone="accent">this browser</Badge>}
      </span>
    ),
  },
  {
    id: 'method',
    header: 'By',
    width: '8rem',
    wideOnly: true,
    cell: ({ method }) => <span className="text-muted">{methods[method] ?? method}</span>,
  },
  {
    id: 'browser',
    header: 'Browser',
    width: 'minmax(0, 3fr)',
    wideOnly: true,
    cell: ({ user_agent: agent = 'unknown' }) => (
      <ThirdPartyText text={agent} limit={300} truncate className="text-muted" />
    ),
  },
  {
    id: 'begun',
    header: 'Logged in',
    width: '8rem',
    wideOnly: true,
    cell: ({ created_at: at }) => <span title={at}>{relativeTime(at)}</span>,
  },
  {
    id: 'used',
    header: 'Last used',
    width: '8rem',
    cell: ({ last_used_at: at }) => <span title={at}>{relativeTime(at)}</span>,
  },
  {
    id: 'ends',
    header: 'Ends',
    width: '7rem',
    wideOnly: true,
    cell: ({ expires_at: at }) => <span title={at}>{relativeTime(at)}</span>,
  },
];

interface SessionTableProps {
  sessions: readonly LoginSession[];
  text: string;
  onOpen: (session: LoginSession) => void;
}

function SessionTable({ sessions, text, onOpen }: SessionTableProps) {
  const { access } = useSession();
  const isFiltered = text !== '' && sessions.length > 0;
  return (
    <VirtualTable
      label="Sessions, newest first"
      rows={sessions.filter((session) => matchesSession(session, text))}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      empty={
        <EmptyState
          icon={isFiltered ? SearchX : MonitorSmartphone}
          title={isFiltered ? 'No session matches' : 'No sessions'}
        >
          {access === 'open'
            ? 'This server is open: nobody needs to log in. The first key ends that.'
            : 'Browsers that are logged in to the console appear here.'}
        </EmptyState>
      }
    />
  );
}

function EndSession({ session, onClose }: { session: LoginSession; onClose: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const end = useMutation({
    mutationFn: () => client.sessions.revoke(session.id),
    onSuccess: () => toasts.show('The session has ended.'),
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: resource });
    },
  });
  const path = `/sessions/${encodeURIComponent(session.id)}`;
  const { subject, user_agent: agent = 'unknown', method, key_id: key, created_at: begun, expires_at: ends } = session;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="End this session?"
      description={
        session.current
          ? 'It is the session of this browser: you must log in again.'
          : 'Its browser must log in again. Changes made in the session are kept.'
      }
      actions={
        <>
          <CopyAs
            command={() => commandLine(client.baseUrl, ['sessions', 'end', session.id])}
            curl={() => curlCommand(client.baseUrl, { method: 'DELETE', path, keyed: true })}
          />
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="danger" busy={end.isPending} onClick={() => end.mutate()}>
            End
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          ['Who', <ThirdPartyText key="who" text={subject} limit={300} />],
          ['Browser', <ThirdPartyText key="agent" text={agent} limit={300} className="text-muted" />],
          ['Logged in', `${dateText(begun)} with ${methods[method] ?? method} ${key ?? ''}`.trim()],
          ['Ends', dateText(ends)],
        ]}
      />
    </Dialog>
  );
}
