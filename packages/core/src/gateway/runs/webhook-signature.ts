/**
 * Signs webhook messages with the Standard Webhooks scheme: HMAC-SHA-256 over id, timestamp and body, so that nothing
 * can be forged, changed, or replayed later; and verifies them, for receivers.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers of a message, by lower-case name. */
export interface WebhookHeaders {
  'webhook-id': string;
  /** Seconds since the epoch. */
  'webhook-timestamp': string;
  'webhook-signature': string;
}

const prefix = 'whsec_';

/** Maximum difference in seconds between a timestamp and the receiver's clock. */
const usualTolerance = 300;

/** The secret that signs one caller's webhooks; the same as long as the server's own secret. */
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

/** Input of the verification. */
export interface ReceivedWebhook {
  headers: WebhookHeaders;
  body: string;
  /** The receiver's own clock, in seconds. */
  now: number;
  /** Tolerance for the timestamp in seconds; 300 by default. */
  tolerance?: number;
}

/** True when the body was signed with this secret recently; receivers should drop ids that they have already seen. */
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
