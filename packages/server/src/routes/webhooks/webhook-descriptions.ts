/** How webhook subscriptions are described in the server's own API description. */
import type { Route } from '@dragoman/core/http';
import {
  closedSchema,
  dryRunAnswer,
  dryRunMetadata,
  dryRunParameters,
  fieldsParameter,
  idParameter,
  listSchema,
  nextLinkHeader,
  pageSchema,
  textSchema,
  timeSchema,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { deliveryLimits } from '../../webhooks/receive-message.js';
import { pageParameters } from '../cursor-page.js';
import { type DryRunResult, dryRunResponse, dryRunResultSchema } from '../dry-run.js';
import { requestLimits, verifications } from './webhook-request.js';

const id = '0192f5a0-7c1b-7e2a-9d3c-5b8e4f6a1c20';
const header = (description: string) =>
  textSchema(description, { title: 'HeaderName', minLength: 1, maxLength: requestLimits.header });

const signature = closedSchema('For hmac-sha256: how the sender signs.', {
  header: header('Header with the signature.'),
  prefix: textSchema('What precedes the signature, such as "sha256=".', { minLength: 1, maxLength: 40 }),
  encoding: textSchema('Encoding of the signature.', { enum: ['hex', 'base64'], default: 'hex' }),
  content: textSchema('The signed text, with {body}, {timestamp} and {id}.', {
    minLength: 1,
    maxLength: requestLimits.content,
    default: '{body}',
  }),
  timestamp_header: header('Header with the Unix time; older than 5 minutes is rejected.'),
  id_header: header('Header with the message id; repeated ids are stored once.'),
  type_header: header('Header with the type of the message.'),
});

const given: JsonObject = {
  agent: textSchema('Id of the service.', { minLength: 1, maxLength: requestLimits.id }),
  webhooks: listSchema(
    'Names; all of the service when absent.',
    { type: 'string', minLength: 1, maxLength: requestLimits.name },
    { minItems: 1, maxItems: requestLimits.names },
  ),
  verification: textSchema('How the sender is verified: a known scheme, `signature`, or only the secret address.', {
    enum: [...verifications],
    default: 'standard-webhooks',
  }),
  signature,
};

const properties: JsonObject = {
  id: textSchema('Id of the subscription.'),
  ...given,
  created_at: timeSchema('When it was created.'),
};

/** Members of a subscription, for field selection. */
export const subscriptionMembers: readonly string[] = Object.keys(properties);

const subscriptionSchema = { ...closedSchema('A webhook subscription.', properties), title: 'WebhookSubscription' };
const createdSchema = {
  ...closedSchema('The new subscription; the address and the secret are shown only now.', {
    ...properties,
    address: textSchema('Register this address at the service. Keep it secret.'),
    secret: textSchema('Register this signing secret at the service; absent when you gave one.'),
  }),
  title: 'CreatedWebhookSubscription',
};

const deliveryProperties: JsonObject = {
  id: textSchema('Id of the delivery.'),
  at: timeSchema('When it was received.'),
  agent: textSchema('Id of the service.'),
  webhook: textSchema('Name of the webhook; absent when the message matches none.'),
  sender_id: textSchema('Id that the sender gave the message.'),
  verified: textSchema('How the sender was verified.', { enum: ['signature', 'address'] }),
  valid: { type: 'boolean', description: 'Whether the payload matches the declared schema.' },
  problems: listSchema('Why it does not.', textSchema('A problem.'), { maxItems: deliveryLimits.problems }),
  warnings: listSchema('Texts in the payload that look like instructions to a model.', textSchema('A warning.'), {
    maxItems: deliveryLimits.problems,
  }),
  payload: {
    type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
    additionalProperties: true,
    items: {},
    description: 'The message, third-party content.',
  },
};

/** Members of a delivery, for field selection. */
export const deliveryMembers: readonly string[] = Object.keys(deliveryProperties);

const stored: JsonObject = {
  id,
  agent: 'harbour-desk',
  webhooks: ['berth.freed'],
  verification: 'standard-webhooks',
  created_at: '2026-01-01T12:00:00.000Z',
};

/** What a dry run of a subscription reports. */
export function subscriptionDryRun(agent: string): DryRunResult {
  const changes = [`Creates an address that receives webhooks of ${agent}.`];
  return { would_change: true, reversible: true, outcome: 'created', changes, undo: 'webhook_subscriptions_delete' };
}

const subscriptionParameter = idParameter('Id of the subscription.', { example: id });

/** Description of `GET /webhook-subscriptions`. */
export const describeList: Route['describe'] = {
  operationId: 'webhook_subscriptions_list',
  tag: 'invocation',
  summary: 'List your webhook subscriptions.',
  description:
    'Lists what you have subscribed to, oldest first; nobody else sees it. Use this to find the id of a subscription. Do not use it for received messages: use webhook_deliveries_list instead. No side effects.',
  parameters: [...pageParameters, fieldsParameter('each item', 'id,agent')],
  responses: {
    '200': {
      description: 'A page of subscriptions.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: pageSchema({ member: 'items', items: subscriptionSchema, count: 'Number of your subscriptions.' }),
          examples: { one: { summary: 'One subscription.', value: { items: [stored], count: 1, top: 20 } } },
        },
      },
    },
  },
  failures: [400, 406],
  agent: { read_only: true, order: 'created_at asc, id asc' },
};

