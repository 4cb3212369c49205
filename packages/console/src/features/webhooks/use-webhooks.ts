/** Webhook subscriptions and their messages from the server, read again when a message arrives. */
import type { AgentWebhook, WebhookDeliveryRecord, WebhookSubscription } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { useClient, useHasScope } from '../../session/console-context.js';
import { useRefreshOnEvents } from '../../session/use-live-events.js';

/** Your subscriptions; those of one service when it is named. */
export function useSubscriptions(service?: string) {
  const client = useClient();
  const mayRead = useHasScope('agents:invoke');
  return useQuery({
    queryKey: ['webhooks', 'list'],
    enabled: mayRead,
    async queryFn({ signal }) {
      const all: WebhookSubscription[] = [];
      for await (const each of client.webhooks.list({ signal })) all.push(each);
      return all;
    },
    select: (all) => (service === undefined ? all : all.filter(({ agent }) => agent === service)),
  });
}

/** The messages of a subscription, newest first; at most 200 are kept. */
export function useDeliveries(subscription: string) {
  const client = useClient();
  useRefreshOnEvents(['webhooks'], [['webhooks', subscription]]);
  return useQuery({
    queryKey: ['webhooks', subscription, 'deliveries'],
    async queryFn({ signal }) {
      const all: WebhookDeliveryRecord[] = [];
      for await (const each of client.webhooks.deliveries(subscription, { signal })) all.push(each);
      return all;
    },
  });
}

/** The webhooks that a service declares. */
export function useDeclared(service: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['agents', service, 'webhooks'],
    enabled: service !== '',
    async queryFn({ signal }): Promise<AgentWebhook[]> {
      const reading = await client.agents.read(service, { fields: ['webhooks'], signal });
      return 'agent' in reading ? (reading.agent.webhooks ?? []) : [];
    },
  });
}
