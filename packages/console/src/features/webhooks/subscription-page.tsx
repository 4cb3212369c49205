/** The page of a webhook subscription: how its sender is verified, and what has arrived. */
import type { WebhookSubscription } from '@dragoman/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, Inbox, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge.js';
import { Button, buttonClasses } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { Facts, PageBody, PageHeader, Panel } from '../../components/page.js';
import { relativeTime } from '../../components/relative-time.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { serviceTarget } from '../links.js';
import { DeliveryList } from './delivery-list.js';
import { RegistrationList } from './registration.js';
import { verificationName } from './subscription-draft.js';
import { UnsubscribeDialog } from './unsubscribe-dialog.js';
import { useDeclared, useDeliveries, useSubscriptions } from './use-webhooks.js';

/** The page. */
export default function SubscriptionPage() {
  const { subscriptionId: id = '' } = useParams({ strict: false }) as { subscriptionId?: string };
  const subscriptions = useSubscriptions();
  const subscription = subscriptions.data?.find((each) => each.id === id);
  return (
    <>
      <PageHeader
        title={subscription === undefined ? 'Webhooks' : <ThirdPartyText text={subscription.agent} limit={120} />}
        description="Messages of one subscription, newest first. The last 200 are kept for 7 days."
        actions={<Actions id={id} subscription={subscription} />}
      />
      <PageBody className="max-w-6xl">
        {subscriptions.isPending && <LoadingRows rows={6} />}
        {subscriptions.isError && (
          <ErrorState error={explainError(subscriptions.error)} onRetry={() => void subscriptions.refetch()} />
        )}
        {subscriptions.isSuccess && subscription === undefined && (
          <EmptyState icon={Inbox} title="No such subscription">
            You have none with this id. It may have been removed, or it belongs to somebody else.
          </EmptyState>
        )}
        {subscription !== undefined && <SubscriptionView subscription={subscription} />}
      </PageBody>
    </>
  );
}

function Actions({ id, subscription }: { id: string; subscription: WebhookSubscription | undefined }) {
  const client = useClient();
  const { access } = useSession();
  const [isRemoving, setRemoving] = useState(false);
  const path = `/webhook-subscriptions/${encodeURIComponent(id)}/deliveries`;
  return (
    <>
      <Link to="/webhooks" className={buttonClasses('quiet')}>
        <ArrowLeft aria-hidden className="size-3.5" />
        Webhooks
      </Link>
      <CopyAs
        command={() => commandLine(client.baseUrl, ['webhooks', 'deliveries', id])}
        curl={() => curlCommand(client.baseUrl, { path, keyed: access !== 'open' })}
      />
      {subscription !== undefined && (
        <Button icon={Trash2} tone="danger" onClick={() => setRemoving(true)}>
          Unsubscribe
        </Button>
      )}
      {isRemoving && subscription !== undefined && (
        <UnsubscribeDialog subscription={subscription} onClose={() => setRemoving(false)} />
      )}
    </>
  );
}

function SubscriptionView({ subscription }: { subscription: WebhookSubscription }) {
  const declared = useDeclared(subscription.agent);
  const webhooks = (declared.data ?? []).filter(({ name }) => subscription.webhooks?.includes(name) ?? true);
  return (
    <div className="grid items-start gap-gap lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-gap">
        <Panel title="Subscription">
          <SubscriptionFacts subscription={subscription} />
        </Panel>
        <Panel title="Where to register it" description="The address and the secret were shown once.">
          <RegistrationList service={subscription.agent} webhooks={webhooks} />
          <p className="mt-2 text-sm text-muted">
            If they are lost, subscribe again, register the new address, and remove this one.
          </p>
        </Panel>
      </div>
      <Deliveries id={subscription.id} />
    </div>
  );
}

function SubscriptionFacts({ subscription }: { subscription: WebhookSubscription }) {
  const { id, agent, webhooks, verification, signature, created_at: created } = subscription;
  return (
    <Facts
      facts={[
        [
          'Service',
          <Link key="service" {...serviceTarget(agent)} className="text-accent hover:underline">
            <ThirdPartyText text={agent} limit={120} />
          </Link>,
        ],
        [
          'Webhooks',
          webhooks === undefined ? 'all' : <ThirdPartyText key="all" text={webhooks.join(', ')} limit={600} />,
        ],
        [
          'Sender',
          verification === 'address' ? (
            <Badge key="sender" tone="warn">
              not verified
            </Badge>
          ) : (
            verificationName(verification)
          ),
        ],
        ...(signature === undefined
          ? []
          : [
              [
                'Signature',
                <ThirdPartyText key="in" text={`${signature.header}: ${signature.content ?? ''}`} limit={300} />,
              ] as const,
            ]),
        [
          'Created',
          <span key="created" title={created}>
            {relativeTime(created)}
          </span>,
        ],
        [
          'Id',
          <code key="id" className="font-mono text-sm text-anywhere">
            {id}
          </code>,
        ],
      ]}
    />
  );
}

function Deliveries({ id }: { id: string }) {
  const deliveries = useDeliveries(id);
  const count = deliveries.data?.length ?? 0;
  return (
    <Panel
      title={deliveries.isSuccess ? (count === 1 ? '1 message' : `${count} messages`) : 'Messages'}
      padded={false}
      className="max-lg:order-first"
      actions={
        <Button tone="quiet" icon={RotateCw} busy={deliveries.isFetching} onClick={() => void deliveries.refetch()}>
          Check now
        </Button>
      }
    >
      {deliveries.isPending && <LoadingRows rows={4} />}
      {deliveries.isError && (
        <ErrorState error={explainError(deliveries.error)} onRetry={() => void deliveries.refetch()} />
      )}
      {deliveries.isSuccess && count === 0 && (
        <EmptyState icon={Inbox} title="Nothing received yet">
          Messages appear here as soon as the service sends one to the address. A message with a wrong signature, or one
          that is older than 5 minutes, is rejected and not kept.
        </EmptyState>
      )}
      {count > 0 && <DeliveryList deliveries={deliveries.data ?? []} />}
    </Panel>
  );
}
