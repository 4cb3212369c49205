/**
 * Receives the message of a service for one subscription: limits its rate, verifies the sender, finds the webhook and
 * validates the payload, and stores it once. A payload that does not match its schema is stored with the problems.
 */
import { createHash } from 'node:crypto';
import type { SavedRecord, SavedStore, StoredEntry, ValueValidator } from '@dragoman/core/engine';
import type { Clock, RateLimiter } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { SchemaProblem } from '@dragoman/documents';
import { inspectText, parseJson } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue, Webhook, WebhookEvent } from '@dragoman/model';
import { Failure, isFailure, isJsonObject, toFailure } from '@dragoman/model';
import type { ArrivedMessage, SignatureScheme } from './signature-scheme.js';
import { deliveryIdOf, knownSchemes, verifySignature } from './signature-scheme.js';
import type { OpenSubscription, Subscriptions, Verification } from './subscriptions.js';

/** Limits of messages; the oldest deliveries beyond these numbers are removed. */
export const deliveryLimits = Object.freeze({
  /** Bytes of one message. */
  bytes: 262_144,
  /** Messages per minute, of one subscription and of one sender. */
  perMinute: 600,
  /** Stored deliveries of one subscription, and days for which they are kept. */
  kept: 200,
  days: 7,
  /** Problems and warnings that are stored with a delivery. */
  problems: 20,
});

/** Webhooks that a message is compared with when its type does not say which one it is. */
const maxCandidates = 20;

const jsonLimits = { depth: 64, values: 50_000 };
const dayMs = 86_400_000;

/** Dependencies. */
export interface ReceiverPorts {
  subscriptions: Pick<Subscriptions, 'open'>;
  saved: Pick<SavedStore, 'add'>;
  entries: { readMany(ids: readonly string[]): Promise<StoredEntry[]> };
  limiter: RateLimiter;
  /** Compiles the schema of a payload. */
  validator: (schema: JsonSchema) => ValueValidator;
  clock: Clock;
  /** Called with every new delivery. */
  onReceived: (event: WebhookEvent, subject: string) => void;
}

/** A message with the address that it was sent to. */
export interface SentMessage extends ArrivedMessage {
  id: string;
  token: string;
  /** Whose messages are counted together. */
  account: string;
  mediaType: string;
}

/** A received message; `repeated` when it was stored before. */
export interface Received {
  event: WebhookEvent;
  repeated: boolean;
}

/** Under which subject the deliveries of a subscription are saved; no caller has such a subject. */
export function deliveryHolder(subscription: string): string {
  return `\u0000webhook ${subscription}`;
}

/** Receives one message; throws a failure without details for a sender that is not verified. */
export async function receiveMessage(ports: ReceiverPorts, message: SentMessage): Promise<Received> {
  await takeRate(ports, `webhook-sender:${message.account}`);
  const subscription = await ports.subscriptions.open(message.id, message.token);
  if (subscription === undefined) throw new Failure('NOT_FOUND', { message: 'There is no such address.' });
  await takeRate(ports, `webhook:${subscription.id}`);
  const scheme = schemeOf(subscription.verification);
  if (scheme !== undefined && !verifySignature(scheme, subscription.secret ?? '', message)) {
    throw new Failure('UNAUTHENTICATED', {
      message: 'The signature is missing, wrong or too old.',
      help: 'Sign the message with the secret of the subscription, and check the clock of the sender.',
    });
  }
  const payload = readPayload(message);
  const matched = await matchWebhook(ports, subscription, { payload, type: typeOf(scheme, message, payload) });
  return storeDelivery(ports, subscription, { message, scheme, payload, ...matched });
}

async function takeRate({ limiter }: ReceiverPorts, name: string): Promise<void> {
  const limit = { limit: deliveryLimits.perMinute, windowSeconds: 60 };
  const { allowed, retryAfterSeconds } = await limiter.take(name, limit);
  if (!allowed) throw new Failure('RATE_LIMITED', { retryAfter: retryAfterSeconds });
}

function schemeOf(verification: Verification): SignatureScheme | undefined {
  if (typeof verification !== 'string') return verification;
  return verification === 'address' ? undefined : knownSchemes[verification];
}

/** JSON as a value, a form as its members, anything else as text. */
function readPayload({ body, mediaType }: SentMessage): JsonValue {
  const text = new TextDecoder().decode(body);
  if (/form-urlencoded/i.test(mediaType)) return Object.fromEntries(new URLSearchParams(text));
  try {
    return parseJson(body, jsonLimits);
  } catch (error) {
    if (isFailure(error)) return text;
    throw error;
  }
}

