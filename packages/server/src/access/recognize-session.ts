/** Authenticates a browser by its session cookie, and rejects writes that do not come from the session's own page. */
import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '@dragoman/core/engine';
import type { HttpRequest } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { LoginSessions } from './login-sessions.js';
import { requireOwnPage } from './own-page.js';
import type { CookiePlace } from './session-cookie.js';
import { cookieName, csrfToken, readCookie } from './session-cookie.js';

/** Dependencies. */
export interface RecognizeSessionPorts {
  sessions: Pick<LoginSessions, 'recognize'>;
  place: () => CookiePlace;
  /** Public URL of this server. */
  origin: () => string;
}

/** Finds the caller of a session. */
export interface RecognizeSession {
  /** The secret in the cookie; undefined without one. */
  secretOf(request: Pick<HttpRequest, 'headers'>): string | undefined;
  /** The caller; undefined when the session has ended. Throws FORBIDDEN for a forged write. */
  callerOf(secret: string, request: Pick<HttpRequest, 'headers' | 'method'>): Promise<Caller | undefined>;
}

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Creates the port of the authentication step. */
export function createRecognizeSession({ sessions, place, origin }: RecognizeSessionPorts): RecognizeSession {
  return {
    secretOf({ headers }) {
      const cookies = headers.get('cookie');
      return cookies === null ? undefined : readCookie(cookies, cookieName(place()));
    },
    async callerOf(secret, { headers, method }) {
      const known = await sessions.recognize(secret);
      if (known === undefined) return undefined;
      if (!reads.has(method)) {
        requireOwnPage(headers, origin());
        requireToken(headers.get('x-csrf-token'), csrfToken(secret));
      }
      return { ...known.caller, login: true };
    },
  };
}

function requireToken(given: string | null, expected: string): void {
  const bytes = Buffer.from(given ?? '');
  if (bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected))) return;
  throw new Failure('FORBIDDEN', {
    message: 'The header X-CSRF-Token is missing or belongs to another session; read it from GET /session.',
  });
}
