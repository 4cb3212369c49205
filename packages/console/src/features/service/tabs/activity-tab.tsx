/** What happened to a service: calls and changes, newest first. */
import type { AuditRecord } from '@dragoman/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { OutcomeBadge } from '../../../components/badge.js';
import { Button } from '../../../components/button.js';
import { CopyButton } from '../../../components/copy-button.js';
import { Panel } from '../../../components/page.js';
import { dateText } from '../../../components/relative-time.js';
import { EmptyState, ErrorState, LoadingRows, NoPermission } from '../../../components/states.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { useClient, useHasScope } from '../../../session/console-context.js';
import { explainError } from '../../../session/explain-error.js';
import { useRefreshOnEvents } from '../../../session/use-live-events.js';
import { traceTarget } from '../../links.js';
import { CapturePanel } from './capture-panel.js';

const pageSize = 50;

/** The tab. */
export function ActivityTab({ id }: { id: string }) {
  return (
    <>
      <CapturePanel id={id} />
      <Records id={id} />
    </>
  );
}

function Records({ id }: { id: string }) {
  const client = useClient();
  const mayRead = useHasScope('admin');
  const activity = useInfiniteQuery({
    queryKey: ['audit', 'service', id],
    enabled: mayRead,
    initialPageParam: 0,
    queryFn: ({ pageParam: before, signal }) =>
      client.audit.search({ service: id, limit: pageSize, signal, ...(before === 0 ? {} : { before }) }),
    getNextPageParam: (page) => page.nextBefore,
  });
  useRefreshOnEvents(mayRead ? ['calls'] : [], [['audit', 'service', id]]);
  if (!mayRead) return <NoPermission scope="admin" />;
  if (activity.isPending) return <LoadingRows rows={6} />;
  if (activity.isError)
    return <ErrorState error={explainError(activity.error)} onRetry={() => void activity.refetch()} />;
  const records = activity.data.pages.flatMap((page) => page.records);
  if (records.length === 0) {
    return (
      <EmptyState icon={Activity} title="Nothing has happened yet">
        Calls and changes of this service are listed here.
      </EmptyState>
    );
  }
  return (
    <Panel title="Activity" description="From the audit log, newest first" padded={false}>
      <ul className="divide-y divide-line">
        {records.map((record) => (
          <ActivityRow key={record.seq} record={record} />
        ))}
      </ul>
      {activity.hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Button tone="quiet" busy={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  );
}

function ActivityRow({ record }: { record: AuditRecord }) {
  const { at, actor, action, outcome, code, trace_id: traceId } = record;
  return (
    <li className="flex flex-wrap items-center gap-x-4 px-4 py-1.5">
      <span className="w-18 shrink-0">
        <OutcomeBadge outcome={outcome} />
      </span>
      <span className="min-w-0 flex-1 basis-40">
        <span className="font-mono text-sm">{action}</span>{' '}
        <span className="text-muted">
          by <ThirdPartyText text={actor} limit={80} />
        </span>
        {code !== '' && <span className="ml-2 font-mono text-sm text-bad">{code}</span>}
      </span>
      <span className="flex items-center gap-1 text-sm text-muted max-sm:pl-22">
        <Link {...traceTarget(traceId)} className="hover:text-text hover:underline">
          <time dateTime={at} className="tabular-nums">
            {dateText(at)}
          </time>
        </Link>
        <CopyButton compact text={traceId} label="Copy trace id" />
      </span>
    </li>
  );
}