/** The type that the sender gives the message: in a header, or as the member that most senders use. */
function typeOf(scheme: SignatureScheme | undefined, message: SentMessage, payload: JsonValue): string | undefined {
  const header = scheme?.typeHeader === undefined ? null : message.header(scheme.typeHeader);
  const member = isJsonObject(payload) ? (payload.type ?? payload.event ?? payload.event_type) : undefined;
  return header ?? (typeof member === 'string' ? member : undefined);
}

interface Matched {
  webhook?: string;
  problems: string[];
}

/** The webhook of a message: the first one of its type, or of the subscription, whose schema it matches. */
async function matchWebhook(
  ports: ReceiverPorts,
  { agentId, webhooks: names, subject }: OpenSubscription,
  { payload, type }: { payload: JsonValue; type: string | undefined },
): Promise<Matched> {
  const [stored] = await ports.entries.readMany([agentId]);
  const declared = stored?.entry.webhooks ?? [];
  const wanted = declared.filter(({ name }) => names === undefined || names.includes(name));
  const candidates = candidatesOf(wanted, type);
  if (candidates.length === 0) return { problems: ['The service no longer declares this webhook.'] };
  let first: string[] | undefined;
  for (const { name, payload: schema } of candidates) {
    const problems = await findProblems(ports, { schema, payload, subject });
    if (problems.length === 0) return { webhook: name, problems };
    first ??= problems;
  }
  const [only] = candidates;
  return candidates.length === 1 && only !== undefined
    ? { webhook: only.name, problems: first ?? [] }
    : { problems: [`The message matches none of ${candidates.length} webhooks.`] };
}

function candidatesOf(wanted: readonly Webhook[], type: string | undefined): Webhook[] {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const said = type === undefined ? '' : plain(type.slice(0, 200));
  const ofType = said === '' ? [] : wanted.filter(({ name }) => plain(name).startsWith(said));
  return (ofType.length > 0 ? ofType : wanted).slice(0, maxCandidates);
}

async function findProblems(
  { validator }: ReceiverPorts,
  { schema, payload, subject }: { schema: JsonSchema; payload: JsonValue; subject: string },
): Promise<string[]> {
  if (schema === true) return [];
  let found: SchemaProblem[];
  try {
    found = await validator(schema).validate(payload, () => ({ caller: subject }));
  } catch (thrown) {
    return [`The message could not be validated: ${toFailure(thrown).message}`];
  }
  return found
    .slice(0, deliveryLimits.problems)
    .map(({ pointer, message }) => `${pointer === '' ? 'The message' : pointer} ${message}`);
}

interface Storing extends Matched {
  message: SentMessage;
  scheme: SignatureScheme | undefined;
  payload: JsonValue;
}

async function storeDelivery(
  { saved, clock, onReceived }: ReceiverPorts,
  { id: subscription, agentId, subject }: OpenSubscription,
  { message, scheme, payload, webhook, problems }: Storing,
): Promise<Received> {
  const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest('base64url');
  const own = scheme === undefined ? undefined : deliveryIdOf(scheme, message);
  // Without an id of the sender, the same body is the same message: a replay looks like a repetition.
  const id = hash(JSON.stringify([subscription, own ?? hash(message.body)])).slice(0, 22);
  const verified = scheme === undefined ? 'address' : 'signature';
  const at = timestamp(clock);
  const named = webhook === undefined ? {} : { webhook };
  const event: WebhookEvent = {
    type: 'webhook.received',
    at,
    subscription,
    delivery: id,
    service: agentId,
    ...named,
    verified,
    valid: problems.length === 0,
  };
  const warnings = inspectText(payload).slice(0, deliveryLimits.problems);
  const content: JsonObject = {
    ...named,
    ...(own === undefined ? {} : { sender_id: own }),
    verified,
    valid: event.valid,
    ...(problems.length === 0 ? {} : { problems }),
    ...(warnings.length === 0 ? {} : { warnings: warnings.map((warning) => warning.message) }),
    payload,
  };
  const record: SavedRecord = {
    id,
    subject: deliveryHolder(subscription),
    kind: 'delivery',
    agentId,
    operation: webhook ?? '',
    at,
    expiresAt: new Date(clock.now() + deliveryLimits.days * dayMs).toISOString(),
    content,
  };
  try {
    await saved.add(record, deliveryLimits.kept);
  } catch (error) {
    if (isFailure(error) && error.code === 'CONFLICT') return { event, repeated: true };
    throw error;
  }
  onReceived(event, subject);
  return { event, repeated: false };
}
