/**
 * Notifies callers of the end of their operations (PROF-LRO-07 to -10): signed with their own secret and a timestamp,
 * with the same id for every attempt.
 */
import {
  createAddressPolicy,
  type NotifyEndPorts,
  parseAddress,
  requireCallable,
  type WebhookDelivery,
  webhookSecret,
} from '@dragoman/core/http';
import { Failure, isFailure } from '@dragoman/model';
import { type OperationBody, operationBody } from './operation-answer.js';
import type { OperationRecord } from './operation-record.js';
import { createGuardedPost } from './post-guarded.js';

/** Webhook options. */
export interface WebhookOptions {
  /** Master secret for the secret of each caller; the same in every process, and at least 32 characters long. */
  secret: string;
  /** Hosts, addresses and ranges that may be called although they are not public, such as `hooks.internal:8443`. */
  allow?: readonly string[];
  /** Sends a message and returns the status; by default from this machine, and only to public addresses. */
  deliver?(message: WebhookDelivery): Promise<number>;
}

/** The header with the caller's webhook URL. */
export const webhookHeader = 'X-Webhook-URL';

/** Webhook functions. */
export interface Webhooks {
  /** The URL given by a request or its handler; undefined when there is none. Throws `INVALID_INPUT`. */
  read(request: Request, owner: string, given: string | undefined): string | undefined;
  /** The secret that a caller verifies signatures with. */
  secretOf(owner: string): string;
  /** Sends the messages. */
  ports: Pick<NotifyEndPorts<OperationRecord>, 'secretOf' | 'write' | 'deliver'>;
}

/** Creates the webhooks of operations; throws for a short secret and for an invalid entry of `allow`. */
export function createWebhooks({ secret, allow = [], deliver }: WebhookOptions, path: string): Webhooks {
  if (secret.length < 32) throw new Error('The webhook secret needs at least 32 characters');
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

/** Unidentified callers would share a secret, and could forge each other's messages. */
function requireOwner(owner: string): string {
  if (owner !== '') return owner;
  throw new Failure('UNAUTHENTICATED', { message: 'Webhooks require an identified caller; nothing was started.' });
}

function refusedPlace(field: string, { message }: Failure): Failure {
  return new Failure('INVALID_INPUT', {
    message: 'This webhook URL is not allowed; nothing was started.',
    fieldErrors: [{ field, code: 'request/webhook', detail: message }],
  });
}

/** The state and links; never the result, which only the caller may read. */
function messageOf({ operation_id, state, ended_at, links }: OperationBody) {
  return {
    type: `operation.${state}`,
    timestamp: ended_at ?? null,
    data: { id: operation_id, state, links: { ...links } },
  };
}
