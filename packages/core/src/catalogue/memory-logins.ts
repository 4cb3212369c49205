/** Login sessions in memory. */
import { chainRecord } from './audit.js';
import type { LoginRecord, LoginStore, UserRecord } from './logins.js';
import { userAfterLogin } from './logins.js';
import type { MemoryAudit } from './memory-audit.js';

/** Keeps login sessions in memory; everything is copied in and out. */
export function createMemoryLogins(audit: MemoryAudit): LoginStore {
  const logins = new Map<string, LoginRecord>();
  const users = new Map<string, UserRecord>();
  const live = (now: string) => [...logins.values()].filter(({ expiresAt }) => expiresAt > now);
  const newest = (found: LoginRecord[], limit: number) =>
    structuredClone(found.sort((a, b) => (order(a) < order(b) ? 1 : -1)).slice(0, limit));
  return {
    async add(login, draft, facts) {
      logins.set(login.id, structuredClone(login));
      if (facts !== undefined) {
        users.set(login.subject, structuredClone(userAfterLogin(users.get(login.subject), login, facts)));
      }
      audit.push(chainRecord(draft, audit.last()));
    },
    find: async (hash, now) => structuredClone(live(now).find((each) => each.hash === hash)),
    ofSubject: async (subject, now, limit) =>
      newest(
        live(now).filter((each) => each.subject === subject),
        limit,
      ),
    all: async (now, limit) => newest(live(now), limit),
    read: async (id, now) => structuredClone(live(now).find((each) => each.id === id)),
    async users(limit) {
      const sorted = [...users.values()].sort((a, b) => (userOrder(a) < userOrder(b) ? 1 : -1));
      return structuredClone(sorted.slice(0, limit));
    },
    async touch(id, at) {
      const found = logins.get(id);
      if (found === undefined) return;
      if (found.lastUsedAt < at) logins.set(id, { ...found, lastUsedAt: at });
      const user = users.get(found.subject);
      if (user !== undefined && user.lastSeenAt < at) users.set(user.subject, { ...user, lastSeenAt: at });
    },
    async remove(id, draft) {
      if (!logins.delete(id)) return false;
      audit.push(chainRecord(draft, audit.last()));
      return true;
    },
    async prune(now, limit) {
      const expired = [...logins.values()].filter(({ expiresAt }) => expiresAt <= now).slice(0, limit);
      for (const { id } of expired) logins.delete(id);
      return expired.length;
    },
    async pruneUsers(seenBefore, limit) {
      const old = [...users.values()].filter(({ lastSeenAt }) => lastSeenAt < seenBefore).slice(0, limit);
      for (const { subject } of old) users.delete(subject);
      return old.length;
    },
  };
}

function order({ createdAt, id }: LoginRecord): string {
  return `${createdAt} ${id}`;
}

function userOrder({ lastLoginAt, subject }: UserRecord): string {
  return `${lastLoginAt} ${subject}`;
}
