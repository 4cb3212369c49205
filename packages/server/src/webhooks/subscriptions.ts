/**
 * Subscriptions to webhooks of services. A subscription is sealed like a credential, since it has a signing secret; of
 * the secret address only a hash is stored.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CredentialRecord, CredentialStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { KnownScheme, SignatureScheme } from './signature-scheme.js';

/** How the sender is verified: a known scheme, one that is described, or only by the secret address. */
export type Verification = KnownScheme | 'address' | SignatureScheme;

/** What a caller subscribes to. */
export interface SubscriptionRequest {
  /** Id of the service. */
  agentId: string;
  /** Names of webhooks; absent: all of the service. */
  webhooks?: string[];
  verification: Verification;
  /** The secret that the sender signs with; absent: one is created. */
  secret?: string;
}

/** The stored part of a subscription, sealed. */
export interface SubscriptionContent extends SubscriptionRequest {
  /** SHA-256 of the secret part of the address, base64url. */
  tokenHash: string;
}

/** A subscription. */
export interface Subscription extends Omit<SubscriptionContent, 'secret' | 'tokenHash'> {
  id: string;
  /** Subject of the subscriber. */
  subject: string;
  createdAt: string;
}

/** A subscription as its sender's messages need it. */
export interface OpenSubscription extends Subscription {
  secret?: string;
}

/** A new subscription with the secrets that are shown once. */
export interface CreatedSubscription {
  subscription: Subscription;
  /** The secret part of the address. */
  token: string;
  /** The signing secret, when it was created here. */
  secret?: string;
}

/** Who asks, for the audit record. */
export interface SubscriptionCaller {
  subject: string;
  traceId: string;
}

/** Subscriptions of all callers. */
export interface Subscriptions {
  create(request: SubscriptionRequest, by: SubscriptionCaller): Promise<CreatedSubscription>;
  /** Subscriptions of a caller, oldest first. */
  list(subject: string): Promise<Subscription[]>;
  /** Undefined when the caller has no such subscription. */
  find(subject: string, id: string): Promise<Subscription | undefined>;
  /** The subscription with this address; undefined when id or token are wrong. */
  open(id: string, token: string): Promise<OpenSubscription | undefined>;
  remove(id: string, by: SubscriptionCaller): Promise<void>;
}

type UnsealedRecord = Omit<CredentialRecord, 'sealed' | 'sealedWith'>;

/** Dependencies. */
export interface SubscriptionPorts {
  credentials: CredentialStore;
  seal: (content: SubscriptionContent, record: UnsealedRecord) => Pick<CredentialRecord, 'sealed' | 'sealedWith'>;
  /** The sealed text; throws when it cannot be opened. */
  open: (record: CredentialRecord) => string;
  clock: Clock;
  newId: () => string;
}

/** Maximum number of subscriptions of one caller. */
export const maxSubscriptions = 100;

const kind = 'webhook_subscription';

/** Holder of the subscriptions of a caller; no service can have such an id. */
function holderOf(subject: string): string {
  return `\u0000webhooks ${subject}`;
}

/** Creates the subscriptions over the store. */
export function createSubscriptions(ports: SubscriptionPorts): Subscriptions {
  const { credentials, open, clock } = ports;
  const listRecords = (subject: string) => credentials.listFor(holderOf(subject));
  const draft = (action: string, id: string, { subject, traceId }: SubscriptionCaller) =>
    ({
      at: timestamp(clock),
      actor: subject,
      action,
      target: `webhook:${id}`,
      outcome: 'done',
      code: '',
      traceId,
    }) as const;
  const openRecord = (record: CredentialRecord) => JSON.parse(open(record)) as SubscriptionContent;
  return {
    create: (request, by) => create(ports, { request, by, records: listRecords, draft }),
    list: async (subject) => (await listRecords(subject)).map((record) => show(record, openRecord(record))),
    async find(subject, id) {
      const record = await credentials.find(id);
      return record?.agentId === holderOf(subject) ? show(record, openRecord(record)) : undefined;
    },
    async open(id, token) {
      const record = await credentials.find(id);
      if (record?.kind !== kind) return undefined;
      const content = openRecord(record);
      const [stored, given] = [content.tokenHash, hashToken(token)].map((hash) => Buffer.from(hash));
      if (stored === undefined || given === undefined || !timingSafeEqual(stored, given)) return undefined;
      return { ...show(record, content), ...(content.secret === undefined ? {} : { secret: content.secret }) };
    },
    async remove(id, by) {
      await credentials.remove(id, draft('webhook.unsubscribe', id, by));
    },
  };
}

interface Creating {
  request: SubscriptionRequest;
  by: SubscriptionCaller;
  records: (subject: string) => Promise<CredentialRecord[]>;
  draft: (action: string, id: string, by: SubscriptionCaller) => Parameters<CredentialStore['put']>[1];
}

async function create(
  { credentials, seal, clock, newId }: SubscriptionPorts,
  { request, by, records, draft }: Creating,
): Promise<CreatedSubscription> {
  if ((await records(by.subject)).length >= maxSubscriptions) {
    const message = `You have ${maxSubscriptions} webhook subscriptions already; remove one first.`;
    throw new Failure('CONFLICT', { message });
  }
  const token = randomBytes(32).toString('base64url');
  const isCreated = request.secret === undefined && request.verification !== 'address';
  const secret = isCreated ? newSecret(request.verification) : request.secret;
  const at = timestamp(clock);
  const record = {
    id: newId(),
    agentId: holderOf(by.subject),
    subject: by.subject,
    kind,
    name: request.agentId,
    createdAt: at,
    createdBy: by.subject,
    updatedAt: at,
  } as const;
  const content = { ...request, ...(secret === undefined ? {} : { secret }), tokenHash: hashToken(token) };
  await credentials.put({ ...record, ...seal(content, record) }, draft('webhook.subscribe', record.id, by));
  const subscription = show(record, content);
  return { subscription, token, ...(isCreated && secret !== undefined ? { secret } : {}) };
}

/** Standard Webhooks has a form of its own for secrets. */
function newSecret(verification: Verification): string {
  const bytes = randomBytes(32);
  return verification === 'standard-webhooks' ? `whsec_${bytes.toString('base64')}` : bytes.toString('hex');
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function show(
  { id, createdBy, createdAt }: Pick<CredentialRecord, 'id' | 'createdBy' | 'createdAt'>,
  { agentId, webhooks, verification }: SubscriptionContent,
): Subscription {
  return { id, subject: createdBy, createdAt, agentId, ...(webhooks === undefined ? {} : { webhooks }), verification };
}
