import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readWebhook } from './read-webhook.js';
import { rejection } from './registry.support.js';

const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString('base64')}`;
const body = JSON.stringify({ type: 'operation.succeeded', data: { id: 'op-1', state: 'succeeded' } });
const seconds = 1_800_000_000;
const now = seconds * 1_000;

function delivered(change: Record<string, string> = {}, sent = body) {
  const signature = createHmac('sha256', key).update(`m-1.${seconds}.${body}`).digest('base64');
  const headers = new Headers({
    'webhook-id': 'm-1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
    ...change,
  });
  return { headers, body: sent };
}

describe('a webhook message', () => {
  it('is accepted when it is signed and fresh, also among signatures of other versions and keys', async () => {
    const read = await readWebhook(delivered(), { secret, now: now + 299_000 });
    expect(read).toMatchObject({ id: 'm-1', type: 'operation.succeeded', operation: 'op-1', state: 'succeeded' });
    const several = `v2,x v1,${Buffer.alloc(32).toString('base64')} ${delivered().headers.get('webhook-signature')}`;
    expect(await readWebhook(delivered({ 'webhook-signature': several }), { secret, now })).toMatchObject({
      id: 'm-1',
    });
  });

  it.each([
    ['another body', delivered({}, `${body} `), {}],
    ['another id', delivered({ 'webhook-id': 'm-2' }), {}],
    ['another time', delivered({ 'webhook-timestamp': String(seconds + 1) }), {}],
    ['no signature', delivered({ 'webhook-signature': '' }), {}],
    ['an invalid signature', delivered({ 'webhook-signature': 'v1,%%%' }), {}],
    ['an invalid time', delivered({ 'webhook-timestamp': '1e9' }), {}],
    ['an old message', delivered(), { now: now + 301_000 }],
    ['a message from the future', delivered(), { now: now - 301_000 }],
    ['another secret', delivered(), { secret: `whsec_${Buffer.alloc(32).toString('base64')}` }],
  ])('is rejected: %s', async (_, delivery, check) => {
    const error = await rejection(readWebhook(delivery, { secret, now, ...check }));
    expect(error).toMatchObject({ code: 'UNVERIFIED_WEBHOOK' });
  });

  it('needs a valid secret', async () => {
    for (const odd of ['', 'whsec_', 'whsec_%%']) {
      expect(await rejection(readWebhook(delivered(), { secret: odd, now }))).toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    }
  });
});
