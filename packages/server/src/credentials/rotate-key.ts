/** Changes the key that seals upstream credentials, on the store directly, while servers run. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditDraft, CredentialStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import { findUnreadable, resealCredentials } from './reseal-credentials.js';
import { createSealer } from './sealer.js';
import type { SealingKeys } from './sealing-keys.js';

/** How the key is changed. */
export interface KeyRotation {
  /** Make no new key; seal everything with the present one. */
  resealOnly?: boolean;
  /** Drop the other keys from the file when everything is resealed. */
  dropOld?: boolean;
  /** Remove credentials that no key opens; their secrets are lost anyway. */
  dropUnreadable?: boolean;
}

/** What was done. */
export interface RotatedKey {
  /** Name of the key that everything is sealed with now. */
  key: string;
  resealed: number;
  /** Credentials that no key opened and that are gone now. */
  removed: number;
}

/** What changing the key needs. */
export interface RotateKeyPorts {
  credentials: CredentialStore;
  keys: SealingKeys;
  clock: Clock;
  by: { subject: string; traceId: string };
  /** Milliseconds in which a credential that was sealed just before the change has reached the store. */
  settleMs?: number;
}

/** Unreadable credentials removed at once. */
const portion = 1000;

/** Changes the key; servers with the same file take it up by themselves. */
export async function rotateKey(ports: RotateKeyPorts, rotation: KeyRotation = {}): Promise<RotatedKey> {
  const { credentials, keys, settleMs = 1000 } = ports;
  const removed = rotation.dropUnreadable === true ? await removeUnreadable(ports) : 0;
  if (rotation.resealOnly !== true) keys.renew();
  const reseal = () => resealCredentials({ credentials, keys, sealer: createSealer(keys) });
  const { key, resealed } = await reseal();
  if (rotation.dropOld !== true) return { key, resealed, removed };
  await sleep(settleMs);
  const { resealed: late } = await reseal();
  keys.dropOld();
  return { key, resealed: resealed + late, removed };
}

async function removeUnreadable({ credentials, keys, clock, by }: RotateKeyPorts): Promise<number> {
  let removed = 0;
  for (let lost = await findUnreadable({ credentials, keys }, portion); lost.length > 0; ) {
    for (const { id, agentId } of lost) {
      const draft: AuditDraft = {
        at: timestamp(clock),
        actor: by.subject,
        action: 'credential.remove',
        target: agentId,
        outcome: 'done',
        code: '',
        traceId: by.traceId,
        detail: JSON.stringify({ credential: id, reason: 'its key is lost' }),
      };
      if (await credentials.remove(id, draft)) removed += 1;
    }
    lost = await findUnreadable({ credentials, keys }, portion);
  }
  return removed;
}
