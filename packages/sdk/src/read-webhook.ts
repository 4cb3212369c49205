/**
 * Verifies a received webhook message: signed by the gateway with your secret, unmodified and fresh. Uses only
 * WebCrypto, so it runs wherever the client does.
 */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';

/** The received message. */
export interface WebhookDelivery {
  headers: Headers;
  /** The raw body, not parsed and serialized again. */
  body: string;
}

/** Verification options. */
export interface WebhookCheck {
  /** From `operations.webhookSecret()`. */
  secret: string;
  /** Milliseconds since the epoch; defaults to now. */
  now?: number;
  /** Allowed clock difference in seconds; 300 by default. */
  toleranceSeconds?: number;
}

/** A verified message. */
export interface WebhookMessage {
  /** The same for every delivery of one message: discard duplicates. */
  id: string;
  /** `operation.succeeded`, `operation.failed` … */
  type: string;
  /** The asynchronous call of the message. */
  operation: string;
  state: string;
  message: JsonObject;
}

const prefix = 'whsec_';
const longestHeader = 4_096;

/** Reads a message, or throws `UNVERIFIED_WEBHOOK` without details, so that a forger learns nothing. */
export async function readWebhook(delivery: WebhookDelivery, check: WebhookCheck): Promise<WebhookMessage> {
  const { headers, body } = delivery;
  const id = headers.get('webhook-id') ?? '';
  const time = headers.get('webhook-timestamp') ?? '';
  const signatures = headers.get('webhook-signature') ?? '';
  const { now = Date.now(), toleranceSeconds = 300 } = check;
  const inTime = /^\d{1,12}$/.test(time) && Math.abs(now / 1_000 - Number(time)) <= toleranceSeconds;
  if (!inTime || id === '' || signatures.length > longestHeader) throw clientError('UNVERIFIED_WEBHOOK');
  const key = await importKey(check.secret);
  const content = new TextEncoder().encode(`${id}.${time}.${body}`);
  for (const signature of signatures.split(' ')) {
    const given = signature.startsWith('v1,') ? decodeBase64(signature.slice('v1,'.length)) : undefined;
    if (given !== undefined && (await crypto.subtle.verify('HMAC', key, given, content))) return toMessage(id, body);
  }
  throw clientError('UNVERIFIED_WEBHOOK');
}

async function importKey(secret: string) {
  const bytes = decodeBase64(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret);
  if (bytes === undefined || bytes.byteLength === 0) {
    throw clientError('INVALID_ARGUMENT', { message: 'The secret is not a webhook secret of the gateway.' });
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function toMessage(id: string, body: string): WebhookMessage {
  const message: unknown = JSON.parse(body);
  const details = isJsonObject(message) && isJsonObject(message.data) ? message.data : {};
  if (!isJsonObject(message) || typeof message.type !== 'string' || typeof details.id !== 'string') {
    throw clientError('INVALID_RESPONSE', { message: 'The message does not refer to an asynchronous call.' });
  }
  return { id, type: message.type, operation: details.id, state: String(details.state ?? ''), message };
}
