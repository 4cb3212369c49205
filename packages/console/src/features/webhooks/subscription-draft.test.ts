import { expect, it } from 'vitest';
import { isComplete, newSubscription, toRequest, toWords } from './subscription-draft.js';

it('a draft asks for every webhook with Standard Webhooks, unless something else was entered', () => {
  const draft = newSubscription('harbor');
  expect(isComplete(draft)).toBe(true);
  expect(toRequest(draft)).toEqual({ agent: 'harbor', verification: 'standard-webhooks' });
  expect(toWords(draft).join(' ')).toBe('webhooks subscribe harbor');
});

it('the secret of the service is sent but never in the command, and not where nothing is signed', () => {
  const draft = {
    ...newSubscription('shop'),
    verification: 'shopify' as const,
    webhooks: ['orders'],
    secret: ' otter\n',
  };
  expect(toRequest(draft)).toEqual({ agent: 'shop', webhooks: ['orders'], verification: 'shopify', secret: 'otter' });
  expect(toWords(draft).join(' ')).toBe('webhooks subscribe shop orders --verify shopify --secret-file secret.txt');
  expect(toRequest({ ...draft, verification: 'address' })).not.toHaveProperty('secret');
});

it('another signature needs its header, and becomes options of the command', () => {
  const start = { ...newSubscription('crm'), verification: 'hmac-sha256' as const };
  expect(isComplete(start)).toBe(false);
  const signature = { ...start.signature, header: 'X-Sign', content: '{timestamp}.{body}', timestamp_header: 'X-Time' };
  const draft = { ...start, signature };
  expect(isComplete(draft)).toBe(true);
  expect(toRequest(draft).signature).toEqual({
    header: 'X-Sign',
    content: '{timestamp}.{body}',
    timestamp_header: 'X-Time',
  });
  expect(toWords(draft).join(' ')).toBe(
    'webhooks subscribe crm --verify hmac-sha256 --header X-Sign --content {timestamp}.{body} --timestamp-header X-Time',
  );
});
