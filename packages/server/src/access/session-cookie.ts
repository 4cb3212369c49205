/** The cookie of a login session: its name, its attributes, and the token that proves that a write comes from our own page. */
import { hash } from 'node:crypto';

/** Where browsers reach the server. */
export interface CookiePlace {
  /** True when browsers use https. */
  secure: boolean;
  /** Port of the server; cookies of plain http are shared by all ports of a host, so their names contain it. */
  port: string;
}

/** Name of the cookie. `__Host-` makes the browser refuse one that another host or a plain connection has set. */
export function cookieName({ secure, port }: CookiePlace): string {
  return secure ? '__Host-dragoman-session' : `dragoman-session-${port || '80'}`;
}

/** The header that sets the cookie, or deletes it without a secret. */
export function sessionCookie(place: CookiePlace, secret: string | undefined, maxAgeSeconds: number): string {
  const age = secret === undefined ? 0 : Math.max(0, Math.floor(maxAgeSeconds));
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${age}`, ...(place.secure ? ['Secure'] : [])];
  return [`${cookieName(place)}=${secret ?? ''}`, ...attributes].join('; ');
}

/** The value of a cookie in the header of a request; undefined when there is none or two different ones. */
export function readCookie(header: string | null, name: string): string | undefined {
  if (header === null || !header.includes(name)) return undefined;
  const values = header
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${name}=`))
    .map((each) => each.slice(name.length + 1));
  return new Set(values).size === 1 && values[0] !== '' ? values[0] : undefined;
}

/** Hash under which the store knows a session. */
export function hashSession(secret: string): string {
  return hash('sha256', `session ${secret}`);
}

/** The token that writes must carry; derived from the secret, so that only the session's own page can know it. */
export function csrfToken(secret: string): string {
  return hash('sha256', `csrf ${secret}`, 'base64url');
}
