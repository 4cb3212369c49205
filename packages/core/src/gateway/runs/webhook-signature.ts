/**
 * Signs what is told to webhooks, after the Standard Webhooks scheme: HMAC-SHA-256 over id, timestamp and body, so
 * that nothing can be forged, changed, or sent again later; and checks it, for whoever receives it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a receiver gets beside the body, by lower-case name. */
export interface WebhookHeaders {
  'webhook-id': string;
  /** Seconds since the epoch. */
  'webhook-timestamp': string;
  'webhook-signature': string;
}

const prefix = 'whsec_';

/** Seconds by which a timestamp may differ from the receiver's clock. */
const usualTolerance = 300;

/** The secret that one caller's webhooks are signed with; the same as long as the server's own secret is. */
export function webhookSecret(serverSecret: string, subject: string): string {
  const key = createHmac('sha256', serverSecret)
    .update(JSON.stringify(['webhook', subject]))
    .digest('base64');
  return `${prefix}${key}`;
}

/** The headers for a body that is sent now. */
export function signWebhook(secret: string, { id, seconds, body }: { id: string; seconds: number; body: string }) {
  const headers: WebhookHeaders = {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${digest(secret, `${id}.${seconds}.${body}`)}`,
  };
  return headers;
}

/** What a receiver checks. */
export interface ReceivedWebhook {
  headers: WebhookHeaders;
  body: string;
  /** The receiver's own clock, in seconds. */
  now: number;
  /** Seconds by which the timestamp may be off; 300 by default. */
  tolerance?: number;
}

/** True when the body was signed with this secret and not too long ago; drop what has an id seen before. */
export function verifyWebhook(secret: string, { headers, body, now, tolerance = usualTolerance }: ReceivedWebhook) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time)) > tolerance) return false;
  const right = Buffer.from(`v1,${digest(secret, `${id}.${time}.${body}`)}`);
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

function digest(secret: string, content: string): string {
  const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
