/**
 * Tells callers of the end of their runs where they asked for it. What is told is the state and where to read more;
 * a receiver that cannot be reached is tried again for about a day, each time under the same id.
 */
import type { JsonObject } from '@dragoman/model';
import { toFailure } from '@dragoman/model';
import type { RunRecord, RunStore, RunWebhook } from '../../catalogue/runs.js';
import { placeDueAt } from '../../catalogue/runs.js';
import type { Clock } from '../../documents/host.js';
import type { Upstream } from '../upstream.js';
import { runLinks } from './run-answer.js';
import { signWebhook, webhookSecret } from './webhook-signature.js';

/** What telling needs. */
export interface TellEndsPorts {
  runs: Pick<RunStore, 'dueWebhooks' | 'find' | 'update'>;
  clock: Clock;
  upstream: Upstream;
  /** Secret from which each caller's is worked out, the same on every node. */
  secret: string;
  /** From 0 up to 1. */
  random: () => number;
  /** Writes what is told in the form of the protocol that the call came through; undefined for the usual form. */
  write?: (run: RunRecord, webhook: RunWebhook) => WebhookMessage | undefined;
}

/** What is told in a protocol's own form; headers by lower-case name. */
export interface WebhookMessage {
  body: JsonObject;
  headers: Record<string, string>;
  /** Tells apart what several places are told of one run; absent where a run has one place only. */
  place?: string;
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

/** Tells every place of a run that is due. */
async function tell(ports: TellEndsPorts, run: RunRecord): Promise<void> {
  const now = new Date(ports.clock.now()).toISOString();
  const places = run.webhooks ?? [];
  const due = places.filter((place) => {
    const at = placeDueAt(run, place);
    return at !== undefined && at <= now;
  });
  const tried = new Map(due.map((place) => [place, pause(ports, { ...kept(place), attempts: place.attempts + 1 })]));
  // Noted before it is sent, so that another node does not send it as well.
  const trying = { ...run, webhooks: places.map((place) => tried.get(place) ?? place) };
  if (due.length === 0 || !(await ports.runs.update(trying, run.state))) return;
  const settled = await Promise.all([...tried.values()].map((place) => tellPlace(ports, run, place)));
  await settle(ports, run, settled);
}

async function tellPlace(ports: TellEndsPorts, run: RunRecord, trying: RunWebhook): Promise<RunWebhook> {
  const told = await send(ports, run, trying);
  const { nextAt: _next, ...rest } = trying;
  if (told === undefined) return { ...rest, deliveredAt: new Date(ports.clock.now()).toISOString() };
  return { ...(told.final ? rest : trying), lastError: told.words };
}

/** Places that were named or taken back while others were told stay as they are. */
async function settle({ runs }: TellEndsPorts, run: RunRecord, settled: readonly RunWebhook[]): Promise<void> {
  const present = (await runs.find(run.id)) ?? run;
  const webhooks = (present.webhooks ?? []).map((place) => settled.find((each) => isSame(each, place)) ?? place);
  await runs.update({ ...present, webhooks }, present.state);
}

function isSame(one: RunWebhook, other: RunWebhook): boolean {
  return one.url === other.url && one.attempts === other.attempts && one.form?.id === other.form?.id;
}

function kept({ url, attempts, form }: RunWebhook): RunWebhook {
  return { url, attempts, ...(form === undefined ? {} : { form }) };
}

function pause({ clock, random }: TellEndsPorts, webhook: RunWebhook): RunWebhook {
  if (webhook.attempts >= mostTries) return webhook;
  const seconds = Math.min(firstPause * 4 ** (webhook.attempts - 1), longestPause) * (0.75 + random() / 2);
  return { ...webhook, nextAt: new Date(clock.now() + seconds * 1000).toISOString() };
}

/** Why an end could not be told, and whether trying again is of no use. */
interface Untold {
  words: string;
  final: boolean;
}

async function send({ upstream, clock, secret, write }: TellEndsPorts, run: RunRecord, place: RunWebhook) {
  const written = write?.(run, place);
  const message = written?.body ?? messageOf(run);
  const signed = signWebhook(webhookSecret(secret, run.subject), {
    id: written?.place === undefined ? run.id : `${run.id}.${written.place}`,
    seconds: Math.floor(clock.now() / 1000),
    body: JSON.stringify(message),
  });
  try {
    const { status, body } = await upstream.send({
      url: place.url,
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
