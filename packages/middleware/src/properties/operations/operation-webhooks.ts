/**
 * Tells callers of the end of their operations where they asked for it (PROF-LRO-07 to -10): signed with a secret of their
 * own, with a time that the signature covers, and under the same id however often it is sent.
 */
import {
  createAddressPolicy,
  parseAddress,
  requireCallable,
  type TellEndPorts,
  type WebhookDelivery,
  webhookSecret,
} from '@dragoman/core/http';
import { Failure, isFailure } from '@dragoman/model';
import { type OperationBody, operationBody } from './operation-answer.js';
import type { OperationRecord } from './operation-record.js';
import { createGuardedPost } from './post-guarded.js';

/** How ends are told. */
export interface WebhookOptions {
  /** From which the secret of each caller is worked out; the same in every process, and at least 32 characters long. */
  secret: string;
  /** Hosts, addresses and ranges that may be called although they are not public, such as `hooks.internal:8443`. */
  allow?: readonly string[];
  /** Sends a message and gives the status of the answer; from this machine, and to public addresses only, unless given. */
  deliver?(message: WebhookDelivery): Promise<number>;
}

/** The header in which a caller says where the end is to be told. */
const webhookHeader = 'X-Webhook-URL';

/** What is known of webhooks. */
export interface Webhooks {
  /** The address that a request, or its handler, names; undefined when there is none. Throws `INVALID_INPUT`. */
  read(request: Request, owner: string, given: string | undefined): string | undefined;
  /** The secret that a caller checks signatures with. */
  secretOf(owner: string): string;
  /** What sends the messages. */
  ports: Pick<TellEndPorts<OperationRecord>, 'secretOf' | 'write' | 'deliver'>;
}

/** Makes them; throws for a secret that can be guessed and for an entry of `allow` that means nothing. */
export function createWebhooks({ secret, allow = [], deliver }: WebhookOptions, path: string): Webhooks {
  if (secret.length < 32) throw new Error('The secret of webhooks needs at least 32 characters');
  const guard = { policy: createAddressPolicy(allow), allowHttp: allow.length > 0 };
  const post = deliver ?? createGuardedPost(guard);
  const secretOf = (owner: string) => webhookSecret(secret, requireOwner(owner));
  return {
    read(request, owner, given) {
      const address = given ?? request.headers.get(webhookHeader);
      if (address === null) return undefined;
      requireOwner(owner);
      try {
        const url = parseAddress(address);
        requireCallable(guard, url);
        return url.href;
      } catch (thrown) {
        throw isFailure(thrown) ? refusedPlace(given === undefined ? webhookHeader : 'webhook', thrown) : thrown;
      }
    },
    secretOf,
    ports: {
      secretOf: ({ owner }) => secretOf(owner),
      write: (record) => ({ body: messageOf(operationBody(record, path, 0)), headers: {} }),
      deliver: (message) => post(message),
    },
  };
}

/** Callers who cannot be told apart would share a secret, and could forge what the others are told. */
function requireOwner(owner: string): string {
  if (owner !== '') return owner;
  throw new Failure('UNAUTHENTICATED', { message: 'Webhooks need a caller; nothing was started.' });
}

function refusedPlace(field: string, { message }: Failure): Failure {
  return new Failure('INVALID_INPUT', {
    message: 'The end cannot be told to this address; nothing was started.',
    fieldErrors: [{ field, code: 'request/webhook', detail: message }],
  });
}

/** The state and where to read more; never the result, which is for the caller alone. */
function messageOf({ operation_id, state, ended_at, links }: OperationBody) {
  return {
    type: `operation.${state}`,
    timestamp: ended_at ?? null,
    data: { id: operation_id, state, links: { ...links } },
  };
}
