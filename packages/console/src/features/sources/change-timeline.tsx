/** What changed at a source, check by check, newest first. */
import type { SourcePoll } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { Badge, type BadgeTone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Panel } from '../../components/page.js';
import { relativeTime } from '../../components/relative-time.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { isReadable } from './use-sources.js';

/** Checks read at once. */
const portion = 50;

async function readFirst(polls: AsyncIterable<SourcePoll>, count: number): Promise<SourcePoll[]> {
  const read: SourcePoll[] = [];
  for await (const poll of polls) {
    read.push(poll);
    if (read.length >= count) break;
  }
  return read;
}

/** The time line. */
export function ChangeTimeline({ id }: { id: string }) {
  const client = useClient();
  const [count, setCount] = useState(portion);
  const polls = useQuery({
    queryKey: ['sources', id, 'changes', count],
    queryFn: ({ signal }) => readFirst(client.sources.changes(id, { signal }), count),
    enabled: () => isReadable(id),
    placeholderData: (before) => before,
  });
  return (
    <Panel title="Changes" description="Checks that found something new, newest first" padded={false}>
      {polls.isPending && <LoadingRows rows={4} />}
      {polls.isError && <ErrorState error={explainError(polls.error)} onRetry={() => void polls.refetch()} />}
      {polls.data?.length === 0 && (
        <EmptyState icon={History} title="Nothing has changed yet">
          A check that finds nothing new is not listed.
        </EmptyState>
      )}
      {polls.data !== undefined && polls.data.length > 0 && (
        <ol>
          {polls.data.map((poll) => (
            <PollItem key={poll.number} poll={poll} />
          ))}
        </ol>
      )}
      {polls.data !== undefined && polls.data.length >= count && (
        <div className="border-t border-line p-2 text-center">
          <Button tone="quiet" onClick={() => setCount(count + portion)}>
            Show earlier checks
          </Button>
        </div>
      )}
    </Panel>
  );
}

const outcomeTones: Readonly<Record<string, BadgeTone>> = { changed: 'note', unchanged: 'neutral', held: 'warn' };

function PollItem({ poll }: { poll: SourcePoll }) {
  const { at, outcome, agents, findings, violations, error } = poll;
  return (
    <li className="flex gap-3 px-4">
      <span aria-hidden className="flex w-2 flex-col items-center">
        <span className="h-4 w-px bg-line" />
        <span className="size-2 shrink-0 rounded-full bg-line-strong" />
        <span className="w-px flex-1 bg-line" />
      </span>
      <div className="min-w-0 flex-1 py-2.5">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={outcomeTones[outcome] ?? 'bad'}>{visibleText(outcome, 40)}</Badge>
          <time dateTime={at} title={at} className="text-sm text-muted">
            {relativeTime(at)}
          </time>
        </p>
        {error !== undefined && <ThirdPartyText text={error} limit={400} className="text-bad" />}
        {agents.map((agent) => (
          <AgentChanges key={agent.agent_id} agent={agent} />
        ))}
        {[...violations, ...findings].slice(0, 20).map(({ code, message }) => (
          <p key={`${code} ${message}`} className="text-sm text-muted">
            <ThirdPartyText text={message} limit={300} />
          </p>
        ))}
      </div>
    </li>
  );
}

const kinds = {
  operation_added: { sign: '+', color: 'text-good', label: 'added' },
  operation_removed: { sign: '−', color: 'text-bad', label: 'removed' },
  operation_changed: { sign: '~', color: 'text-warn', label: 'changed' },
} as const;

/** Operations listed per service. */
const maxOperations = 12;

function AgentChanges({ agent }: { agent: SourcePoll['agents'][number] }) {
  const { agent_id: id, outcome, operations } = agent;
  return (
    <div className="mt-1.5 min-w-0">
      <p className="flex min-w-0 gap-2">
        <ThirdPartyText text={id} limit={120} truncate className="min-w-0 font-medium" />
        <span className="text-muted">{visibleText(outcome, 40)}</span>
      </p>
      <ul className="text-sm">
        {operations.slice(0, maxOperations).map((change) => {
          const { sign, color, label } = kinds[change.kind];
          return (
            <li key={`${change.kind} ${change.operation}`} className="flex min-w-0 items-baseline gap-2">
              <span aria-label={label} role="img" className={`w-3 shrink-0 text-center font-mono ${color}`}>
                {sign}
              </span>
              <ThirdPartyText text={change.operation} limit={120} truncate className="min-w-0" />
              {change.effect !== undefined && (
                <Badge tone={change.effect === 'breaking' ? 'bad' : 'neutral'}>{change.effect}</Badge>
              )}
            </li>
          );
        })}
        {operations.length > maxOperations && (
          <li className="pl-5 text-muted">and {(operations.length - maxOperations).toLocaleString('en')} more</li>
        )}
      </ul>
    </div>
  );
}
