/** The caller's own credential, as headers. It never enters an error, an address or a log line. */
import { clientError } from './dragoman-error.js';

/** An API key of the registry, or an access token for it. */
export type StaticCredential = { apiKey: string } | { token: string };

/** A credential, or a function that gets one anew for each request, so that tokens can be renewed. */
export type Credential = StaticCredential | (() => StaticCredential | Promise<StaticCredential>);

const unsafe = /[^\x21-\x7e]/;

/** The headers that carry a credential. */
export async function credentialHeaders(credential: Credential | undefined): Promise<Record<string, string>> {
  if (credential === undefined) return {};
  const present = typeof credential === 'function' ? await credential() : credential;
  if ('apiKey' in present) return { 'x-api-key': headerValue(present.apiKey, 'API key') };
  return { authorization: `Bearer ${headerValue(present.token, 'token')}` };
}

/** A secret that may stand in a header; otherwise an error that does not show it. */
export function headerValue(secret: string, what: string): string {
  if (secret === '' || unsafe.test(secret)) {
    throw clientError('INVALID_ARGUMENT', {
      message: `The ${what} is empty or contains a blank, a line break or a character outside ASCII.`,
    });
  }
  return secret;
}
