/** The stdio MCP servers that this server runs: state, process, restarts, and what they wrote to standard error. */
import type { StdioServer } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, RotateCw, SquareTerminal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge, type BadgeTone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { Facts, Panel } from '../../components/page.js';
import { spanText } from '../../components/relative-time.js';
import { Stderr } from '../../components/server-preview.js';
import { EmptyState, ErrorState, LoadingRows, NoPermission } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import { useClient, useHasScope, useSession } from '../../session/console-context.js';
import { commandLine } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { useRefreshOnEvents } from '../../session/use-live-events.js';
import { ServerDialog, type ServerDialogProps } from './server-dialog.js';

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
        Add an MCP server over standard input and output here, or in the configuration under{' '}
        <code className="font-mono text-text">mcp.stdio</code>. It is started when it is first called.
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

const tones: Readonly<Record<StdioServer['state'], BadgeTone>> = {
  running: 'good',
  idle: 'neutral',
  paused: 'bad',
  disabled: 'warn',
};

const meanings: Readonly<Record<StdioServer['state'], string>> = {
  running: 'It runs.',
  idle: 'It starts with the next call.',
  paused: 'It has failed and is not started again yet.',
  disabled: 'It was added, but the settings do not allow it to run.',
};

function ServerPanel({ server }: { server: StdioServer }) {
  const { state, pid, uptime_ms: uptime, restarts, waiting, reason, retry_ms: retry } = server;
  const ended = state === 'disabled' ? 'Why' : 'Last end';
  return (
    <Panel
      title={<ThirdPartyText text={server.name} limit={80} />}
      description={meanings[state]}
      actions={<Badge tone={tones[state]}>{state}</Badge>}
    >
      <Facts
        facts={[
          ['Command', <ThirdPartyText key="command" text={server.command} limit={400} className="font-mono text-sm" />],
          ['Origin', server.origin === 'settings' ? 'the settings' : 'added at run time'],
          ['Process', pid === undefined ? 'none' : String(pid)],
          ['Uptime', uptime === undefined ? '–' : spanText(uptime)],
          ['Restarts', restarts.toLocaleString('en')],
          ['Waiting calls', waiting.toLocaleString('en')],
          ...(reason === undefined
            ? []
            : [[ended, <ThirdPartyText key="reason" text={reason} limit={300} className="text-bad" />] as const]),
          ...(retry === undefined ? [] : [['Next start', `in ${spanText(retry)}`] as const]),
          ['Run by process', String(server.worker)],
        ]}
      />
      <div className="mt-3">
        {server.stderr.length === 0 ? (
          <p className="text-sm text-muted">It has written nothing to standard error.</p>
        ) : (
          <Stderr lines={server.stderr} />
        )}
      </div>
      <ServerButtons server={server} />
    </Panel>
  );
}

function ServerButtons({ server: { name, state, origin } }: { server: StdioServer }) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [changed, setChanged] = useState<ServerDialogProps['changed']>();
  const [removing, setRemoving] = useState(false);
  const onError = (error: unknown) => toasts.show(explainError(error).detail, 'bad');
  const onSettled = () => queries.invalidateQueries({ queryKey: key });
  const restart = useMutation({
    mutationFn: () => client.servers.restart(name),
    onSuccess: () => toasts.show(`${name} is starting again.`),
    onError,
    onSettled,
  });
  const read = useMutation({ mutationFn: () => client.servers.read(name), onSuccess: setChanged, onError });
  const remove = useMutation({
    mutationFn: () => client.servers.remove(name),
    onSuccess: () => toasts.show(`${name} was removed.`),
    onError,
    onSettled: () => {
      setRemoving(false);
      return onSettled();
    },
  });
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <Button icon={RotateCw} busy={restart.isPending} disabled={state === 'disabled'} onClick={() => restart.mutate()}>
        Restart
      </Button>
      {origin === 'added' && (
        <>
          <Button icon={Pencil} busy={read.isPending} onClick={() => read.mutate()}>
            Change
          </Button>
          <Button icon={Trash2} tone="danger" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        </>
      )}
      <CopyAs command={() => commandLine(client.baseUrl, ['servers', 'restart', name])} />
      {changed !== undefined && <ServerDialog changed={changed} onClose={() => setChanged(undefined)} />}
      <Dialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={`Remove ${name}?`}
        description="Its process ends, and its command and variables are removed. Services that were imported from it stay in the catalogue; calls of them fail."
        actions={
          <>
            <CopyAs command={() => commandLine(client.baseUrl, ['servers', 'remove', name])} />
            <Button tone="danger" icon={Trash2} busy={remove.isPending} onClick={() => remove.mutate()}>
              Remove
            </Button>
          </>
        }
      >
        <p className="text-muted">The stored values of its variables cannot be read back afterwards.</p>
      </Dialog>
    </div>
  );
}
