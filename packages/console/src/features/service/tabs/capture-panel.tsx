/** Payload capture of a service: switched on for some minutes, and the calls that it has captured. */
import type { CapturedCall, CaptureState } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../components/badge.js';
import { Button } from '../../../components/button.js';
import { CapturedPayloadView } from '../../../components/captured-payload.js';
import { CopyAs } from '../../../components/copy-button.js';
import { Dialog } from '../../../components/dialog.js';
import { Panel } from '../../../components/page.js';
import { dateText } from '../../../components/relative-time.js';
import { Segmented } from '../../../components/segmented.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { useToasts } from '../../../components/toast.js';
import { useClient, useHasScope, useSession } from '../../../session/console-context.js';
import { commandLine, curlCommand } from '../../../session/copy-text.js';
import { explainError } from '../../../session/explain-error.js';
import { useRefreshOnEvents } from '../../../session/use-live-events.js';
import { traceTarget } from '../../links.js';

/** The panel; nothing where payloads cannot be captured. */
export function CapturePanel({ id }: { id: string }) {
  const client = useClient();
  const queryKey = ['captures', id];
  const enabled = useHasScope('registry:read');
  const state = useQuery({ queryKey, enabled, queryFn: ({ signal }) => client.captures.read(id, { signal }) });
  const isOn = state.data?.on === true;
  useRefreshOnEvents(isOn ? ['calls'] : [], [queryKey]);
  if (state.data === undefined || state.data.max_minutes === 0) return null;
  const { may_change: mayChange } = state.data;
  return (
    <Panel
      title="Payload capture"
      description="What callers send and receive, kept for some minutes without secrets"
      actions={<CaptureActions id={id} state={state.data} />}
    >
      <div className="flex flex-col gap-4">
        <CaptureText state={state.data} />
        {!isOn && mayChange && <StartForm id={id} state={state.data} />}
        {isOn && mayChange && <CapturedCalls id={id} />}
      </div>
    </Panel>
  );
}

function CaptureText({
  state: { on, until = '', by = '', calls = 0, max_calls: most, may_change: mayChange },
}: {
  state: CaptureState;
}) {
  if (!on) return <p className="text-muted">Off. The audit log records every call without its payload.</p>;
  return (
    <p role="status" className="flex flex-wrap items-center gap-2">
      <Badge tone="warn">
        <Radio aria-hidden className="size-3" /> capturing
      </Badge>
      <span>
        until <time dateTime={until}>{dateText(until)}</time>; then everything is removed.
      </span>
      {mayChange && (
        <span className="text-muted">
          {calls} of at most {most} calls, switched on by <ThirdPartyText text={by} limit={80} />
        </span>
      )}
    </p>
  );
}

function CaptureActions({ id, state: { on, may_change: mayChange } }: { id: string; state: CaptureState }) {
  const client = useClient();
  const { access } = useSession();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [isAsking, setAsking] = useState(false);
  const stop = useMutation({
    mutationFn: () => client.captures.stop(id),
    onSuccess: () => setAsking(false),
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['captures', id] }),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <CopyAs
        command={() => commandLine(client.baseUrl, ['capture', on ? 'show' : 'start', id])}
        curl={() =>
          curlCommand(client.baseUrl, { path: `/agents/${encodeURIComponent(id)}/capture`, keyed: access !== 'open' })
        }
      />
      {on && mayChange && <Button onClick={() => setAsking(true)}>Stop and remove</Button>}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Stop capturing payloads?"
        description="Everything that was captured is removed at once. This cannot be undone."
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button tone="danger" busy={stop.isPending} onClick={() => stop.mutate()}>
              Stop and remove
            </Button>
          </>
        }
      >
        <p>Calls to the service continue; the audit log keeps their records.</p>
      </Dialog>
    </div>
  );
}

const choices = [5, 15, 30, 60];

function StartForm({ id, state: { max_minutes: most } }: { id: string; state: CaptureState }) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const offered = choices.filter((minutes) => minutes <= most);
  const options = (offered.length === 0 ? [most] : offered).map((minutes) => ({
    value: String(minutes),
    label: `${minutes} min`,
  }));
  const [minutes, setMinutes] = useState(() => options.find(({ value }) => value === '15')?.value ?? options[0]?.value);
  const start = useMutation({
    mutationFn: () => client.captures.start(id, { minutes: Number(minutes) }),
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['captures', id] }),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented label="For how long" value={minutes ?? ''} options={options} onChange={setMinutes} />
      <Button icon={Radio} busy={start.isPending} onClick={() => start.mutate()}>
        Capture payloads
      </Button>
      <p className="text-sm text-muted">
        Callers can see that capturing is on, and the audit log records who turned it on or off.
      </p>
    </div>
  );
}

const maxCalls = 100;

function CapturedCalls({ id }: { id: string }) {
  const client = useClient();
  const calls = useQuery({
    queryKey: ['captures', id, 'calls'],
    queryFn: async ({ signal }) => {
      const found: CapturedCall[] = [];
      for await (const call of client.captures.list(id, { signal })) {
        found.push(call);
        if (found.length >= maxCalls) break;
      }
      return found;
    },
  });
  if (calls.data === undefined || calls.data.length === 0) {
    return <p className="text-muted">No call has been captured yet.</p>;
  }
  return (
    <ul aria-label="Captured calls" className="divide-y divide-line rounded-md border border-line">
      {calls.data.map((call) => (
        <CapturedRow key={call.id} call={call} />
      ))}
    </ul>
  );
}

function CapturedRow({ call }: { call: CapturedCall }) {
  const { at, operation, caller, status, code, trace_id: traceId } = call;
  return (
    <li>
      <details>
        <summary className="cursor-pointer px-3 py-2">
          <span className="ml-1 inline-flex max-w-[90%] flex-wrap items-baseline gap-x-3 align-baseline">
            <time dateTime={at} className="text-sm text-muted tabular-nums">
              {dateText(at)}
            </time>
            <ThirdPartyText text={operation} limit={120} className="font-medium" />
            {code === undefined ? (
              <span className="text-sm tabular-nums">{status}</span>
            ) : (
              <span className="font-mono text-sm text-bad">{code}</span>
            )}
            <ThirdPartyText text={`by ${caller}`} limit={120} className="text-sm text-muted" />
          </span>
        </summary>
        <div className="flex flex-col gap-3 border-t border-line px-3 py-3">
          <CapturedPayloadView payload={call} />
          <Link {...traceTarget(traceId)} className="text-sm text-accent hover:underline">
            Open the trace
          </Link>
        </div>
      </details>
    </li>
  );
}
