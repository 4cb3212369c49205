/**
 * Which stored credentials meet what an operation of an HTTP API demands. Its description says where each one goes (the
 * header X-Api-Key, the parameter key), so a key is shown only in the place that it was stored for, and the key of one
 * scheme never to an operation that asks for another. The first alternative that is met as a whole counts.
 */
import type { HttpCredentialDemand, Operation } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { OpenedCredential } from './held-credentials.js';

/** The alternatives of an operation that states its own; undefined where the entry speaks for all. */
export function alternativesOf({ binding }: Operation): HttpCredentialDemand[][] | undefined {
  return binding.kind === 'http' ? binding.security : undefined;
}

/** What is shown for an alternative. */
export interface MetDemands {
  shown: OpenedCredential[];
  /** Scopes that the alternative names. */
  scopes: string[];
}

/** The first alternative that stored credentials meet; undefined when there is none, or nothing has to be shown. */
export function meet(
  usable: readonly OpenedCredential[],
  alternatives: readonly HttpCredentialDemand[][],
): MetDemands | undefined {
  for (const demands of alternatives) {
    const found = demands.map((demand) => pick(usable, demand));
    const shown = new Set(found.filter((each) => each !== undefined));
    if (demands.length === 0 || found.includes(undefined)) continue;
    // Transport comes before what is said over it: a certificate goes with everything.
    const certificate = usable.find(({ record }) => record.kind === 'mtls');
    if (certificate !== undefined) shown.add(certificate);
    return { shown: [...shown], scopes: demands.flatMap(({ scopes = [] }) => scopes) };
  }
  return undefined;
}

/** The credential for one demand: of those in the right place, one of the kind that is asked for goes first. */
function pick(usable: readonly OpenedCredential[], demand: HttpCredentialDemand): OpenedCredential | undefined {
  const fitting = usable.filter((each) => fits(each, demand));
  const isKey = demand.type !== 'oauth2_bearer';
  return fitting.find(({ record }) => (record.kind === 'api_key') === isKey) ?? fitting[0];
}

function fits({ content: { secret } }: OpenedCredential, { type, in: place, name }: HttpCredentialDemand): boolean {
  if (type === 'mtls' || secret.kind === 'mtls') return type === 'mtls' && secret.kind === 'mtls';
  // What the description does not explain is left to whoever stored the credential.
  if (type === 'unknown') return true;
  const [at, called] = secret.kind === 'api_key' ? [secret.in, secret.name] : ['header', 'authorization'];
  const isAuthorization = at === 'header' && called.toLowerCase() === 'authorization';
  // Passwords and the like are stored as keys in that header; a token is none of them.
  if (type !== 'api_key') return isAuthorization && (type === 'oauth2_bearer' || secret.kind === 'api_key');
  if (place === undefined || name === undefined) return secret.kind === 'api_key';
  return at === place && (at === 'header' ? called.toLowerCase() === name.toLowerCase() : called === name);
}

/** Says what would have to be stored, in the words of the first alternative. */
export function missingFor(alternatives: readonly HttpCredentialDemand[][]): Failure {
  const [first = []] = alternatives.filter((demands) => demands.length > 0);
  const words = first.slice(0, 5).map(wordOf);
  const isCookie = first.some(({ in: place }) => place === 'cookie');
  const store = isCookie
    ? 'A key in a cookie cannot be stored.'
    : 'Send your own as X-Agent-Authorization, or have one stored for the agent (agent_credentials_add).';
  return new Failure('FORBIDDEN', {
    message: `The agent demands ${words.join(' and ')}, and no credential for it is stored; nothing was sent. ${store}`,
  });
}

const plain = /^[\w.-]{1,80}$/;

function wordOf({ type, in: place, name }: HttpCredentialDemand): string {
  const word = plain.test(type) ? `'${type}'` : 'a credential';
  if (place === undefined || name === undefined || !plain.test(name)) return word;
  return `${word} in the ${place === 'query' ? 'parameter' : place} ${name}`;
}
