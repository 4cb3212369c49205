/** Keeps a login in the session of this tab while the browser is at the authorization server. */
import type { StartedLogin } from '@dragoman/sdk';
import { basePath } from '../../links.js';

/** A login that was started in this tab. */
export interface KeptLogin {
  /** Sealed by the server. */
  login: string;
  service: string;
}

const keyOf = (state: string) => `dragoman.login.${state}`;

/** The page that the authorization server returns to. */
export function returnAddress(origin: string): string {
  return `${origin}${basePath}/login-return`;
}

/** Keeps it until the browser returns. */
export function keepLogin(storage: Storage, { login, authorization_url: url }: StartedLogin, service: string): void {
  const state = new URL(url).searchParams.get('state') ?? '';
  storage.setItem(keyOf(state), JSON.stringify({ login, service }));
}

/** The login that a redirect belongs to, once; undefined when it was started elsewhere. */
export function takeLogin(storage: Storage, query: string): KeptLogin | undefined {
  const key = keyOf(new URLSearchParams(query).get('state') ?? '');
  const kept = storage.getItem(key);
  storage.removeItem(key);
  return kept === null ? undefined : (JSON.parse(kept) as KeptLogin);
}
