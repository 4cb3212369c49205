/** The page: your webhook subscriptions, and a way to create one. */
import type { WebhookSubscription } from '@dragoman/sdk';
import { Webhook } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { relativeTime } from '../../components/relative-time.js';
import { RowLink } from '../../components/row-link.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import type { Column } from '../../components/virtual-table.js';
import { useClient } from '../../session/console-context.js';
import { DesignList } from '../../session/design-list.js';
import { hrefOf, subscriptionTarget } from '../links.js';
import { SubscribeDialog } from './subscribe-dialog.js';
import { verificationName } from './subscription-draft.js';

/** The page. */
export default function WebhooksPage() {
  const client = useClient();
  return (
    <DesignList
      title="Webhooks"
      noun="subscription"
      path="/webhook-subscriptions"
      scope="agents:invoke"
      description="Messages that services send to you. This server receives them, verifies who sent them, and keeps the last 200 of each subscription for 7 days."
      icon={Webhook}
      purpose="A subscription is a secret address. Register it at a service that declares webhooks, and its messages arrive here."
      columns={columns}
      list={(signal) => client.webhooks.list({ signal })}
      target={subscriptionTarget}
      create={(onClose) => <SubscribeDialog onClose={onClose} />}
    />
  );
}

const columns: readonly Column<WebhookSubscription>[] = [
  {
    id: 'service',
    header: 'Service',
    width: 'minmax(10rem, 3fr)',
    cell: ({ id, agent }) => (
      <div className="min-w-0">
        <RowLink href={hrefOf(subscriptionTarget(id))}>
          <ThirdPartyText text={agent} limit={160} truncate className="font-medium" />
        </RowLink>
        <ThirdPartyText text={id} limit={160} truncate className="font-mono text-xs text-faint" />
      </div>
    ),
  },
  {
    id: 'webhooks',
    header: 'Webhooks',
    width: 'minmax(8rem, 4fr)',
    wideOnly: true,
    cell: ({ webhooks }) =>
      webhooks === undefined ? (
        <span className="text-muted">all</span>
      ) : (
        <ThirdPartyText text={webhooks.join(', ')} limit={240} truncate />
      ),
  },
  {
    id: 'verification',
    header: 'Sender',
    width: '8rem',
    cell: ({ verification }) => (
      <Badge tone={verification === 'address' ? 'warn' : 'good'} title={verificationName(verification)}>
        {verification === 'address' ? 'not verified' : 'verified'}
      </Badge>
    ),
  },
  {
    id: 'created',
    header: 'Created',
    width: '8rem',
    wideOnly: true,
    cell: ({ created_at: at }) => <span className="text-muted">{relativeTime(at)}</span>,
  },
];
