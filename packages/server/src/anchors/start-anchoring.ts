/** Writes the head of the audit chain to a second place, at intervals and after a number of records. */
import { open } from 'node:fs/promises';
import type { AuditStore, Upstream } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { Config } from '../config/config.js';
import type { SigningKey } from '../identity/signing-key.js';
import type { Logger } from '../observe/logger.js';
import type { Anchor } from './anchor.js';
import { signAnchor } from './anchor.js';

/** Dependencies of anchoring. */
export interface AnchoringPorts {
  settings: Config['audit']['anchors'];
  audit: Pick<AuditStore, 'head'>;
  key: SigningKey;
  clock: Clock;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  logger: Pick<Logger, 'info' | 'error'>;
  /** The upstream client, with its address guard. */
  upstream: Pick<Upstream, 'send'>;
  onError: (error: unknown) => void;
}

/** Running anchoring. */
export interface Anchoring {
  /** Writes the last head and ends. */
  stop(): Promise<void>;
}

type Target = (anchor: Anchor) => Promise<void>;

/** Milliseconds between two reads of the head. */
const pollMs = 1000;
const webhookMs = 10_000;

/** Starts to write anchors to every configured place; undefined when there is none. */
export function startAnchoring(ports: AnchoringPorts): Anchoring | undefined {
  const targets = createTargets(ports);
  if (targets.length === 0) return undefined;
  const { settings, audit, elapsed, clock, key } = ports;
  const pending = targets.map((write) => ({ write, seq: 0, at: Number.NEGATIVE_INFINITY, failed: false }));
  const round = async (isLast: boolean) => {
    const head = await audit.head();
    for (const target of pending) {
      const waited = elapsed() - target.at >= settings.everySeconds * 1000;
      const isDue = isLast || waited || (!target.failed && head.seq - target.seq >= settings.everyRecords);
      if (head.seq === target.seq || !isDue) continue;
      target.at = elapsed();
      try {
        await target.write(signAnchor(head, timestamp(clock), key));
        target.seq = head.seq;
        target.failed = false;
      } catch (error) {
        // The other places still get the anchor; this one is tried again after the interval.
        target.failed = true;
        ports.onError(error);
      }
    }
  };
  let running: Promise<void> | undefined;
  const start = () => {
    running ??= round(false)
      .catch(ports.onError)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(start, pollMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await round(true).catch(ports.onError);
    },
  };
}

function createTargets(ports: AnchoringPorts): Target[] {
  const { file, webhook, log } = ports.settings;
  return [
    ...(file === undefined ? [] : [(anchor: Anchor) => append(file, anchor)]),
    ...(webhook === undefined ? [] : [(anchor: Anchor) => post(ports, webhook, anchor)]),
    ...(log ? [async (anchor: Anchor) => ports.logger.info({ anchor }, 'audit anchor')] : []),
  ];
}

/** One write of a short line, which other processes that append to the file cannot split. */
async function append(path: string, anchor: Anchor): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.write(`${JSON.stringify(anchor)}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function post({ upstream }: AnchoringPorts, url: string, anchor: Anchor): Promise<void> {
  const response = await upstream.send({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: { ...anchor },
    credential: { signed: true },
    repeatable: true,
    signal: AbortSignal.timeout(webhookMs),
    traceparent: '',
    totalMs: webhookMs,
  });
  await response.body.cancel();
  if (response.status >= 300) throw new Error(`the webhook ${url} for audit anchors answered ${response.status}`);
}
