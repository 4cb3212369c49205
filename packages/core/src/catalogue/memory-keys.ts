/** API keys in memory: the part of the in-memory store for authentication. */
import { Failure } from '@dragoman/model';
import { chainRecord } from './audit.js';
import type { MemoryAudit } from './memory-audit.js';
import type { KeyRecord, KeyStore } from './store.js';

/** Keeps API keys in memory; everything is copied in and out. */
export function createMemoryKeys(audit: MemoryAudit): KeyStore {
  const keys = new Map<string, KeyRecord>();

  return {
    async add(key, draft) {
      if (keys.has(key.id)) throw new Failure('CONFLICT', { message: 'A key with this id already exists.' });
      keys.set(key.id, structuredClone(key));
      audit.push(chainRecord(draft, audit.last()));
    },
    async find(id) {
      return structuredClone(keys.get(id));
    },
    async list() {
      const order = (key: KeyRecord) => `${key.createdAt} ${key.id}`;
      return structuredClone([...keys.values()].sort((a, b) => (order(a) < order(b) ? 1 : -1)));
    },
    async update(id, change, draft) {
      const key = keys.get(id);
      if (key === undefined) return false;
      keys.set(id, { ...key, ...structuredClone(change) });
      audit.push(chainRecord(draft, audit.last()));
      return true;
    },
    async touch(id, at) {
      const key = keys.get(id);
      if (key !== undefined && (key.lastUsedAt ?? '') < at) keys.set(id, { ...key, lastUsedAt: at });
    },
    async countUsable(at) {
      return [...keys.values()].filter(
        (key) => key.revokedAt === undefined && (key.expiresAt === undefined || key.expiresAt > at),
      ).length;
    },
  };
}
