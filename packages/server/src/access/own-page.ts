/** Whether a browser's request comes from a page of this server. */
import type { HeaderView } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';

/** Rejects requests that a page of another site or of another host has sent. */
export function requireOwnPage(headers: HeaderView, origin: string): void {
  const site = headers.get('sec-fetch-site');
  const from = headers.get('origin');
  const own = from === null || from === origin || (URL.canParse(from) && new URL(from).host === headers.get('host'));
  if (own && (site === null || site === 'same-origin' || site === 'none')) return;
  throw new Failure('FORBIDDEN', { message: 'Pages of other sites may not use the session of this server.' });
}
