/** The confirmation token of a preview: of the gateway in the body, next to a service's own preview in a header. */
import { isJsonObject } from '@dragoman/model';
import type { Incoming } from './transport.js';

/** The token; undefined when the preview has none. */
export function confirmationToken({ body, headers }: Pick<Incoming, 'body' | 'headers'>): string | undefined {
  const confirmation = isJsonObject(body) ? body.confirmation : undefined;
  const token = isJsonObject(confirmation) ? confirmation.token : undefined;
  return typeof token === 'string' ? token : (headers.get('x-confirm') ?? undefined);
}
