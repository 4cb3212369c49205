/** The page: the items by urgency, or the first steps when the catalogue is empty. */
import type { InboxItem } from '@dragoman/sdk';
import { inboxCommand } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { buttonClasses } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';
import { CopyAs, CopyButton } from '../../components/copy-button.js';
import { PageBody, PageHeader, Panel } from '../../components/page.js';
import { dateText } from '../../components/relative-time.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useClient } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { useRefreshOnEvents } from '../../session/use-live-events.js';
import { FirstSteps } from './first-steps.js';
import { kindTexts, placeOf } from './item-place.js';

/** The page. */
export default function InboxPage() {
  const client = useClient();
  const inbox = useQuery({ queryKey: ['inbox'], queryFn: ({ signal }) => client.inbox({ signal }) });
  const services = useQuery({
    queryKey: ['agents', 'any'],
    queryFn: async ({ signal }) => !(await client.agents.list({ signal, pageSize: 1 }).next()).done,
  });
  useRefreshOnEvents(['catalogue', 'sources', 'servers', 'approvals'], [['inbox'], ['agents', 'any']]);
  const count = inbox.data?.count ?? 0;
  return (
    <>
      <PageHeader
        title="Inbox"
        description={count === 0 ? 'What needs your decision.' : descriptionOf(count)}
        actions={
          <CopyAs
            command={commandLine(client.baseUrl, ['inbox'])}
            curl={curlCommand(client.baseUrl, { path: 'inbox' })}
          />
        }
      />
      <PageBody className="max-w-5xl">
        {services.data === false && <FirstSteps />}
        {inbox.isPending && <LoadingRows />}
        {inbox.isError && <ErrorState error={explainError(inbox.error)} onRetry={() => void inbox.refetch()} />}
        {inbox.data !== undefined && inbox.data.items.length > 0 && <Items items={inbox.data.items} count={count} />}
        {inbox.data?.items.length === 0 && services.data === true && (
          <EmptyState icon={CircleCheck} title="Nothing needs a decision">
            Calls that wait for your approval, held changes, failing sources, missing credentials and updates of your
            toolsets appear here.
          </EmptyState>
        )}
      </PageBody>
    </>
  );
}

function descriptionOf(count: number): string {
  return count === 1 ? '1 item needs your decision.' : `${count.toLocaleString('en')} items need your decision.`;
}

function Items({ items, count }: { items: readonly InboxItem[]; count: number }) {
  return (
    <Panel padded={false}>
      <ul>
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {count > items.length && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          The {items.length} most urgent of {count.toLocaleString('en')}.
        </p>
      )}
    </Panel>
  );
}

const dots = { error: 'bg-bad', warning: 'bg-warn', info: 'bg-note' };

function Item({ item }: { item: InboxItem }) {
  const { baseUrl } = useClient();
  const { name, action } = kindTexts[item.kind];
  const place = placeOf(item);
  const command = inboxCommand(item);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <span aria-hidden className={classNames('mt-1.5 size-2 shrink-0 rounded-full', dots[item.severity])} />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium text-anywhere">
          <span className="sr-only">{item.severity}: </span>
          <ThirdPartyText text={item.title} limit={400} />
        </p>
        {item.detail !== undefined && (
          <p className="mt-0.5 max-h-24 overflow-y-auto text-sm whitespace-pre-line text-muted">
            <ThirdPartyText text={item.detail} limit={1000} />
          </p>
        )}
        <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm text-faint">
          <Badge>{name}</Badge>
          {item.effect !== undefined && (
            <Badge tone={item.effect === 'breaking' ? 'bad' : 'neutral'}>{item.effect}</Badge>
          )}
          {item.since !== undefined && <time dateTime={item.since}>since {dateText(item.since)}</time>}
        </p>
      </div>
      <div className="flex gap-2 max-sm:flex-row-reverse max-sm:pl-5">
        {command !== undefined && <CopyButton compact text={commandLine(baseUrl, command)} label="Copy as command" />}
        {place !== undefined && (
          <Link {...place} className={buttonClasses('secondary')}>
            {action}
          </Link>
        )}
      </div>
    </li>
  );
}
