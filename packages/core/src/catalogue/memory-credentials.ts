/** Upstream credentials in memory: only sealed text, as in the persistent stores. */
import { chainRecord } from './audit.js';
import type { CredentialRecord, CredentialStore } from './credentials.js';
import type { MemoryAudit } from './memory-audit.js';

/** Keeps upstream credentials in memory; everything is copied in and out. */
export function createMemoryCredentials(audit: MemoryAudit): CredentialStore {
  const credentials = new Map<string, CredentialRecord>();
  const where = (holds: (credential: CredentialRecord) => boolean) =>
    structuredClone([...credentials.values()].filter(holds).sort((a, b) => (order(a) < order(b) ? -1 : 1)));

  return {
    async put(credential, draft) {
      credentials.set(credential.id, structuredClone(credential));
      audit.push(chainRecord(draft, audit.last()));
    },
    async find(id) {
      return structuredClone(credentials.get(id));
    },
    async listFor(agentId) {
      return where((credential) => credential.agentId === agentId);
    },
    async usableBy(subject, agentIds) {
      const all = [...credentials.values()];
      const has = (agentId: string, owner: string | undefined) =>
        all.some((credential) => credential.agentId === agentId && credential.subject === owner);
      return agentIds.flatMap((agentId) => [
        ...(has(agentId, undefined) ? [{ agentId, shared: true }] : []),
        ...(has(agentId, subject) ? [{ agentId, shared: false }] : []),
      ]);
    },
    async notSealedWith(key, limit) {
      return where((credential) => credential.sealedWith !== key).slice(0, limit);
    },
    async reseal(id, before, after) {
      const credential = credentials.get(id);
      if (credential?.sealed !== before) return false;
      credential.sealed = after.sealed;
      credential.sealedWith = after.sealedWith;
      return true;
    },
    async remove(id, draft) {
      if (!credentials.delete(id)) return false;
      audit.push(chainRecord(draft, audit.last()));
      return true;
    },
    async touch(id, at) {
      const credential = credentials.get(id);
      if (credential !== undefined && (credential.lastUsedAt ?? '') < at) credential.lastUsedAt = at;
    },
  };
}

function order(credential: CredentialRecord): string {
  return `${credential.createdAt} ${credential.id}`;
}
