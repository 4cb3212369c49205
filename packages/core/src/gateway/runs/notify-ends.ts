/** Notifies callers of the end of their runs where they requested it: the state and where to read more. */
import type { JsonObject } from '@dragoman/model';
import type { RunRecord, RunStore, RunWebhook } from '../../catalogue/runs.js';
import type { Clock } from '../../documents/host.js';
import type { Upstream } from '../upstream.js';
import {
  type NotifyEndPorts,
  notifyEnd,
  receiverTimeoutMs,
  type WebhookDelivery,
  type WebhookMessage,
} from './notify-end.js';
import { runLinks } from './run-answer.js';
import { webhookSecret } from './webhook-signature.js';

/** Dependencies. */
export interface NotifyEndsPorts {
  runs: Pick<RunStore, 'dueWebhooks' | 'find' | 'update'>;
  clock: Clock;
  /** Clock by which notifications are due, where it is another one. */
  due?: Clock;
  upstream: Upstream;
  /** Secret from which each caller's secret is derived, the same on every node. */
  secret: string;
  /** From 0 up to 1. */
  random: () => number;
  /** Writes the notification in the form of the call's protocol; undefined for the default form. */
  write?: (run: RunRecord, webhook: RunWebhook) => WebhookMessage | undefined;
}

/** Notifications sent concurrently in one round. */
const together = 8;

/** Creates the function that sends due notifications. */
export function createNotifyEnds(ports: NotifyEndsPorts): () => Promise<void> {
  const { runs, clock, due = clock, random, secret, write } = ports;
  const delivery: NotifyEndPorts<RunRecord> = {
    runs,
    clock,
    due,
    random,
    secretOf: ({ subject }) => webhookSecret(secret, subject),
    write: (run, webhook) => write?.(run, webhook) ?? { body: messageOf(run), headers: {} },
    deliver: (message, run) => deliver(ports.upstream, message, run),
  };
  return async () => {
    const found = await runs.dueWebhooks(new Date(due.now()).toISOString(), together);
    await Promise.all(found.map((run) => notifyEnd(delivery, run)));
  };
}

async function deliver(upstream: Upstream, message: WebhookDelivery, run: RunRecord): Promise<number> {
  const { status, body } = await upstream.send({
    ...message,
    method: 'POST',
    repeatable: false,
    traceparent: traceparentOf(run),
    totalMs: receiverTimeoutMs,
  });
  await body.cancel().catch(() => undefined);
  return status;
}

function messageOf(run: RunRecord): JsonObject {
  return {
    type: `operation.${run.state}`,
    timestamp: run.updatedAt,
    data: { id: run.id, agent: run.agentId, operation: run.operationName, state: run.state, links: runLinks(run) },
  };
}

function traceparentOf({ request: { traceparent } }: RunRecord): string {
  return typeof traceparent === 'string' ? traceparent : '';
}
