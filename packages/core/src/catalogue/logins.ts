/** Login sessions of browsers in the store. The secret of a session is known only to its browser; the store has its hash. */
import type { AuditDraft } from './audit.js';

/** One login session. */
export interface LoginRecord {
  /** Public id, for lists and revocation. */
  id: string;
  /** SHA-256 of the secret, hexadecimal. */
  hash: string;
  /** Subject of the caller that logged in. */
  subject: string;
  method: 'key' | 'oidc';
  /** Id of the key that was exchanged; the session ends with it. */
  keyId?: string;
  /** Scopes of an OpenID Connect login; those of a key are read from the key. */
  scopes: string[];
  /** RFC 3339, UTC. */
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
  /** The browser, as it described itself; limited by the writer. */
  userAgent?: string;
}

/** A person who has logged in at an identity provider, with what the provider said at the last login. */
export interface UserRecord {
  subject: string;
  /** Name at the provider, third-party text; limited by the writer. */
  name?: string;
  /** Claim of the provider that contains the scopes, and the scopes in it. */
  claim: string;
  claimed: string[];
  /** Scopes that the settings give to everybody who logs in. */
  granted: string[];
  /** RFC 3339, UTC. */
  firstLoginAt: string;
  lastLoginAt: string;
  lastSeenAt: string;
}

/** What a login says about a person. */
export type UserFacts = Pick<UserRecord, 'name' | 'claim' | 'claimed' | 'granted'>;

/** The record of a person after a login. */
export function userAfterLogin(before: UserRecord | undefined, login: LoginRecord, facts: UserFacts): UserRecord {
  const { subject, createdAt } = login;
  const firstLoginAt = before?.firstLoginAt ?? createdAt;
  return { subject, ...facts, firstLoginAt, lastLoginAt: createdAt, lastSeenAt: createdAt };
}

/** Login sessions. Expired ones are never returned; logins and logouts are audited in the same transaction. */
export interface LoginStore {
  /** With facts, also records the person who logged in. */
  add(login: LoginRecord, audit: AuditDraft, facts?: UserFacts): Promise<void>;
  /** The session with this hash. */
  find(hash: string, now: string): Promise<LoginRecord | undefined>;
  /** Sessions of a subject, newest first, at most `limit`. */
  ofSubject(subject: string, now: string, limit: number): Promise<LoginRecord[]>;
  /** Sessions of everybody, newest first, at most `limit`. */
  all(now: string, limit: number): Promise<LoginRecord[]>;
  /** The session with this public id. */
  read(id: string, now: string): Promise<LoginRecord | undefined>;
  /** People who have logged in through a provider, the last login first, at most `limit`. */
  users(limit: number): Promise<UserRecord[]>;
  /** Records the last use of the session and of its person; not audited. */
  touch(id: string, at: string): Promise<void>;
  /** Removes a session; false, and nothing audited, when there is none. */
  remove(id: string, audit: AuditDraft): Promise<boolean>;
  /** Removes expired sessions, at most `limit`; returns their number. */
  prune(now: string, limit: number): Promise<number>;
  /** Removes people who were last seen before this time, at most `limit`; returns their number. */
  pruneUsers(seenBefore: string, limit: number): Promise<number>;
}
