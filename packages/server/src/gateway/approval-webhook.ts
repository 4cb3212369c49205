/**
 * Posts changes of approvals to the operator's webhook, so that people learn of waiting calls where they work. Messages
 * carry no arguments, are signed like every request of this server, and are retried for some minutes; one that cannot
 * be delivered is logged, and the approval stays in the inbox.
 */
import type { ApprovalRecord, Upstream } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import type { ApprovalListener } from '../events/report-approvals.js';
import { pause } from '../runtime/pause.js';

/** Dependencies of the webhook. */
export interface ApprovalWebhookPorts {
  url: string;
  upstream: Pick<Upstream, 'send'>;
  clock: Clock;
  /** Public URL of this server. */
  origin: () => string;
  onError: (error: unknown) => void;
  /** Milliseconds before each further try. */
  pauses?: readonly number[];
}

/** The webhook. */
export interface ApprovalWebhook {
  notify: ApprovalListener;
  /** Ends pending retries. */
  stop(): void;
}

const usualPauses = [2_000, 10_000, 60_000, 300_000];
const receiverMs = 10_000;

/** Maximum number of messages that wait; further ones are reported as lost. */
const maxWaiting = 1_000;

/** Creates the webhook. */
export function createApprovalWebhook(ports: ApprovalWebhookPorts): ApprovalWebhook {
  const stopping = new AbortController();
  let waiting = 0;
  const deliver = async (message: JsonObject) => {
    for (const ms of [0, ...(ports.pauses ?? usualPauses)]) {
      if (ms > 0) await pause(ms, stopping.signal);
      if (stopping.signal.aborted) return;
      if (await isDelivered(ports, message)) return;
    }
    ports.onError(new Error(`the webhook ${ports.url} did not accept the approval ${String(message.id)}`));
  };
  return {
    notify(record) {
      if (waiting >= maxWaiting) {
        ports.onError(
          new Error(`too many messages wait for the webhook ${ports.url}; approval ${record.id} is not sent`),
        );
        return;
      }
      waiting += 1;
      void deliver(messageOf(record, ports)).finally(() => {
        waiting -= 1;
      });
    },
    stop: () => stopping.abort(),
  };
}

async function isDelivered({ url, upstream }: ApprovalWebhookPorts, body: JsonObject): Promise<boolean> {
  try {
    const response = await upstream.send({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      credential: { signed: true },
      repeatable: false,
      signal: AbortSignal.timeout(receiverMs),
      traceparent: '',
      totalMs: receiverMs,
    });
    await response.body.cancel();
    return response.status < 300;
  } catch {
    return false;
  }
}

function messageOf(record: ApprovalRecord, { clock, origin }: ApprovalWebhookPorts): JsonObject {
  const { id, state, agentId, operation, impact, subject, createdAt, expiresAt, decidedBy } = record;
  return {
    type: 'approval.changed',
    at: timestamp(clock),
    id,
    state,
    service: agentId,
    operation,
    impact,
    caller: subject,
    created_at: createdAt,
    expires_at: expiresAt,
    ...(decidedBy === undefined ? {} : { decided_by: decidedBy }),
    url: `${origin()}/console/approvals/${encodeURIComponent(id)}`,
  };
}
