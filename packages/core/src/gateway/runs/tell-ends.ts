/**
 * Tells callers of the end of their runs where they asked for it. What is told is the state and where to read more;
 * a receiver that cannot be reached is tried again for about a day, each time under the same id.
 */
import type { JsonObject } from '@dragoman/model';
import { toFailure } from '@dragoman/model';
import type { RunRecord, RunStore } from '../../catalogue/runs.js';
import type { Clock } from '../../documents/host.js';
import type { Upstream } from '../upstream.js';
import { runLinks } from './run-answer.js';
import { signWebhook, webhookSecret } from './webhook-signature.js';

/** What telling needs. */
export interface TellEndsPorts {
  runs: Pick<RunStore, 'dueWebhooks' | 'update'>;
  clock: Clock;
  upstream: Upstream;
  /** Secret from which each caller's is worked out, the same on every node. */
  secret: string;
  /** From 0 up to 1. */
  random: () => number;
  /** Writes what is told in the form of the protocol that the call came through; undefined for the usual form. */
  write?: (run: RunRecord) => WebhookMessage | undefined;
}

/** What is told in a protocol's own form; headers by lower-case name. */
export interface WebhookMessage {
  body: JsonObject;
  headers: Record<string, string>;
}

/** Ends told in one round, at once. */
const together = 8;

/** Tries until the receiver is given up, and seconds between the first two; each pause is four times the one before. */
const mostTries = 8;
const firstPause = 5;
const longestPause = 6 * 3600;

/** Milliseconds that a receiver has to answer. */
const patienceMs = 10_000;

/** Makes the function that tells what is due. */
export function createTellEnds(ports: TellEndsPorts): () => Promise<void> {
  return async () => {
    const now = new Date(ports.clock.now()).toISOString();
    const due = await ports.runs.dueWebhooks(now, together);
    await Promise.all(due.map((run) => tell(ports, run)));
  };
}

type Webhook = NonNullable<RunRecord['webhook']>;

async function tell(ports: TellEndsPorts, run: RunRecord): Promise<void> {
  const { webhook } = run;
  if (webhook === undefined) return;
  const attempts = webhook.attempts + 1;
  // Noted before it is sent, so that another node does not send it as well.
  const trying = pause(ports, { ...kept(webhook), attempts });
  if (!(await ports.runs.update({ ...run, webhook: trying }, run.state))) return;
  const told = await send(ports, run, webhook.url);
  const { nextAt: _next, ...rest } = trying;
  const settled: Webhook =
    told === undefined
      ? { ...rest, deliveredAt: new Date(ports.clock.now()).toISOString() }
      : { ...(told.final ? rest : trying), lastError: told.words };
  await ports.runs.update({ ...run, webhook: settled }, run.state);
}

function kept({ url, attempts, form }: Webhook): Webhook {
  return { url, attempts, ...(form === undefined ? {} : { form }) };
}

function pause({ clock, random }: TellEndsPorts, webhook: Webhook): Webhook {
  if (webhook.attempts >= mostTries) return webhook;
  const seconds = Math.min(firstPause * 4 ** (webhook.attempts - 1), longestPause) * (0.75 + random() / 2);
  return { ...webhook, nextAt: new Date(clock.now() + seconds * 1000).toISOString() };
}

/** Why an end could not be told, and whether trying again is of no use. */
interface Untold {
  words: string;
  final: boolean;
}

async function send({ upstream, clock, secret, write }: TellEndsPorts, run: RunRecord, url: string) {
  const written = write?.(run);
  const message = written?.body ?? messageOf(run);
  const signed = signWebhook(webhookSecret(secret, run.subject), {
    id: run.id,
    seconds: Math.floor(clock.now() / 1000),
    body: JSON.stringify(message),
  });
  try {
    const { status, body } = await upstream.send({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...written?.headers, ...signed },
      body: message,
      repeatable: false,
      signal: AbortSignal.timeout(patienceMs),
      traceparent: traceparentOf(run),
      totalMs: patienceMs,
    });
    await body.cancel().catch(() => undefined);
    if (status >= 200 && status < 300) return undefined;
    return { words: `the receiver answered ${status}`, final: status === 410 } satisfies Untold;
  } catch (thrown) {
    const { code, message: words } = toFailure(thrown);
    return { words, final: code === 'UPSTREAM_REFUSED' } satisfies Untold;
  }
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
