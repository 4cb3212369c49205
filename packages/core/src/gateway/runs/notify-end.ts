/**
 * Delivers notifications of the end of a background run: signed, each with a constant id, retried for about a day while
 * a receiver is unreachable. Storage of the runs and sending of messages are ports.
 */
import type { JsonObject, RunState } from '@dragoman/model';
import { toFailure } from '@dragoman/model';
import type { RunRecord, RunWebhook } from '../../catalogue/runs.js';
import { hookDueAt } from '../../catalogue/runs.js';
import type { Clock } from '../../documents/host.js';
import { signWebhook } from './webhook-signature.js';

/** The part of a run that delivery reads and changes. */
export type NotifiedRun = Pick<RunRecord, 'id' | 'state' | 'updatedAt' | 'webhooks'>;

/** Content of a notification; headers by lower-case name. */
export interface WebhookMessage {
  body: JsonObject;
  headers: Record<string, string>;
  /** Distinguishes the notifications of one run to several receivers; absent where a run has one receiver only. */
  place?: string;
}

/** A message to one receiver. */
export interface WebhookDelivery {
  url: string;
  headers: Record<string, string>;
  /** Signed as `JSON.stringify` writes it. */
  body: JsonObject;
  signal: AbortSignal;
}

/** Dependencies of delivery. */
export interface NotifyEndPorts<Run extends NotifiedRun> {
  runs: {
    find(id: string): Promise<Run | undefined>;
    /** False when the run is no longer in this state. */
    update(run: Run, expected: RunState): Promise<boolean>;
  };
  clock: Clock;
  /** Clock by which notifications are due, where it is another one. */
  due?: Clock;
  /** From 0 up to 1. */
  random: () => number;
  /** Secret with which the run's caller checks signatures. */
  secretOf(run: Run): string;
  write(run: Run, webhook: RunWebhook): WebhookMessage;
  /** Sends a message and returns the receiver's status; throws `UPSTREAM_REFUSED` where sending is not allowed. */
  deliver(message: WebhookDelivery, run: Run): Promise<number>;
}

/** Maximum number of attempts, and seconds between the first two; each delay is four times the previous one. */
const maxTries = 8;
const firstPause = 5;
const maxPause = 6 * 3600;

/** Timeout of a receiver in milliseconds. */
export const receiverTimeoutMs = 10_000;

/** Notifies every receiver of a run that is due. */
export async function notifyEnd<Run extends NotifiedRun>(ports: NotifyEndPorts<Run>, run: Run): Promise<void> {
  const now = new Date((ports.due ?? ports.clock).now()).toISOString();
  const places = run.webhooks ?? [];
  const due = places.filter((place) => {
    const at = hookDueAt(run, place);
    return at !== undefined && at <= now;
  });
  const tried = new Map(due.map((place) => [place, pause(ports, { ...kept(place), attempts: place.attempts + 1 })]));
  // Recorded before it is sent, so that another node does not send it as well.
  const trying = { ...run, webhooks: places.map((place) => tried.get(place) ?? place) };
  if (due.length === 0 || !(await ports.runs.update(trying, run.state))) return;
  const settled = await Promise.all([...tried.values()].map((place) => notifyReceiver(ports, run, place)));
  await settle(ports, run, settled);
}

async function notifyReceiver<Run extends NotifiedRun>(
  ports: NotifyEndPorts<Run>,
  run: Run,
  trying: RunWebhook,
): Promise<RunWebhook> {
  const deliveryFailure = await send(ports, run, trying);
  const { nextAt: _next, ...rest } = trying;
  if (deliveryFailure === undefined) return { ...rest, deliveredAt: new Date(ports.clock.now()).toISOString() };
  return { ...(deliveryFailure.final ? rest : trying), lastError: deliveryFailure.reason };
}

/** Receivers that were added or removed while others were notified stay as they are. */
async function settle<Run extends NotifiedRun>(
  { runs }: NotifyEndPorts<Run>,
  run: Run,
  settled: readonly RunWebhook[],
): Promise<void> {
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

function pause(
  { clock, due = clock, random }: Pick<NotifyEndPorts<never>, 'clock' | 'due' | 'random'>,
  webhook: RunWebhook,
): RunWebhook {
  if (webhook.attempts >= maxTries) return webhook;
  const seconds = Math.min(firstPause * 4 ** (webhook.attempts - 1), maxPause) * (0.75 + random() / 2);
  return { ...webhook, nextAt: new Date(due.now() + seconds * 1000).toISOString() };
}

/** Why a delivery failed, and whether retrying is useless. */
interface DeliveryFailure {
  reason: string;
  final: boolean;
}

async function send<Run extends NotifiedRun>(
  { clock, secretOf, write, deliver }: NotifyEndPorts<Run>,
  run: Run,
  webhook: RunWebhook,
): Promise<DeliveryFailure | undefined> {
  const { body, headers, place } = write(run, webhook);
  const signed = signWebhook(secretOf(run), {
    id: place === undefined ? run.id : `${run.id}.${place}`,
    seconds: Math.floor(clock.now() / 1000),
    body: JSON.stringify(body),
  });
  try {
    const signal = AbortSignal.timeout(receiverTimeoutMs);
    const all = { 'content-type': 'application/json', ...headers, ...signed };
    const status = await deliver({ url: webhook.url, headers: all, body, signal }, run);
    if (status >= 200 && status < 300) return undefined;
    return { reason: `the receiver answered ${status}`, final: status === 410 };
  } catch (thrown) {
    const { code, message: reason } = toFailure(thrown);
    return { reason, final: code === 'UPSTREAM_REFUSED' };
  }
}
