/** People who have logged in with OpenID Connect, and where their scopes come from. Scopes are managed at the provider. */
import type { User, UserList } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { SearchX, Users } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { classNames } from '../../components/class-names.js';
import { Snippet } from '../../components/code-view.js';
import { SearchField } from '../../components/field.js';
import { relativeTime } from '../../components/relative-time.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { type Column, VirtualTable } from '../../components/virtual-table.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { matchesUser } from './session-filter.js';
import { TabFrame } from './tab-frame.js';

/** The tab. */
export function UsersTab() {
  const client = useClient();
  const [search, change] = useSearchState();
  const text = textOf(search.q);
  const list = useQuery({ queryKey: ['users'], queryFn: ({ signal }) => client.sessions.users({ signal }) });
  if (list.isPending) return <LoadingRows rows={4} />;
  if (list.isError) return <ErrorState error={explainError(list.error)} onRetry={() => void list.refetch()} />;
  const { users, provider } = list.data;
  if (provider === undefined && users.length === 0) return <NoProvider />;
  return (
    <TabFrame
      tools={
        <>
          <Source provider={provider} />
          <SearchField
            label="Filter people"
            placeholder="Name, identity or scope"
            value={text}
            onChange={(q) => change({ q })}
            className="w-72 min-w-0 flex-1 sm:flex-none"
          />
        </>
      }
    >
      <VirtualTable
        label="People, the last login first"
        rows={users.filter((user) => matchesUser(user, text))}
        columns={columns}
        rowKey={({ subject }) => subject}
        empty={
          <EmptyState
            icon={users.length === 0 ? Users : SearchX}
            title={users.length === 0 ? 'Nobody has logged in yet' : 'Nobody matches'}
          >
            People appear here after their first login through the provider.
          </EmptyState>
        }
      />
    </TabFrame>
  );
}

/** Where scopes come from, and who can change them. */
function Source({ provider }: { provider: UserList['provider'] | undefined }) {
  if (provider === undefined) {
    return (
      <p className="w-full max-w-3xl text-muted">
        No provider is configured any more. These people logged in through an earlier one; their sessions end as usual.
      </p>
    );
  }
  const { issuer, scope_claim: claim, granted } = provider;
  return (
    <p className="w-full max-w-4xl text-muted">
      Scopes are managed at <ThirdPartyText text={issuer} limit={200} className="font-medium text-text" />, in the claim{' '}
      <code className="font-mono text-text">{claim}</code>; a change there applies at the next login.{' '}
      {granted.length === 0 ? (
        'Nobody gets scopes from the settings.'
      ) : (
        <>
          Everybody who logs in also has <code className="font-mono text-text">{granted.join(', ')}</code> from the
          setting auth.oidc.grant.
        </>
      )}
    </p>
  );
}

const columns: readonly Column<User>[] = [
  {
    id: 'name',
    header: 'Person',
    width: 'minmax(0, 2fr)',
    cell: ({ name, subject }) => (
      <span className="flex min-w-0 items-baseline gap-2">
        {name !== undefined && <ThirdPartyText text={name} limit={120} truncate className="min-w-0 font-medium" />}
        <ThirdPartyText
          text={subject}
          limit={300}
          truncate
          className={classNames('min-w-0 font-mono text-sm text-muted', name !== undefined && 'max-md:hidden')}
        />
      </span>
    ),
  },
  {
    id: 'claimed',
    header: 'Scopes of the claim',
    width: 'minmax(0, 2fr)',
    cell: ({ claim, claimed_scopes: scopes }) => <Scopes scopes={scopes} title={`From the claim ${claim}`} />,
  },
  {
    id: 'granted',
    header: 'Of everybody',
    width: 'minmax(0, 1fr)',
    wideOnly: true,
    cell: ({ granted_scopes: scopes }) => <Scopes scopes={scopes} title="From the setting auth.oidc.grant" />,
  },
  {
    id: 'login',
    header: 'Last login',
    width: '8rem',
    wideOnly: true,
    cell: ({ last_login_at: at }) => <span title={at}>{relativeTime(at)}</span>,
  },
  {
    id: 'seen',
    header: 'Last seen',
    width: '8rem',
    wideOnly: true,
    cell: ({ last_seen_at: at }) => <span title={at}>{relativeTime(at)}</span>,
  },
];

/** Scopes that are shown one by one. */
const maxScopes = 4;

function Scopes({ scopes, title }: { scopes: readonly string[]; title: string }) {
  if (scopes.length === 0) return <span className="text-faint">none</span>;
  return (
    <span className="flex min-w-0 items-center gap-1 overflow-hidden" title={`${title}: ${scopes.join(', ')}`}>
      {scopes.slice(0, maxScopes).map((scope) => (
        <Badge key={scope}>
          <ThirdPartyText text={scope} limit={40} truncate />
        </Badge>
      ))}
      {scopes.length > maxScopes && <span className="text-sm text-muted">+{scopes.length - maxScopes}</span>}
    </span>
  );
}

const example = `auth:
  oidc:
    issuer: https://login.example
    clientId: dragoman
    scopeClaim: dragoman_scopes`;

function NoProvider() {
  return (
    <EmptyState icon={Users} title="No OpenID Connect provider">
      People log in with keys (tab Keys). With a provider, they log in there, and its claims say what each may do:
      <div className="mt-3 text-left">
        <Snippet label="settings" text={example} />
      </div>
    </EmptyState>
  );
}
