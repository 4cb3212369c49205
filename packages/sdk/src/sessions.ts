/** Login sessions of browsers, and who the caller is. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { walkPages } from './pages.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** The caller as the registry sees it. */
export interface SessionCaller {
  /** `local`: the user of an open server on loopback; otherwise how the caller was authenticated. */
  kind: 'anonymous' | 'local' | 'key' | 'token' | 'certificate';
  subject: string;
  scopes: string[];
}

/** Who calls, how, and how a browser can log in. */
export interface CallerSession {
  /** `open`: no login needed; `session`: a login session; `credential`: a key, token or certificate; `none`: anonymous. */
  access: 'open' | 'session' | 'credential' | 'none';
  caller: SessionCaller;
  /** Value of the header `X-CSRF-Token` for writes of this session. */
  csrf_token?: string;
  /** When the session ends at the latest; RFC 3339. */
  expires_at?: string;
  /** When the session ends unless it is used; RFC 3339. */
  idle_expires_at?: string;
  /** Ways to log in. */
  login: {
    /** True when an API key can be exchanged for a session. */
    key: boolean;
    /** OpenID Connect, when an issuer is configured: open `url` in the browser. */
    oidc?: { issuer: string; url: string };
  };
  /** Version of the registry. */
  version: string;
}

/** One login session. */
export interface LoginSession {
  id: string;
  /** Who is logged in. */
  subject: string;
  /** Key that the session was created with; the session ends with it. */
  key_id?: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  /** `key` or `oidc`. */
  method: string;
  /** The browser, as it described itself. */
  user_agent?: string;
  /** True for the session of this request. */
  current: boolean;
}

/** Calls for sessions. */
export interface SessionCalls {
  /** Who the caller is; responds to anonymous callers too. */
  read(options?: CallOptions): Promise<CallerSession>;
  /** Exchanges an API key for a session cookie. Never retried. */
  login(key: string, options?: CallOptions): Promise<CallerSession>;
  /** Ends the session of this request. */
  logout(options?: CallOptions): Promise<void>;
  /** The caller's sessions, newest first; with `owner: 'everyone'` those of everyone, for administrators. */
  list(options?: CallOptions & { owner?: 'me' | 'everyone' }): Promise<LoginSession[]>;
  /** Ends one of the caller's sessions; administrators end any. */
  revoke(id: string, options?: CallOptions): Promise<void>;
  /** People who have logged in with OpenID Connect, the last login first; for administrators. */
  users(options?: CallOptions): Promise<UserList>;
}

/** A person who has logged in with OpenID Connect, with what the provider said at the last login. */
export interface User {
  /** Identity of the person as a caller. */
  subject: string;
  /** Name at the provider, third-party text. */
  name?: string;
  /** Claim that contained the scopes, and the scopes in it. */
  claim: string;
  claimed_scopes: string[];
  /** Scopes that the settings give to everybody who logs in. */
  granted_scopes: string[];
  first_login_at: string;
  last_login_at: string;
  /** Last request, to the minute. */
  last_seen_at: string;
}

/** People, and where their scopes come from. */
export interface UserList {
  users: User[];
  /** Absent when no provider is configured. */
  provider?: { issuer: string; scope_claim: string; granted: string[] };
}

/** Creates the calls over a transport. */
export function createSessionCalls(transport: Transport): SessionCalls {
  const own = { to: ['session'] } as const;
  return {
    read: async (options = {}) =>
      readSession(await transport.send({ ...options, ...own, method: 'GET', repeatable: true })),
    login: async (key, options = {}) =>
      readSession(await transport.send({ ...options, ...own, method: 'POST', body: { key }, repeatable: false })),
    async logout(options = {}) {
      await transport.send({ ...options, ...own, method: 'DELETE', repeatable: true });
    },
    async list({ owner, ...options } = {}) {
      const query = new URLSearchParams({ top: '200', ...(owner === undefined ? {} : { owner }) });
      const request = { ...options, method: 'GET', to: ['sessions'], query, repeatable: true } as const;
      const sessions: LoginSession[] = [];
      const read = ({ body, status }: Incoming) => ({ items: listOf(body, status, ['sessions']) as LoginSession[] });
      for await (const session of walkPages(transport, () => request, read)) sessions.push(session);
      return sessions;
    },
    async users(options = {}) {
      const query = new URLSearchParams({ top: '200' });
      const request = { ...options, method: 'GET', to: ['users'], query, repeatable: true } as const;
      const list: UserList = { users: [] };
      const read = ({ body, status }: Incoming) => {
        if (isJsonObject(body) && isJsonObject(body.provider)) {
          list.provider = body.provider as unknown as NonNullable<UserList['provider']>;
        }
        return { items: listOf(body, status, ['users']) as User[] };
      };
      for await (const user of walkPages(transport, () => request, read)) list.users.push(user);
      return list;
    },
    async revoke(id, options = {}) {
      await transport.send({ ...options, method: 'DELETE', to: ['sessions', id], repeatable: true });
    },
  };
}

function readSession({ body, status }: Incoming): CallerSession {
  if (isJsonObject(body) && typeof body.access === 'string' && isJsonObject(body.caller)) {
    return body as unknown as CallerSession;
  }
  throw clientError('INVALID_RESPONSE', { message: 'The response is not a session.', status });
}
