/** Clients that have listed tools at an endpoint, as it happens. */
import type { McpConnection } from '@dragoman/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Badge } from '../../components/badge.js';
import { relativeTime } from '../../components/relative-time.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useClient, useHasScope } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { useLiveEvents } from '../../session/use-live-events.js';

const queryKey = ['connections'];

/** Connections read at most, and those shown. */
const maxRead = 200;
const shown = 5;

/** Milliseconds in which a client counts as just connected. */
const newMs = 15_000;

function useConnections() {
  const client = useClient();
  const queries = useQueryClient();
  useLiveEvents(['connections'], () => void queries.invalidateQueries({ queryKey }));
  return useQuery({
    queryKey,
    async queryFn({ signal }) {
      const found: McpConnection[] = [];
      for await (const connection of client.connections.list({ signal })) {
        found.push(connection);
        if (found.length === maxRead) break;
      }
      return found;
    },
  });
}

/** The time, every second, so that "12 seconds ago" stays true. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Props of the list. */
export interface ConnectionListProps {
  /** URL of the endpoint. */
  endpoint: string;
  /** Subject of the key that was created here, if any. */
  subject: string | undefined;
}

/** The list, or what to wait for. */
export function ConnectionList(props: ConnectionListProps) {
  const mayRead = useHasScope('registry:read');
  if (mayRead) return <Connections {...props} />;
  return (
    <p className="text-muted">
      Seeing which clients have connected needs the scope <code className="font-mono text-text">registry:read</code>.
    </p>
  );
}

function Connections({ endpoint, subject }: ConnectionListProps) {
  const connections = useConnections();
  const now = useNow();
  const { pathname } = new URL(endpoint);
  const here = (connections.data ?? []).filter((each) => each.endpoint === pathname);
  if (connections.isError) {
    return (
      <p role="alert" className="text-bad">
        {explainError(connections.error).detail}
      </p>
    );
  }
  return (
    <>
      <p role="status" className="sr-only">
        {here.length === 0 ? '' : `${here.length} ${here.length === 1 ? 'client has' : 'clients have'} connected`}
      </p>
      {here.length === 0 ? (
        <p className="flex items-center gap-2 text-muted">
          <span aria-hidden className="size-2 shrink-0 animate-pulse rounded-full bg-line-strong" />
          Waiting for a client. It appears here as soon as it lists the tools.
        </p>
      ) : (
        <ul aria-label="Connected clients" className="divide-y divide-line rounded-md border border-line">
          {here.slice(0, shown).map((each) => (
            <ConnectionItem key={each.id} connection={each} now={now} isOwn={each.caller === subject} />
          ))}
        </ul>
      )}
      {here.length > shown && <p className="mt-1 text-sm text-muted">{here.length - shown} more.</p>}
    </>
  );
}

interface ConnectionItemProps {
  connection: McpConnection;
  now: number;
  isOwn: boolean;
}

function ConnectionItem({ connection, now, isOwn }: ConnectionItemProps) {
  const { client, caller, tools, last_seen_at } = connection;
  const isNew = now - Date.parse(last_seen_at) < newMs;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${isNew ? 'bg-good' : 'bg-line-strong'}`} />
      <ThirdPartyText text={client ?? 'A client without a name'} limit={100} className="font-medium" />
      {isOwn ? (
        <Badge tone="accent">this key</Badge>
      ) : (
        <ThirdPartyText text={caller} limit={80} className="text-sm text-muted" />
      )}
      <span className="text-muted sm:ml-auto">
        last seen <time dateTime={last_seen_at}>{relativeTime(last_seen_at, now)}</time>, {tools.toLocaleString('en')}{' '}
        {tools === 1 ? 'tool' : 'tools'} listed
      </span>
    </li>
  );
}
