/** Webhooks of the service: what it sends by itself, and your subscriptions to it. */
import type { AgentWebhook, WebhookSubscription } from '@dragoman/sdk';
import { Link } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../components/badge.js';
import { CopyAs } from '../../../components/copy-button.js';
import { JsonView } from '../../../components/json-view.js';
import { Panel } from '../../../components/page.js';
import { relativeTime } from '../../../components/relative-time.js';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/states.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { visibleText } from '../../../components/visible-text.js';
import { useClient } from '../../../session/console-context.js';
import { commandLine } from '../../../session/copy-text.js';
import { explainError } from '../../../session/explain-error.js';
import { ScopedButton } from '../../../session/scoped-button.js';
import { operationTarget, subscriptionTarget } from '../../links.js';
import { SubscribeDialog } from '../../webhooks/subscribe-dialog.js';
import { useDeclared, useSubscriptions } from '../../webhooks/use-webhooks.js';

/** The tab. */
export function WebhooksTab({ id }: { id: string }) {
  const { baseUrl } = useClient();
  const declared = useDeclared(id);
  const own = useSubscriptions(id);
  const [isSubscribing, setSubscribing] = useState(false);
  if (declared.isPending) return <LoadingRows rows={3} />;
  if (declared.isError) {
    return <ErrorState error={explainError(declared.error)} onRetry={() => void declared.refetch()} />;
  }
  if (declared.data.length === 0) {
    return (
      <EmptyState icon={Webhook} title="No webhooks">
        The description of this service declares no webhooks. In OpenAPI they are declared under “webhooks” and
        “callbacks”.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <CopyAs command={() => commandLine(baseUrl, ['webhooks', 'list', id])} />
        <ScopedButton scope="agents:invoke" tone="primary" icon={Plus} onClick={() => setSubscribing(true)}>
          Subscribe
        </ScopedButton>
      </div>
      <Subscriptions subscriptions={own.data ?? []} />
      <Panel title="Sent by the service" description="As its description says." padded={false}>
        <ul className="divide-y divide-line">
          {declared.data.map((webhook) => (
            <Declared key={webhook.name} service={id} webhook={webhook} />
          ))}
        </ul>
      </Panel>
      {isSubscribing && <SubscribeDialog service={id} onClose={() => setSubscribing(false)} />}
    </>
  );
}

function Subscriptions({ subscriptions }: { subscriptions: readonly WebhookSubscription[] }) {
  if (subscriptions.length === 0) return null;
  return (
    <Panel title="Your subscriptions" padded={false}>
      <ul className="divide-y divide-line">
        {subscriptions.map(({ id, webhooks, verification, created_at: at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <Link
              {...subscriptionTarget(id)}
              className="min-w-0 flex-1 basis-60 font-medium text-accent hover:underline"
            >
              {webhooks === undefined ? 'All webhooks' : <ThirdPartyText text={webhooks.join(', ')} limit={200} />}
            </Link>
            {verification === 'address' && <Badge tone="warn">not verified</Badge>}
            <span className="text-sm text-muted" title={at}>
              {relativeTime(at)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Declared({ service, webhook }: { service: string; webhook: AgentWebhook }) {
  const { name, summary, description, registered_by: by, payload } = webhook;
  const [isOpen, setOpen] = useState(false);
  const text = summary ?? description;
  return (
    <li className="px-4 py-2.5">
      <ThirdPartyText text={name} limit={120} className="font-mono text-sm font-medium" />
      {text !== undefined && (
        <p className="text-muted">
          <ThirdPartyText text={text} limit={400} plain />
        </p>
      )}
      <p className="text-sm text-muted">
        {by === undefined ? (
          'Registered in the settings of the service.'
        ) : (
          <>
            Registered as the input{' '}
            <ThirdPartyText text={by.input ?? 'for the address'} limit={80} className="font-mono" /> of{' '}
            <Link {...operationTarget(service, by.operation)} className="text-accent hover:underline">
              <ThirdPartyText text={by.operation} limit={120} className="font-mono" />
            </Link>
          </>
        )}
      </p>
      <details onToggle={(event) => setOpen(event.currentTarget.open)} className="mt-1">
        <summary className="cursor-pointer text-sm text-muted marker:text-faint">Schema of the content</summary>
        {isOpen && <JsonView value={payload} label={`Schema of ${visibleText(name, 80)}`} />}
      </details>
    </li>
  );
}
