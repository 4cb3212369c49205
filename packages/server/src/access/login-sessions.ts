/**
 * Login sessions: a browser exchanges an API key or an OpenID Connect login for an opaque secret, of which the store has only
 * the hash. A session ends when it expires, when it was not used for some time, at logout, and with the key it came from.
 */
import { randomBytes } from 'node:crypto';
import type { Caller, KeyStore, LoginRecord, LoginStore, UserFacts, UserRecord } from '@dragoman/core/engine';
import { isUsableKey } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { hashSession } from './session-cookie.js';

/** Dependencies of login sessions. */
export interface LoginSessionPorts {
  logins: LoginStore;
  keys: Pick<KeyStore, 'find'>;
  clock: Clock;
  /** Seconds after which a session ends. */
  maxSeconds: number;
  /** Seconds without a request after which a session ends. */
  idleSeconds: number;
  /** Called when the last use could not be recorded; the request continues. */
  onError: (error: unknown) => void;
}

/** A new session. */
export interface NewLogin extends Pick<LoginRecord, 'subject' | 'method' | 'scopes' | 'keyId' | 'userAgent'> {
  /** The person, when a provider has vouched for one. */
  user?: UserFacts;
  traceId: string;
}

/** A session that a request belongs to. */
export interface KnownLogin {
  record: LoginRecord;
  caller: Caller;
  /** When it ends without use; RFC 3339. */
  idleExpiresAt: string;
}

/** Login sessions. */
export interface LoginSessions {
  /** Starts a session; the secret is for its browser alone. */
  start(login: NewLogin): Promise<{ secret: string; known: KnownLogin }>;
  /** The session of a secret; undefined when it has ended or never existed. */
  recognize(secret: string): Promise<KnownLogin | undefined>;
  /** The sessions of a subject that can still be used, newest first. */
  list(subject: string): Promise<LoginRecord[]>;
  /** The sessions of everybody that can still be used, newest first. */
  listAll(): Promise<LoginRecord[]>;
  /** People who have logged in through a provider, the last login first. */
  users(): Promise<UserRecord[]>;
  /** A session that this caller may end; fails with NOT_FOUND for those of others, except for administrators. */
  readEndable(by: SessionEnder, id: string): Promise<LoginRecord>;
  /** Ends such a session. */
  end(by: SessionEnder, id: string): Promise<void>;
}

/** Who ends a session. */
export interface SessionEnder {
  subject: string;
  /** True when the sessions of others may be ended. */
  isAdmin: boolean;
  traceId: string;
}

/** Name of the acting party in audit records of calls that the console makes for a caller. */
export const consoleActor = 'console';

/** Minimum milliseconds between two records of use. */
const noteEveryMs = 60_000;

/** Maximum number of sessions of one subject in a list, and of sessions or people of a whole server. */
const maxListed = 100;
const maxOfServer = 1000;

/** Maximum length of the browser's description of itself. */
const maxUserAgent = 300;

const secretForm = /^[A-Za-z0-9_-]{43}$/;

/** Creates the sessions over a store. */
export function createLoginSessions(ports: LoginSessionPorts): LoginSessions {
  const { logins, keys, clock, maxSeconds, idleSeconds, onError } = ports;
  const later = (seconds: number, from = clock.now()) => new Date(from + seconds * 1000).toISOString();
  const idleExpiry = ({ lastUsedAt }: LoginRecord) => later(idleSeconds, Date.parse(lastUsedAt));
  const isIdle = (record: LoginRecord) => idleExpiry(record) <= timestamp(clock);
  const audit = (
    action: string,
    target: string,
    { subject: actor, traceId }: Pick<SessionEnder, 'subject' | 'traceId'>,
  ) => ({ at: timestamp(clock), actor, action, target, outcome: 'done', code: '', traceId }) as const;
  const know = async (record: LoginRecord): Promise<KnownLogin | undefined> => {
    const caller = await callerOf(record, keys, clock);
    return caller === undefined ? undefined : { record, caller, idleExpiresAt: idleExpiry(record) };
  };
  const note = (record: LoginRecord) => {
    if (clock.now() - Date.parse(record.lastUsedAt) < noteEveryMs) return record;
    const lastUsedAt = timestamp(clock);
    logins.touch(record.id, lastUsedAt).catch(onError);
    return { ...record, lastUsedAt };
  };
  const readEndable = async (by: SessionEnder, id: string) => {
    const record = await logins.read(id, timestamp(clock));
    if (record !== undefined && (by.isAdmin || record.subject === by.subject)) return record;
    throw unknownSession(by);
  };
  return {
    async start({ traceId, userAgent, user, ...login }) {
      const secret = randomBytes(32).toString('base64url');
      const now = timestamp(clock);
      const record: LoginRecord = {
        ...login,
        id: randomBytes(8).toString('hex'),
        hash: hashSession(secret),
        createdAt: now,
        lastUsedAt: now,
        expiresAt: later(maxSeconds),
        ...(userAgent === undefined ? {} : { userAgent: userAgent.slice(0, maxUserAgent) }),
      };
      await logins.add(record, audit('session.create', record.id, { ...record, traceId }), user);
      const known = await know(record);
      if (known === undefined) throw new Failure('INVALID_CREDENTIAL');
      return { secret, known };
    },
    async recognize(secret) {
      if (!secretForm.test(secret)) return undefined;
      const record = await logins.find(hashSession(secret), timestamp(clock));
      return record === undefined || isIdle(record) ? undefined : know(note(record));
    },
    list: async (subject) =>
      (await logins.ofSubject(subject, timestamp(clock), maxListed)).filter((record) => !isIdle(record)),
    listAll: async () => (await logins.all(timestamp(clock), maxOfServer)).filter((record) => !isIdle(record)),
    users: () => logins.users(maxOfServer),
    readEndable,
    async end(by, id) {
      const { subject } = await readEndable(by, id);
      const whose = subject === by.subject ? {} : { detail: JSON.stringify({ subject }) };
      if (!(await logins.remove(id, { ...audit('session.end', id, by), ...whose }))) throw unknownSession(by);
    },
  };
}

function unknownSession({ isAdmin }: SessionEnder): Failure {
  const whose = isAdmin ? '' : ' of yours';
  return new Failure('NOT_FOUND', { message: `There is no such session${whose}; it may have ended.` });
}

/** The caller of a session; undefined when the key it came from may no longer be used. */
async function callerOf(record: LoginRecord, keys: Pick<KeyStore, 'find'>, clock: Clock): Promise<Caller | undefined> {
  const { keyId, subject } = record;
  if (keyId === undefined) return { kind: 'token', subject, scopes: record.scopes, actor: consoleActor };
  const key = await keys.find(keyId);
  if (key === undefined || !isUsableKey(key, clock.now())) return undefined;
  return { kind: 'key', subject: key.subject, scopes: key.scopes, actor: consoleActor };
}
