/**
 * The credential for a vendor's own API, as headers. Only requests to that root carry it, and `hide` keeps it out of
 * every text that a model gets to see, also when the server repeats it.
 */
import type { StaticCredential } from '../credential.js';
import { credentialHeaders, headerValue } from '../credential.js';
import { clientError } from '../dragoman-error.js';

/** A key, a token, or the headers that a vendor demands instead. */
export type ToolSecret = StaticCredential | { headers: Readonly<Record<string, string>> };

/** A secret, or a function that gets one; `renew` is true when the server has just refused the last one. */
export type ToolCredential = ToolSecret | ((request: { renew: boolean }) => ToolSecret | Promise<ToolSecret>);

/** Makes headers and remembers what must not be shown. */
export interface CredentialKeeper {
  /** Whether a refused credential can be replaced by another. */
  readonly renewable: boolean;
  headers(renew: boolean): Promise<Record<string, string>>;
  /** The text without any secret that was used lately. */
  hide(text: string): string;
}

/** Secrets that are remembered; older ones have long expired. */
const mostSecrets = 16;

/** Shortest secret that is looked for; a shorter one would tear holes into ordinary words. */
const shortestSecret = 6;

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Keeps the credential of one root. */
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
