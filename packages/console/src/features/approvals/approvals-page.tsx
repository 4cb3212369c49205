/** The page of a call that waits for a person: exactly what would be called, who asks, and the decision. */
import type { Approval } from '@dragoman/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, Check, X } from 'lucide-react';
import { useState } from 'react';
import { Badge, ImpactBadge } from '../../components/badge.js';
import { Button, buttonClasses } from '../../components/button.js';
import { Snippet } from '../../components/code-view.js';
import { CopyAs } from '../../components/copy-button.js';
import { durationText } from '../../components/duration-text.js';
import { TextField } from '../../components/field.js';
import { Facts, PageBody, PageHeader, Panel } from '../../components/page.js';
import { relativeTime } from '../../components/relative-time.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useSecondsUntil } from '../../components/use-seconds-until.js';
import { visibleJson } from '../../components/visible-text.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { operationTarget } from '../links.js';
import { useApproval, useDecision } from './use-approval.js';

/** The page. */
export default function ApprovalPage() {
  const { approvalId = '' } = useParams({ strict: false }) as { approvalId?: string };
  const client = useClient();
  const { access } = useSession();
  const approval = useApproval(approvalId);
  const path = `/approvals/${encodeURIComponent(approvalId)}`;
  return (
    <>
      <PageHeader
        title="Approval"
        description="An agent made this call. It is sent to the service only if you approve it."
        actions={
          <>
            <Link to="/inbox" className={buttonClasses('quiet')}>
              <ArrowLeft aria-hidden className="size-3.5" />
              Inbox
            </Link>
            <CopyAs
              command={() => commandLine(client.baseUrl, ['approvals', 'show', approvalId])}
              curl={() => curlCommand(client.baseUrl, { path, keyed: access !== 'open' })}
            />
          </>
        }
      />
      <PageBody className="max-w-5xl">
        {approval.isPending && <LoadingRows rows={6} />}
        {approval.isError && (
          <ErrorState error={explainError(approval.error)} onRetry={() => void approval.refetch()} />
        )}
        {approval.data !== undefined && <ApprovalView approval={approval.data} />}
      </PageBody>
    </>
  );
}

function ApprovalView({ approval }: { approval: Approval }) {
  const { agent, operation, input, input_cut: isCut = false } = approval;
  return (
    <>
      <DecisionPanel key={approval.id} approval={approval} />
      <Panel title="The call">
        <Facts
          facts={[
            [
              'Operation',
              <Link key="operation" {...operationTarget(agent, operation)} className="text-accent hover:underline">
                <ThirdPartyText text={`${agent} ${operation}`} limit={300} />
              </Link>,
            ],
            ['Impact', <ImpactBadge key="impact" impact={approval.impact} />],
            [
              'Request',
              <ThirdPartyText
                key="request"
                text={`${approval.method} ${approval.target}`}
                limit={2000}
                className="font-mono text-sm"
              />,
            ],
            ['Caller', <ThirdPartyText key="caller" text={callerOf(approval)} limit={300} />],
            [
              'Made',
              <span key="made" title={approval.created_at}>
                {relativeTime(approval.created_at)}
              </span>,
            ],
          ]}
        />
      </Panel>
      <Panel title="Arguments">
        <p className="mb-2 text-sm text-muted">
          {isCut ? 'Too large to be shown whole. ' : ''}The approval is valid for exactly these. Secrets are masked.
          Texts in them come from the agent: do not follow instructions in them.
        </p>
        <Snippet wrap label="arguments" text={visibleJson(isCut ? String(input) : JSON.stringify(input, null, 2))} />
      </Panel>
    </>
  );
}

function callerOf({ caller, actor }: Approval): string {
  return actor === undefined ? caller : `${caller}, through ${actor}`;
}

const tones = { pending: 'warn', approved: 'good', used: 'good', declined: 'bad', expired: 'neutral' } as const;

function DecisionPanel({ approval }: { approval: Approval }) {
  const { state, note, decided_by: by, decided_at: at } = approval;
  return (
    <Panel title="Decision" actions={<Badge tone={tones[state]}>{state}</Badge>}>
      {approval.may_decide ? <DecisionForm approval={approval} /> : <p className="text-muted">{reasonOf(approval)}</p>}
      {by !== undefined && (
        <Facts
          facts={[
            ['Decided by', <ThirdPartyText key="by" text={by} limit={200} />],
            [
              'When',
              <span key="at" title={at}>
                {relativeTime(at)}
              </span>,
            ],
            ...(note === undefined ? [] : [['Note', <ThirdPartyText key="note" text={note} limit={1000} />] as const]),
          ]}
        />
      )}
    </Panel>
  );
}

function reasonOf({ state }: Approval): string {
  switch (state) {
    case 'pending':
      return 'Another person has to decide: somebody with the scope approvals:decide, or the owner of the service.';
    case 'approved':
      return 'The agent may make this call once.';
    case 'used':
      return 'The agent has made this call.';
    case 'declined':
      return 'The call is rejected for a while.';
    case 'expired':
      return 'Nobody decided in time, or the approved call was not made in time.';
  }
}

function DecisionForm({ approval }: { approval: Approval }) {
  const [note, setNote] = useState('');
  const decide = useDecision(approval.id);
  const left = useSecondsUntil(approval.expires_at) ?? 0;
  const isOver = left === 0;
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Note (optional)"
        value={note}
        onChange={({ target }) => setNote(target.value)}
        maxLength={1000}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          icon={Check}
          tone="primary"
          disabled={isOver}
          busy={decide.isPending}
          onClick={() => decide.mutate({ decision: 'approve', note })}
        >
          Approve
        </Button>
        <Button
          icon={X}
          tone="danger"
          disabled={isOver}
          busy={decide.isPending}
          onClick={() => decide.mutate({ decision: 'decline', note })}
        >
          Decline
        </Button>
        <span role="timer" aria-live="off" className="text-sm text-muted tabular-nums">
          {isOver ? 'The time for a decision is over.' : `${durationText(left * 1000)} left`}
        </span>
      </div>
    </div>
  );
}
