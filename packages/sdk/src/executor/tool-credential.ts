/**
 * The credentials for a vendor's own API, as headers. Only requests to that root carry them, and `hide` removes them
 * from every text for the model, even when the server repeats them.
 */
import type { StaticCredential } from '../credential.js';
import { credentialHeaders, headerValue } from '../credential.js';
import { clientError } from '../dragoman-error.js';

/** A key, a token, or vendor-specific headers. */
export type ToolSecret = StaticCredential | { headers: Readonly<Record<string, string>> };

/** A secret, or a function that returns one; `renew` is true when the server has just rejected the last one. */
export type ToolCredential = ToolSecret | ((request: { renew: boolean }) => ToolSecret | Promise<ToolSecret>);

/** Creates headers and remembers what must not be shown. */
export interface CredentialKeeper {
  /** Whether rejected credentials can be renewed. */
  readonly renewable: boolean;
  headers(renew: boolean): Promise<Record<string, string>>;
  /** The text without recently used secrets. */
  hide(text: string): string;
}

/** Number of remembered secrets; older ones have expired. */
const mostSecrets = 16;

/** Minimum length of a hidden secret; a shorter one would remove parts of ordinary words. */
const shortestSecret = 6;

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Manages the credentials of one root. */
export function createCredentialKeeper(credential: ToolCredential | undefined): CredentialKeeper {
  const secrets: string[] = [];
  const remember = (secret: string) => {
    if (secret.length < shortestSecret || secrets.includes(secret)) return;
    secrets.unshift(secret);
    secrets.length = Math.min(secrets.length, mostSecrets);
  };
  return {
    renewable: typeof credential === 'function',
    async headers(renew) {
      if (credential === undefined) return {};
      const secret = typeof credential === 'function' ? await credential({ renew }) : credential;
      const headers = 'headers' in secret ? ownHeaders(secret.headers) : await credentialHeaders(secret);
      for (const value of Object.values(headers)) remember(value.replace(/^(?:Bearer|Basic) /, ''));
      return headers;
    },
    hide: (text) =>
      secrets.reduce((left, secret) => {
        const escaped = JSON.stringify(secret).slice(1, -1);
        return left.replaceAll(secret, '[credential]').replaceAll(escaped, '[credential]');
      }, text),
  };
}

function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!headerName.test(name))
        throw clientError('INVALID_ARGUMENT', { message: 'A credential header has no name.' });
      for (const word of value.split(' ')) headerValue(word, `header ${name}`);
      return [name.toLowerCase(), value];
    }),
  );
}
