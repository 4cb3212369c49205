/**
 * How senders of webhooks sign: an HMAC-SHA-256 in a header, over a text made of body, timestamp and id. The schemes of
 * Standard Webhooks and of well-known services are rows of one table; others can be described in the same members.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** How one sender signs. Header names are lower case. */
export interface SignatureScheme {
  header: string;
  /** What precedes the signature in the header. */
  prefix?: string;
  encoding: 'hex' | 'base64';
  /** The signed text, with `{body}`, `{timestamp}` and `{id}`. */
  content: string;
  timestampHeader?: string;
  idHeader?: string;
  /** Header with the type of the message. */
  typeHeader?: string;
  /** The header has pairs such as `t=…,v1=…`: the names of the timestamp and of the signature. */
  pairs?: { timestamp: string; signature: string };
}

/** Schemes by name; `address` verifies only the secret address. */
export const knownSchemes = Object.freeze({
  'standard-webhooks': {
    header: 'webhook-signature',
    prefix: 'v1,',
    encoding: 'base64',
    content: '{id}.{timestamp}.{body}',
    timestampHeader: 'webhook-timestamp',
    idHeader: 'webhook-id',
  },
  github: {
    header: 'x-hub-signature-256',
    prefix: 'sha256=',
    encoding: 'hex',
    content: '{body}',
    idHeader: 'x-github-delivery',
    typeHeader: 'x-github-event',
  },
  stripe: {
    header: 'stripe-signature',
    encoding: 'hex',
    content: '{timestamp}.{body}',
    pairs: { timestamp: 't', signature: 'v1' },
  },
  shopify: {
    header: 'x-shopify-hmac-sha256',
    encoding: 'base64',
    content: '{body}',
    idHeader: 'x-shopify-webhook-id',
    typeHeader: 'x-shopify-topic',
  },
} satisfies Record<string, SignatureScheme>);

/** Name of a known scheme. */
export type KnownScheme = keyof typeof knownSchemes;

/** A message as it arrived. */
export interface ArrivedMessage {
  header: (name: string) => string | null;
  body: Uint8Array;
  /** Seconds since the epoch. */
  now: number;
}

/** Maximum difference in seconds between a timestamp and this server's clock. */
export const toleranceSeconds = 300;

/** Maximum length of a header that is read, and number of signatures that are compared. */
const limits = { header: 4096, signatures: 8 };

const secretPrefix = 'whsec_';

/** True when the sender knows the secret and the message is recent; takes the same time for every wrong signature. */
export function verifySignature(scheme: SignatureScheme, secret: string, message: ArrivedMessage): boolean {
  const signed = readHeader(message, scheme.header);
  if (signed === undefined) return false;
  const pairs = scheme.pairs === undefined ? undefined : readPairs(signed);
  const [timestamp] = pairs?.get(scheme.pairs?.timestamp ?? '') ?? [readHeader(message, scheme.timestampHeader)];
  const id = readHeader(message, scheme.idHeader);
  if (scheme.content.includes('{timestamp}') && !isRecent(timestamp, message.now)) return false;
  if (scheme.content.includes('{id}') && id === undefined) return false;
  const right = digest(scheme, secret, { id: id ?? '', timestamp: timestamp ?? '', body: message.body });
  const given = pairs?.get(scheme.pairs?.signature ?? '') ?? (scheme.pairs === undefined ? signed.split(' ') : []);
  const matches = given
    .slice(0, limits.signatures)
    .map((each) => isEqual(`${scheme.prefix ?? ''}${right}`, each.trim()));
  return matches.includes(true);
}

/** The id that the sender gave the message, when its scheme has one. */
export function deliveryIdOf({ idHeader }: SignatureScheme, message: ArrivedMessage): string | undefined {
  return readHeader(message, idHeader)?.slice(0, 200);
}

/** A header that is present, not empty and not too long. */
function readHeader({ header }: ArrivedMessage, name: string | undefined): string | undefined {
  const value = name === undefined ? null : header(name);
  return value === null || value === '' || value.length > limits.header ? undefined : value;
}

function readPairs(text: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const part of text.split(',').slice(0, 2 * limits.signatures)) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(0, at)).trim();
    pairs.set(name, [...(pairs.get(name) ?? []), part.slice(at + 1)]);
  }
  return pairs;
}

function isRecent(timestamp: string | undefined, now: number): boolean {
  const seconds = timestamp === undefined ? undefined : secondsOf(timestamp);
  return seconds !== undefined && Math.abs(now - seconds) <= toleranceSeconds;
}

/** Seconds or milliseconds since the epoch, or a date and time of RFC 3339. */
function secondsOf(timestamp: string): number | undefined {
  if (/^\d{1,11}$/.test(timestamp)) return Number(timestamp);
  if (/^\d{12,14}$/.test(timestamp)) return Number(timestamp) / 1000;
  const isDate = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i.test(timestamp);
  return isDate && !Number.isNaN(Date.parse(timestamp)) ? Date.parse(timestamp) / 1000 : undefined;
}

function digest(
  { content, encoding }: SignatureScheme,
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: Uint8Array },
): string {
  const key = secret.startsWith(secretPrefix) ? Buffer.from(secret.slice(secretPrefix.length), 'base64') : secret;
  const hmac = createHmac('sha256', key);
  for (const part of content.split(/(\{body\}|\{timestamp\}|\{id\})/)) {
    if (part === '{body}') hmac.update(body);
    else hmac.update(part === '{timestamp}' ? timestamp : part === '{id}' ? id : part);
  }
  return hmac.digest(encoding);
}

function isEqual(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
