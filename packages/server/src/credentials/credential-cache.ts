/**
 * A short-lived cache of opened credentials: a call asks neither the database nor the seal each time. Changes on this
 * node apply at once, changes on another node when the entry expires.
 */

import type { CredentialRecord, CredentialStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import { createBoundedCache } from '@dragoman/model';
import type { CredentialContent } from './credential-content.js';
import type { Sealer } from './sealer.js';

/** A credential ready for use. */
export interface OpenedCredential {
  record: Pick<CredentialRecord, 'id' | 'subject' | 'kind' | 'name' | 'updatedAt'>;
  content: CredentialContent;
}

/** Opened credentials by service. */
export interface CredentialCache {
  /** The credentials of a service, the last changed first. Throws a plain error when a seal does not open. */
  of(agentId: string): Promise<readonly OpenedCredential[]>;
  /** True when it is known without a query that the service has none. */
  hasNone(agentId: string): boolean;
  /** Drops a service's credentials from the cache, because they changed. */
  forget(agentId: string): void;
  /** Records a use, to the minute and in the background. */
  used(id: string): void;
}

/** Dependencies of the cache. */
export interface CredentialCachePorts {
  credentials: Pick<CredentialStore, 'listFor' | 'touch'>;
  sealer: Pick<Sealer, 'open'>;
  /** The clock of the machine, for the times of uses. */
  clock: Clock;
  /** The clock of durations. */
  steady: Clock;
  /** Called when a use could not be recorded. */
  onError: (error: unknown) => void;
}

/** Milliseconds for which a result is cached. */
export const holdsMs = 2000;
const maxAgents = 1000;
const touchEveryMs = 60_000;

/** Creates the cache. */
export function createCredentialCache(ports: CredentialCachePorts): CredentialCache {
  const { credentials, sealer, clock, steady, onError } = ports;
  const cache = createBoundedCache<string, Held>({ entries: maxAgents });
  const fresh = (agentId: string) => {
    const known = cache.get(agentId);
    return known !== undefined && steady.now() < known.until ? known : undefined;
  };
  const touched = createBoundedCache<string, number>({ entries: maxAgents });
  const read = async (agentId: string) => {
    const records = await credentials.listFor(agentId);
    return records.map((record) => open(record, sealer)).sort(newestFirst);
  };
  return {
    of(agentId) {
      const known = fresh(agentId);
      if (known !== undefined) return known.opened;
      const looked: Held = { until: steady.now() + holdsMs, opened: read(agentId), isEmpty: false };
      cache.set(agentId, looked);
      looked.opened.then(
        ({ length }) => {
          looked.isEmpty = length === 0;
        },
        () => cache.delete(agentId),
      );
      return looked.opened;
    },
    hasNone: (agentId) => fresh(agentId)?.isEmpty === true,
    forget: (agentId) => cache.delete(agentId),
    used(id) {
      const now = steady.now();
      if (now - (touched.get(id) ?? Number.NEGATIVE_INFINITY) < touchEveryMs) return;
      touched.set(id, now);
      credentials.touch(id, timestamp(clock)).catch(onError);
    },
  };
}

interface Held {
  until: number;
  opened: Promise<readonly OpenedCredential[]>;
  /** True once it is known that there are none. */
  isEmpty: boolean;
}

function open(record: CredentialRecord, sealer: Pick<Sealer, 'open'>): OpenedCredential {
  const { id, subject, kind, name, updatedAt } = record;
  const shown = { id, kind, name, updatedAt, ...(subject === undefined ? {} : { subject }) };
  return { record: shown, content: JSON.parse(sealer.open(record)) as CredentialContent };
}

function newestFirst(one: OpenedCredential, other: OpenedCredential): number {
  return one.record.updatedAt < other.record.updatedAt ? 1 : -1;
}
