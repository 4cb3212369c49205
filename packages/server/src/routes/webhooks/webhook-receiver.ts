/** `POST /webhook-receivers/{id}/{token}`: the secret address to which a service sends messages. */
import type { AuditStore } from '@dragoman/core/engine';
import { accountOf } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import { createReply, readBodyBytes, timestamp } from '@dragoman/core/http';
import type { ReceiverPorts } from '../../webhooks/receive-message.js';
import { deliveryLimits, receiveMessage } from '../../webhooks/receive-message.js';

/** Dependencies of the route. */
export interface WebhookReceiverPorts extends ReceiverPorts {
  audit: Pick<AuditStore, 'append'>;
}

/** Creates the route. */
export function createWebhookReceiver(ports: WebhookReceiverPorts): Route {
  return {
    method: 'POST',
    path: '/webhook-receivers/{id}/{token}',
    budget: 'none',
    access: 'anyone',
    action: 'webhook.receive',
    // Services call it, agents do not.
    unlisted: true,
    bodyBytes: deliveryLimits.bytes,
    describe,
    async handle({ request, params, caller, traceId }) {
      const body = await readBodyBytes(request, deliveryLimits.bytes);
      const { event, repeated } = await receiveMessage(ports, {
        id: params.id ?? '',
        token: params.token ?? '',
        account: accountOf(caller),
        mediaType: request.headers.get('content-type') ?? '',
        header: (name) => request.headers.get(name),
        body,
        now: ports.clock.now() / 1000,
      });
      if (!repeated) {
        const { webhook, verified, valid, delivery } = event;
        await ports.audit.append({
          at: timestamp(ports.clock),
          actor: `service:${event.service}`,
          action: 'webhook.receive',
          target: `webhook:${event.subscription}`,
          outcome: 'done',
          code: '',
          traceId,
          detail: JSON.stringify({ delivery, webhook, verified, valid }),
        });
      }
      return createReply(null, { status: 204 });
    },
  };
}

const describe: Route['describe'] = {
  operationId: 'webhook_receivers_receive',
  tag: 'operation',
  summary: 'Receive a message of a service.',
  description:
    'Services send webhooks to this address, which webhook_subscriptions_create returns. The signature is verified, the payload is compared with the declared schema and stored once. ' +
    'Use it as the address of a webhook at the service. Do not use it to read messages: use webhook_deliveries_list instead. Side effects: stores the message for the subscriber.',
  responses: { '204': { description: 'Received, now or before.' } },
  failures: [401, 404, 413, 429],
  agent: { read_only: false, side_effects: ['stores the message for the subscriber'], idempotent: true },
};
