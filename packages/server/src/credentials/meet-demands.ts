/**
 * Matches stored credentials with the requirements of an operation of an HTTP API. Its description says where each
 * one goes (the header X-Api-Key, the parameter key), so a key is sent only in the location that it was stored for,
 * and the key of one scheme never to an operation that requires another. The first alternative that is fully met is
 * used.
 */
import type { HttpCredentialDemand, Operation } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { OpenedCredential } from './credential-cache.js';
import { loginCommand } from './login/login-needed.js';

/** The alternatives of an operation that states its own; undefined where those of the entry apply. */
export function alternativesOf({ binding }: Operation): HttpCredentialDemand[][] | undefined {
  return binding.kind === 'http' ? binding.security : undefined;
}

/** The credentials sent for an alternative. */
export interface MetDemands {
  shown: OpenedCredential[];
  /** Scopes that the alternative names. */
  scopes: string[];
}

/** The first alternative that stored credentials meet; undefined when no alternative is met, or none is required. */
export function meet(
  usable: readonly OpenedCredential[],
  alternatives: readonly HttpCredentialDemand[][],
): MetDemands | undefined {
  for (const demands of alternatives) {
    const found = demands.map((demand) => pick(usable, demand));
    const shown = new Set(found.filter((each) => each !== undefined));
    if (demands.length === 0 || found.includes(undefined)) continue;
    // Transport comes first: a certificate is combined with everything.
    const certificate = usable.find(({ record }) => record.kind === 'mtls');
    if (certificate !== undefined) shown.add(certificate);
    return { shown: [...shown], scopes: demands.flatMap(({ scopes = [] }) => scopes) };
  }
  return undefined;
}

/** The credential for one requirement: of those in the right location, one of the required kind is preferred. */
function pick(usable: readonly OpenedCredential[], demand: HttpCredentialDemand): OpenedCredential | undefined {
  const fitting = usable.filter((each) => fits(each, demand));
  const isKey = demand.type !== 'oauth2_bearer';
  return fitting.find(({ record }) => (record.kind === 'api_key') === isKey) ?? fitting[0];
}

function fits({ content: { secret } }: OpenedCredential, { type, in: place, name }: HttpCredentialDemand): boolean {
  if (type === 'mtls' || secret.kind === 'mtls') return type === 'mtls' && secret.kind === 'mtls';
  // Requirements that the description does not explain are left to the stored credential.
  if (type === 'unknown') return true;
  const [at, called] = secret.kind === 'api_key' ? [secret.in, secret.name] : ['header', 'authorization'];
  const isAuthorization = at === 'header' && called.toLowerCase() === 'authorization';
  // Passwords and the like are stored as keys in that header; tokens are not.
  if (type !== 'api_key') return isAuthorization && (type === 'oauth2_bearer' || secret.kind === 'api_key');
  if (place === undefined || name === undefined) return secret.kind === 'api_key';
  return at === place && (at === 'header' ? called.toLowerCase() === name.toLowerCase() : called === name);
}

/** Says what must be stored, in terms of the first alternative. */
export function missingFor(alternatives: readonly HttpCredentialDemand[][], agentId: string): Failure {
  const [first = []] = alternatives.filter((demands) => demands.length > 0);
  const words = first.slice(0, 5).map(wordOf);
  const store = howToStore(
    agentId,
    alternatives.some((demands) => demands.length === 1 && demands[0]?.type === 'oauth2_bearer'),
  );
  return new Failure('FORBIDDEN', {
    message: `The service requires ${words.join(' and ')}, and no credential for it is stored; nothing was sent. ${store}`,
  });
}

/** What a caller can do who has no credential; a service that accepts access tokens can be logged in to. */
export function howToStore(agentId: string, takesTokens: boolean): string {
  const login = takesTokens ? `log in to the service ("${loginCommand(agentId)}"), ` : '';
  return `Send your own as X-Agent-Authorization, ${login}or have one stored for the service (agent_credentials_add, "dragoman credentials add").`;
}

const plain = /^[\w.-]{1,80}$/;

function wordOf({ type, in: place, name }: HttpCredentialDemand): string {
  const word = plain.test(type) ? `'${type}'` : 'a credential';
  if (place === undefined || name === undefined || !plain.test(name)) return word;
  return `${word} in the ${place === 'query' ? 'parameter' : place} ${name}`;
}
