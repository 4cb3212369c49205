/** Changes by vendors of chosen tools: what differs, and the decision to accept them or to stay. */
import type { StoredToolset, ToolsetDecision, ToolsetUpdate } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Badge, type BadgeTone } from '../../components/badge.js';
import { Panel } from '../../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { ScopedButton } from '../../session/scoped-button.js';

/** The tab. */
export function UpdatesTab({ stored }: { stored: StoredToolset }) {
  const client = useClient();
  const { id } = stored.toolset;
  const updates = useQuery({
    queryKey: ['toolsets', id, 'updates'],
    queryFn: ({ signal }) => client.toolsets.updates(id, { signal }),
  });
  if (updates.isPending) return <LoadingRows rows={4} />;
  if (updates.isError) return <ErrorState error={explainError(updates.error)} onRetry={() => void updates.refetch()} />;
  if (updates.data.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title="Nothing to decide">
        Every pinned tool is as its vendor offers it, or you decided to stay with its version.
      </EmptyState>
    );
  }
  return (
    <Panel title="Updates" description="Pinned tools that their vendors changed." padded={false}>
      <ul className="divide-y divide-line">
        {updates.data.map((update) => (
          <UpdateRow key={`${update.agent_id} ${update.name} ${update.kind}`} stored={stored} update={update} />
        ))}
      </ul>
    </Panel>
  );
}

const tones: Readonly<Record<string, BadgeTone>> = { breaking: 'bad', compatible: 'good' };

function UpdateRow({ stored, update }: { stored: StoredToolset; update: ToolsetUpdate }) {
  const decide = useDecision(stored);
  const { kind, name, agent_id: agent, version, to, effect, changes, message } = update;
  const label = visibleText(name, 60);
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <ThirdPartyText text={name} limit={80} className="font-mono text-sm font-medium" />
        <ThirdPartyText text={agent} limit={80} className="text-sm text-muted" />
        <span className="text-sm text-muted tabular-nums">
          {kind === 'new_version' && to !== undefined
            ? `version ${version} → ${to.version}`
            : kind.replaceAll('_', ' ').slice(0, 40)}
        </span>
        {effect !== undefined && <Badge tone={tones[effect] ?? 'neutral'}>{effect}</Badge>}
        <span className="ml-auto flex gap-2">
          {to !== undefined && (
            <ScopedButton
              scope="registry:write"
              aria-label={`Accept the update of ${label}`}
              busy={decide.isPending}
              onClick={() => decide.mutate({ accept: [name] })}
            >
              Accept
            </ScopedButton>
          )}
          <ScopedButton
            scope="registry:write"
            tone="quiet"
            aria-label={`Stay with the version of ${label}`}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ stay: [name] })}
          >
            Stay
          </ScopedButton>
        </span>
      </div>
      <p className="text-sm">
        <ThirdPartyText text={message} limit={400} />
      </p>
      {changes.length > 0 && (
        <ul className="list-disc pl-5 text-sm text-muted">
          {changes.slice(0, 20).map(({ message: change }) => (
            <li key={change}>
              <ThirdPartyText text={change} limit={300} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function useDecision({ toolset: { id }, etag }: StoredToolset) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (decision: ToolsetDecision) =>
      client.toolsets.decide(id, decision, etag === undefined ? {} : { ifMatch: etag }),
    onSuccess(stored) {
      queries.setQueryData(['toolsets', id], stored);
      toasts.show('Your decision was stored.', 'good');
    },
    onError: (error) => toasts.show(explainError(error).detail, 'bad'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['toolsets', id] }),
  });
}