/** Description of `POST /webhook-subscriptions`. */
export const describeCreate: Route['describe'] = {
  operationId: 'webhook_subscriptions_create',
  tag: 'invocation',
  summary: 'Subscribe to webhooks of a service.',
  description:
    'Creates a secret address that receives, verifies and stores messages of a service for you. Register it and the secret at the service, in its settings or with the operation in registered_by. ' +
    'Do not use it for background calls: use the webhook of a call instead. Side effects: stores the subscription.',
  parameters: [...dryRunParameters],
  requestBody: {
    description: 'What to receive, and how the sender is verified.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          title: 'WebhookSubscriptionRequest',
          description: 'A subscription.',
          required: ['agent'],
          properties: {
            ...given,
            secret: textSchema('Signing secret of the service; created when absent.', {
              minLength: 1,
              maxLength: requestLimits.secret,
            }),
          },
          additionalProperties: false,
        },
        examples: {
          standard: {
            summary: 'Signed with Standard Webhooks',
            value: { agent: 'harbour-desk', webhooks: ['berth.freed'] },
          },
          github: { summary: 'Signed like GitHub', value: { agent: 'harbour-desk', verification: 'github' } },
        },
      },
    },
  },
  responses: {
    '200': dryRunResponse('A subscription that would be created.', subscriptionDryRun('harbour-desk')),
    '201': {
      description: 'The subscription, with its address and its secret.',
      content: {
        'application/json': {
          schema: createdSchema,
          examples: {
            created: {
              summary: 'A new subscription.',
              value: {
                ...stored,
                address: `https://dragoman.example/webhook-receivers/${id}/kZ3x9`,
                secret: 'whsec_c2VjcmV0',
              },
            },
          },
        },
      },
    },
  },
  failures: [400, 404, 406, 409, 413, 415],
  agent: {
    read_only: false,
    side_effects: ['stores a subscription that only you see'],
    dry_run: dryRunMetadata,
    undo: 'webhook_subscriptions_delete',
    next: ['webhook_deliveries_list'],
  },
};

/** Description of `GET /webhook-subscriptions/{id}`. */
export const describeRead: Route['describe'] = {
  operationId: 'webhook_subscriptions_read',
  tag: 'invocation',
  summary: 'Read one of your webhook subscriptions.',
  description:
    'Shows what it receives and how senders are verified, without its secrets. Use this to check a subscription. Do not use it for received messages: use webhook_deliveries_list instead. No side effects.',
  parameters: [subscriptionParameter, fieldsParameter('the answer', 'id,agent')],
  responses: {
    '200': {
      description: 'The subscription.',
      content: {
        'application/json': {
          schema: subscriptionSchema,
          examples: { one: { summary: 'A subscription.', value: stored } },
        },
      },
    },
  },
  failures: [404],
  agent: { read_only: true, next: ['webhook_deliveries_list'] },
};

/** Description of `DELETE /webhook-subscriptions/{id}`. */
export const describeRemove: Route['describe'] = {
  operationId: 'webhook_subscriptions_delete',
  tag: 'invocation',
  summary: 'Remove one of your webhook subscriptions.',
  description:
    'Removes the subscription, its address and its deliveries; messages of the service are rejected from now on. Use this when you no longer need them. Do not use it to change the secret of the service: create a new subscription first. Side effects: deletes stored messages; it is audited.',
  parameters: [subscriptionParameter, ...dryRunParameters],
  responses: {
    '200': dryRunAnswer(dryRunResultSchema, {
      deleted: {
        summary: 'The subscription would be deleted.',
        value: {
          dry_run: true,
          would_change: true,
          reversible: false,
          outcome: 'deleted',
          changes: [`Removes the subscription ${id}, its address and its deliveries.`],
        },
      },
    }),
    '204': { description: 'Removed.' },
  },
  failures: [404],
  agent: {
    read_only: false,
    side_effects: ['deletes the subscription and its deliveries'],
    idempotent: true,
    dry_run: dryRunMetadata,
    risk: { irreversible: true, requires_confirmation: false },
  },
};

/** Description of `GET /webhook-subscriptions/{id}/deliveries`. */
export const describeDeliveries: Route['describe'] = {
  operationId: 'webhook_deliveries_list',
  tag: 'invocation',
  summary: 'List the messages that a webhook subscription has received.',
  description:
    `Lists messages newest first; the last ${deliveryLimits.kept} of each subscription are kept for ${deliveryLimits.days} days. The event webhook.received of events_follow says when one arrives. ` +
    'Use this to read what a service sent. Do not use it for results of your own calls: use operations_result_read instead. No side effects.',
  parameters: [subscriptionParameter, ...pageParameters, fieldsParameter('each item', 'id,at,webhook,valid')],
  responses: {
    '200': {
      description: 'A page of messages; third-party content.',
      headers: nextLinkHeader,
      content: {
        'application/json': {
          schema: pageSchema({
            member: 'items',
            items: { ...closedSchema('A received message.', deliveryProperties), title: 'WebhookDelivery' },
          }),
          examples: {
            one: {
              summary: 'One message.',
              value: {
                items: [
                  {
                    id: 'Zk3q0xB7nT2mP9sYw1uRvA',
                    at: '2026-01-01T12:05:00.000Z',
                    agent: 'harbour-desk',
                    webhook: 'berth.freed',
                    verified: 'signature',
                    valid: true,
                    payload: { type: 'berth.freed', berth: 'B7' },
                  },
                ],
                top: 20,
              },
            },
          },
        },
      },
    },
  },
  failures: [400, 404, 406],
  agent: {
    read_only: true,
    order: 'at desc',
    untrusted: ['/items/*/payload', '/items/*/problems', '/items/*/sender_id'],
  },
};
