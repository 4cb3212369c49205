/** The caller's own credentials, as headers. They never appear in an error, a URL or a log line. */
import { clientError } from './dragoman-error.js';

/** An API key of the registry, or an access token for it. */
export type StaticCredential = { apiKey: string } | { token: string };

/** Credentials, or a function that returns them for each request, so that tokens can be renewed. */
export type Credential = StaticCredential | (() => StaticCredential | Promise<StaticCredential>);

const unsafe = /[^\x21-\x7e]/;

/** The headers with the credentials. */
export async function credentialHeaders(credential: Credential | undefined): Promise<Record<string, string>> {
  if (credential === undefined) return {};
  const present = typeof credential === 'function' ? await credential() : credential;
  if ('apiKey' in present) return { 'x-api-key': headerValue(present.apiKey, 'API key') };
  return { authorization: `Bearer ${headerValue(present.token, 'token')}` };
}

/** A secret that is valid in a header; otherwise throws an error without showing it. */
export function headerValue(secret: string, what: string): string {
  if (secret === '' || unsafe.test(secret)) {
    throw clientError('INVALID_ARGUMENT', {
      message: `The ${what} is empty or contains a space, a line break or a non-ASCII character.`,
    });
  }
  return secret;
}
