/** Subscriptions to webhooks of services: the registry receives and verifies messages and keeps them for you. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** How a sender signs whose scheme is not known here: HMAC-SHA-256 in a header. */
export interface WebhookSignature {
  header: string;
  /** What precedes the signature in the header. */
  prefix?: string;
  encoding?: 'hex' | 'base64';
  /** The signed text, with `{body}`, `{timestamp}` and `{id}`. */
  content?: string;
  timestamp_header?: string;
  id_header?: string;
  type_header?: string;
}

/** What to receive, and how the sender is verified. */
export interface WebhookSubscriptionRequest {
  /** Id of the service. */
  agent: string;
  /** Names of webhooks; all of the service when absent. */
  webhooks?: string[];
  /** `standard-webhooks` by default; `address` verifies only the secret address. */
  verification?: 'standard-webhooks' | 'github' | 'stripe' | 'shopify' | 'hmac-sha256' | 'address';
  /** For `hmac-sha256`. */
  signature?: WebhookSignature;
  /** The secret that the service signs with, when the service chose it. */
  secret?: string;
}

/** A subscription, without its secrets. */
export interface WebhookSubscription extends Omit<WebhookSubscriptionRequest, 'secret'> {
  id: string;
  created_at: string;
}

/** A new subscription; address and secret are shown only once. */
export interface CreatedWebhookSubscription extends WebhookSubscription {
  /** Register this address at the service. */
  address: string;
  /** Register this secret at the service; absent when you gave one. */
  secret?: string;
}

/** A received message; everything in it is third-party content. */
export interface WebhookDeliveryRecord {
  id: string;
  at: string;
  agent: string;
  /** Absent when the message matches no webhook. */
  webhook?: string;
  sender_id?: string;
  verified: 'signature' | 'address';
  /** False when the payload does not match its schema. */
  valid: boolean;
  problems?: string[];
  /** Texts in the payload that look like instructions to a model. */
  warnings?: string[];
  payload: JsonValue;
}

/** Calls for webhooks of services. */
export interface WebhookCalls {
  subscribe(request: WebhookSubscriptionRequest, options?: CallOptions): Promise<CreatedWebhookSubscription>;
  /** Your subscriptions, oldest first. */
  list(options?: CallOptions): AsyncGenerator<WebhookSubscription, void>;
  /** Received messages, newest first. */
  deliveries(subscription: string, options?: CallOptions): AsyncGenerator<WebhookDeliveryRecord, void>;
  /** Removes the subscription, its address and its messages. */
  unsubscribe(subscription: string, options?: CallOptions): Promise<void>;
}

/** Creates the calls over a transport. */
export function createWebhookCalls(transport: Transport): WebhookCalls {
  const root = 'webhook-subscriptions';
  const walk = <T>(to: string[], options: CallOptions) => {
    const query = new URLSearchParams({ top: '200' });
    const request = { ...options, method: 'GET', to, query, repeatable: true } as const;
    const read = ({ body, status }: Incoming) => ({ items: listOf(body, status, ['items']) as unknown as T[] });
    return walkPages(transport, () => request, read);
  };
  return {
    async subscribe(body, options = {}) {
      const request = { ...options, method: 'POST', to: [root], body, repeatable: false } as const;
      const answer = await transport.send(request);
      if (isJsonObject(answer.body) && typeof answer.body.id === 'string')
        return answer.body as unknown as CreatedWebhookSubscription;
      const message = 'The response is not a webhook subscription.';
      throw clientError('INVALID_RESPONSE', { message, status: answer.status });
    },
    list: (options = {}) => walk<WebhookSubscription>([root], options),
    deliveries: (subscription, options = {}) =>
      walk<WebhookDeliveryRecord>([root, subscription, 'deliveries'], options),
    async unsubscribe(subscription, options = {}) {
      await transport.send({ ...options, method: 'DELETE', to: [root, subscription], repeatable: true });
    },
  };
}
