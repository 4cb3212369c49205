/**
 * Tells places of the end of something that ran in the background: signed, each time under the same id, again and again for
 * about a day while a receiver cannot be reached. Who keeps such runs, and how a message leaves, are ports.
 */
import type { JsonObject, RunState } from '@dragoman/model';
import { toFailure } from '@dragoman/model';
import type { RunRecord, RunWebhook } from '../../catalogue/runs.js';
import { hookDueAt } from '../../catalogue/runs.js';
import type { Clock } from '../../documents/host.js';
import { signWebhook } from './webhook-signature.js';

/** What telling looks at and changes of a run. */
export type ToldRun = Pick<RunRecord, 'id' | 'state' | 'updatedAt' | 'webhooks'>;

/** What is told; headers by lower-case name. */
export interface WebhookMessage {
  body: JsonObject;
  headers: Record<string, string>;
  /** Tells apart what several places are told of one run; absent where a run has one place only. */
  place?: string;
}

/** A message on its way to one place. */
export interface WebhookDelivery {
  url: string;
  headers: Record<string, string>;
  /** Signed as `JSON.stringify` writes it. */
  body: JsonObject;
  signal: AbortSignal;
}

/** What telling needs. */
export interface TellEndPorts<Run extends ToldRun> {
  runs: {
    find(id: string): Promise<Run | undefined>;
    /** False when the run is not in this state any more. */
    update(run: Run, expected: RunState): Promise<boolean>;
  };
  clock: Clock;
  /** From 0 up to 1. */
  random: () => number;
  /** Secret that the run's caller checks signatures with. */
  secretOf(run: Run): string;
  write(run: Run, webhook: RunWebhook): WebhookMessage;
  /** Sends a message and gives the receiver's status; throws `UPSTREAM_REFUSED` where it may not be sent at all. */
  deliver(message: WebhookDelivery, run: Run): Promise<number>;
}

/** Tries until the receiver is given up, and seconds between the first two; each pause is four times the one before. */
const mostTries = 8;
const firstPause = 5;
const longestPause = 6 * 3600;

/** Milliseconds that a receiver has to answer. */
export const receiverPatienceMs = 10_000;

/** Tells every place of a run that is due. */
export async function tellEnd<Run extends ToldRun>(ports: TellEndPorts<Run>, run: Run): Promise<void> {
  const now = new Date(ports.clock.now()).toISOString();
  const places = run.webhooks ?? [];
  const due = places.filter((place) => {
    const at = hookDueAt(run, place);
    return at !== undefined && at <= now;
  });
  const tried = new Map(due.map((place) => [place, pause(ports, { ...kept(place), attempts: place.attempts + 1 })]));
  // Noted before it is sent, so that another node does not send it as well.
  const trying = { ...run, webhooks: places.map((place) => tried.get(place) ?? place) };
  if (due.length === 0 || !(await ports.runs.update(trying, run.state))) return;
  const settled = await Promise.all([...tried.values()].map((place) => tellPlace(ports, run, place)));
  await settle(ports, run, settled);
}

async function tellPlace<Run extends ToldRun>(
  ports: TellEndPorts<Run>,
  run: Run,
  trying: RunWebhook,
): Promise<RunWebhook> {
  const untold = await send(ports, run, trying);
  const { nextAt: _next, ...rest } = trying;
  if (untold === undefined) return { ...rest, deliveredAt: new Date(ports.clock.now()).toISOString() };
  return { ...(untold.final ? rest : trying), lastError: untold.words };
}

/** Places that were named or taken back while others were told stay as they are. */
async function settle<Run extends ToldRun>(
  { runs }: TellEndPorts<Run>,
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

function pause({ clock, random }: Pick<TellEndPorts<never>, 'clock' | 'random'>, webhook: RunWebhook): RunWebhook {
  if (webhook.attempts >= mostTries) return webhook;
  const seconds = Math.min(firstPause * 4 ** (webhook.attempts - 1), longestPause) * (0.75 + random() / 2);
  return { ...webhook, nextAt: new Date(clock.now() + seconds * 1000).toISOString() };
}

/** Why an end could not be told, and whether trying again is of no use. */
interface Untold {
  words: string;
  final: boolean;
}

async function send<Run extends ToldRun>(
  { clock, secretOf, write, deliver }: TellEndPorts<Run>,
  run: Run,
  webhook: RunWebhook,
): Promise<Untold | undefined> {
  const { body, headers, place } = write(run, webhook);
  const signed = signWebhook(secretOf(run), {
    id: place === undefined ? run.id : `${run.id}.${place}`,
    seconds: Math.floor(clock.now() / 1000),
    body: JSON.stringify(body),
  });
  try {
    const signal = AbortSignal.timeout(receiverPatienceMs);
    const all = { 'content-type': 'application/json', ...headers, ...signed };
    const status = await deliver({ url: webhook.url, headers: all, body, signal }, run);
    if (status >= 200 && status < 300) return undefined;
    return { words: `the receiver answered ${status}`, final: status === 410 };
  } catch (thrown) {
    const { code, message: words } = toFailure(thrown);
    return { words, final: code === 'UPSTREAM_REFUSED' };
  }
}
