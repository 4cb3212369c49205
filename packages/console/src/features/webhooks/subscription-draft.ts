/** What a person enters about a webhook subscription, as the request and as the command that creates it. */
import type { WebhookSignature, WebhookSubscriptionRequest } from '@dragoman/sdk';

/** How the sender is verified. */
export type Verification = NonNullable<WebhookSubscriptionRequest['verification']>;

/** What was entered; the members of the signature are for `hmac-sha256` only. */
export interface SubscriptionDraft {
  service: string;
  /** Names of webhooks; all of the service when empty. */
  webhooks: readonly string[];
  verification: Verification;
  /** A secret that the service chose; one is created when it is empty. */
  secret: string;
  signature: Readonly<Record<keyof WebhookSignature, string>>;
}

/** The ways to verify, with their names and what is compared. */
export const verifications: readonly { value: Verification; label: string; help: string }[] = [
  {
    value: 'standard-webhooks',
    label: 'Standard Webhooks',
    help: 'Header webhook-signature, over id, timestamp and body.',
  },
  { value: 'github', label: 'GitHub', help: 'Header X-Hub-Signature-256, over the body.' },
  { value: 'stripe', label: 'Stripe', help: 'Header Stripe-Signature, over timestamp and body.' },
  { value: 'shopify', label: 'Shopify', help: 'Header X-Shopify-Hmac-SHA256, over the body.' },
  { value: 'hmac-sha256', label: 'Another HMAC-SHA-256 signature', help: 'You set the header that contains it.' },
  {
    value: 'address',
    label: 'None: the service does not sign',
    help: 'Only the secret address protects the subscription. Everyone who knows it can send messages.',
  },
];

/** The name of a verification; an unknown one is shown as it is. */
export function verificationName(value: string | undefined): string {
  return verifications.find((each) => each.value === value)?.label ?? value ?? '';
}

/** A draft for a service, for all its webhooks. */
export function newSubscription(service: string): SubscriptionDraft {
  return {
    service,
    webhooks: [],
    verification: 'standard-webhooks',
    secret: '',
    signature: {
      header: '',
      prefix: '',
      encoding: '',
      content: '',
      timestamp_header: '',
      id_header: '',
      type_header: '',
    },
  };
}

/** True when nothing is missing. */
export function isComplete({ service, verification, signature }: SubscriptionDraft): boolean {
  return service !== '' && (verification !== 'hmac-sha256' || signature.header.trim() !== '');
}

/** The request. */
export function toRequest(draft: SubscriptionDraft): WebhookSubscriptionRequest {
  const { service: agent, webhooks, verification } = draft;
  const secret = verification === 'address' ? '' : draft.secret.trim();
  const signature = Object.fromEntries(signatureOf(draft)) as unknown as WebhookSignature;
  return {
    agent,
    ...(webhooks.length === 0 ? {} : { webhooks: [...webhooks] }),
    verification,
    ...(verification === 'hmac-sha256' ? { signature } : {}),
    ...(secret === '' ? {} : { secret }),
  };
}

/** The words of the command that does the same; it reads a secret of the service from a file. */
export function toWords(draft: SubscriptionDraft): string[] {
  const { service, webhooks, verification, secret } = draft;
  return [
    ...['webhooks', 'subscribe', service, ...webhooks],
    ...(verification === 'standard-webhooks' ? [] : ['--verify', verification]),
    ...signatureOf(draft).flatMap(([name, value]) => [`--${name.replace('_', '-')}`, value]),
    ...(secret.trim() === '' || verification === 'address' ? [] : ['--secret-file', 'secret.txt']),
  ];
}

function signatureOf({ verification, signature }: SubscriptionDraft): [string, string][] {
  if (verification !== 'hmac-sha256') return [];
  return Object.entries(signature).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]]));
}
