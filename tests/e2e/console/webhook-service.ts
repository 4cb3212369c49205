/** A service that sends webhooks, and its messages, signed as Standard Webhooks. */
import { createHmac, randomUUID } from 'node:crypto';

const responses = { '200': { description: 'OK' } };
const message = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } }, responses });

/** A long name with a direction mark and markup, as third parties may choose one. */
const hostileName = `<b>x</b>\u202e${'long'.repeat(20)}`;

/** Its description: a webhook, one with a hostile name, and a callback. */
export const harbor = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Harbor', version: '1' },
  servers: [{ url: 'https://harbor.example' }],
  paths: {
    '/orders': {
      post: {
        operationId: 'orders_create',
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { notify: { type: 'string' } } } } },
        },
        callbacks: { done: { '{$request.body#/notify}': { post: message({ type: 'object' }) } } },
        responses,
      },
    },
  },
  webhooks: {
    'berth.freed': {
      post: { summary: 'A berth is free.', ...message({ type: 'object', required: ['berth'] }) },
    },
    [hostileName]: { post: { summary: '<img src=x onerror=alert(1)>', ...message({ type: 'object' }) } },
  },
});

/** What was registered at the service. */
export interface Registered {
  address: string;
  secret: string;
}

/** Sends a message as a service would, with a signature of Standard Webhooks unless another one is given. */
export async function sendMessage(
  { address, secret }: Registered,
  payload: unknown,
  signature?: string,
): Promise<number> {
  const [id, time, body] = [`msg_${randomUUID()}`, String(Math.floor(Date.now() / 1000)), JSON.stringify(payload)];
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': signature ?? `v1,${right}`,
  };
  return (await fetch(address, { method: 'POST', headers, body })).status;
}
