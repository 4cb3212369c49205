/** Verifies the audit chain of a store against its anchors and its open calls. */
import { existsSync } from 'node:fs';
import type { Store } from '@dragoman/core/engine';
import { verifyAudit } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { AuditBreak, AuditPoint, AuditVerdict } from '@dragoman/model';
import type { Config } from '../config/config.js';
import { isStartRefused } from '../config/start-refused.js';
import { openIdentity } from '../identity/open-identity.js';
import type { SigningKey } from '../identity/signing-key.js';
import { readAnchors } from './read-anchors.js';

/** What is verified. */
export interface VerifiedStore {
  store: Store;
  /** The clock of leases, with which open calls are compared. */
  steady: Clock;
  /** A file with anchors; the configured one, if it exists, when undefined. */
  anchorFile: string | undefined;
}

/** Verifies the chain; throws a `StartRefused` when the anchors cannot be read. */
export async function verifyWithAnchors(
  config: Config,
  { store, steady, anchorFile }: VerifiedStore,
  options: { expected?: AuditPoint } = {},
): Promise<AuditVerdict> {
  const { file } = config.audit.anchors;
  // A server that was just started has not written its first anchor.
  const path = anchorFile ?? (file !== undefined && existsSync(file) ? file : undefined);
  // Read first: an anchor written during the walk would be ahead of it.
  const read =
    path === undefined ? [] : await readAnchors(path, await ownKey(config, store)).catch(asBreak(anchorFile));
  const started = { intents: store.intents, now: timestamp(steady) };
  if (Array.isArray(read)) return verifyAudit(store.audit, { ...options, anchors: read, started });
  const verdict = await verifyAudit(store.audit, { ...options, started });
  return { ...verdict, ok: false, breaks: [...verdict.breaks, read] };
}

/** A file that the caller named is the caller's error; the server's own file without anchors was tampered with. */
function asBreak(named: string | undefined): (error: unknown) => AuditBreak {
  return (error) => {
    if (named !== undefined || !isStartRefused(error)) throw error;
    return { kind: 'point-missing', seq: 0, detail: error.message };
  };
}

/** The key that checks signatures; a copy of the store is verified without it where the key is not available. */
async function ownKey(config: Config, store: Store): Promise<SigningKey | undefined> {
  try {
    return (await openIdentity(config, store)).key;
  } catch (error) {
    if (isStartRefused(error)) return undefined;
    throw error;
  }
}
