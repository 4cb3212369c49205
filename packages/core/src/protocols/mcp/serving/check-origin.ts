/** Prevents pages of other sites from calling this server through a user's browser (transports, security). */
import { Failure } from '@dragoman/model';
import type { HttpRequest } from '../../../transport/http-request.js';

/** Throws `FORBIDDEN` for a request from a page of a foreign origin. */
export function requireOrigin({ headers }: Pick<HttpRequest, 'headers'>, origins: readonly string[]): void {
  const origin = headers.get('origin');
  if (origin === null || origins.includes('*') || origins.includes(origin)) return;
  if (URL.canParse(origin) && new URL(origin).host === headers.get('host')?.toLowerCase()) return;
  throw new Failure('FORBIDDEN', { message: 'Pages of this origin may not call this server.' });
}
