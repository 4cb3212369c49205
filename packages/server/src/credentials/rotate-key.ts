/** Changes the key that seals upstream credentials and the server's own secrets, directly in the store, while servers run. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditDraft, CredentialStore, SecretStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import { removeUnreadableSecrets, resealSecrets } from './own-secrets.js';
import { findUnreadable, resealCredentials } from './reseal-credentials.js';
import { createSealer } from './sealer.js';
import type { SealingKeys } from './sealing-keys.js';

/** How the key is changed. */
export interface KeyRotation {
  /** Create no new key; seal everything with the current one. */
  resealOnly?: boolean;
  /** Drop the other keys from the file when everything is resealed. */
  dropOld?: boolean;
  /** Remove credentials that no key opens; their secrets are lost anyway. */
  dropUnreadable?: boolean;
}

/** Result of the rotation. */
export interface RotatedKey {
  /** Name of the current sealing key. */
  key: string;
  resealed: number;
  /** Credentials that no key opened and that were removed. */
  removed: number;
}

/** Dependencies of the rotation. */
export interface RotateKeyPorts {
  credentials: CredentialStore;
  /** The server's own secrets, which the same key seals. */
  secrets: SecretStore;
  keys: SealingKeys;
  clock: Clock;
  by: { subject: string; traceId: string };
  /** Milliseconds within which a credential sealed just before the change has reached the store. */
  settleMs?: number;
}

/** Number of unreadable credentials removed per batch. */
const portion = 1000;

/** Changes the key; servers with the same file pick it up automatically. */
export async function rotateKey(ports: RotateKeyPorts, rotation: KeyRotation = {}): Promise<RotatedKey> {
  const { credentials, secrets, keys, settleMs = 1000 } = ports;
  const removed = rotation.dropUnreadable === true ? await removeUnreadable(ports) : 0;
  if (rotation.dropUnreadable === true) await removeUnreadableSecrets(secrets, keys);
  if (rotation.resealOnly !== true) keys.renew();
  const reseal = async () => {
    await resealSecrets(secrets, keys);
    return resealCredentials({ credentials, keys, sealer: createSealer(keys) });
  };
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
