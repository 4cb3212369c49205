/** The stdio MCP servers that this server runs: state, process, restarts, and what they wrote to standard error. */
import type { StdioServer } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw, SquareTerminal } from 'lucide-react';
import { Badge, type BadgeTone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { Facts, Panel } from '../../components/page.js';
import { spanText } from '../../components/relative-time.js';
import { EmptyState, ErrorState, LoadingRows, NoPermission } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import { useClient, useHasScope, useSession } from '../../session/console-context.js';
import { commandLine } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { useRefreshOnEvents } from '../../session/use-live-events.js';

const key = ['servers'];

/** The servers, read again when one starts or ends. */
function useServers(isAllowed: boolean) {
  const client = useClient();
  useRefreshOnEvents(isAllowed ? ['servers'] : [], [key]);
  return useQuery({ queryKey: key, enabled: isAllowed, queryFn: ({ signal }) => client.servers.list({ signal }) });
}

/** The list. */
export function ServerList() {
  const isAllowed = useHasScope('admin');
  const { caller } = useSession();
  const servers = useServers(isAllowed);
  if (!isAllowed) return <NoPermission scope="admin" subject={caller.subject} />;
  if (servers.isPending) return <LoadingRows rows={4} />;
  if (servers.isError) return <ErrorState error={explainError(servers.error)} onRetry={() => void servers.refetch()} />;
  if (servers.data.length === 0) {
    return (
      <EmptyState icon={SquareTerminal} title="No MCP servers">
        A server that speaks MCP on standard input and output is set in the configuration, under{' '}
        <code className="font-mono text-text">mcp.stdio</code>, and started when it is first called.
      </EmptyState>
    );
  }
  return (
    <ul className="grid items-start gap-gap xl:grid-cols-2">
      {servers.data.map((server) => (
        <li key={`${server.name} ${server.worker}`} className="min-w-0">
          <ServerPanel server={server} />
        </li>
      ))}
    </ul>
  );
}

const tones: Readonly<Record<StdioServer['state'], BadgeTone>> = { running: 'good', idle: 'neutral', paused: 'bad' };

const meanings: Readonly<Record<StdioServer['state'], string>> = {
  running: 'It runs.',
  idle: 'It starts with the next call.',
  paused: 'It has failed and is not started again yet.',
};

function ServerPanel({ server }: { server: StdioServer }) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const restart = useMutation({
    mutationFn: () => client.servers.restart(server.name),
    onSuccess: () => toasts.show(`${server.name} is starting again.`),
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  const { state, pid, uptime_ms: uptime, restarts, waiting, reason, retry_ms: retry } = server;
  return (
    <Panel
      title={<ThirdPartyText text={server.name} limit={80} />}
      description={meanings[state]}
      actions={<Badge tone={tones[state]}>{state}</Badge>}
    >
      <Facts
        facts={[
          ['Command', <ThirdPartyText key="command" text={server.command} limit={400} className="font-mono text-sm" />],
          ['Process', pid === undefined ? 'none' : String(pid)],
          ['Uptime', uptime === undefined ? '–' : spanText(uptime)],
          ['Restarts', restarts.toLocaleString('en')],
          ['Waiting calls', waiting.toLocaleString('en')],
          ...(reason === undefined
            ? []
            : [['Last end', <ThirdPartyText key="reason" text={reason} limit={300} className="text-bad" />] as const]),
          ...(retry === undefined ? [] : [['Next start', `in ${spanText(retry)}`] as const]),
          ['Worker', String(server.worker)],
        ]}
      />
      <Stderr lines={server.stderr} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button icon={RotateCw} busy={restart.isPending} onClick={() => restart.mutate()}>
          Restart
        </Button>
        <CopyAs command={() => commandLine(client.baseUrl, ['servers', 'restart', server.name])} />
      </div>
    </Panel>
  );
}

function Stderr({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <p className="mt-3 text-sm text-muted">It has written nothing to standard error.</p>;
  return (
    <div className="mt-3">
      <p className="mb-1 text-sm font-medium text-muted">Last lines of standard error</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        className="max-h-48 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm whitespace-pre-wrap"
      >
        <ThirdPartyText text={lines.join('\n')} limit={20_000} />
      </pre>
    </div>
  );
}
