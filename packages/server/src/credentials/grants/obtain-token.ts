/** Gets a token as a stored credential says: which requests at which servers, and how the client authenticates. */
import { readFile } from 'node:fs/promises';
import type { Clock } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { TokenClientSecret } from '../credential-content.js';
import { clientAssertion } from './client-assertion.js';
import type { ProofsOf } from './possession.js';
import type { TokenEndpoint, TokenRequest } from './token-endpoint.js';
import type { ObtainToken, TokenPlan } from './token-source.js';

/** Dependencies of the requests. */
export interface ObtainTokenPorts {
  endpoint: Pick<TokenEndpoint, 'request'>;
  clock: Clock;
  proofsOf: ProofsOf;
  /** The identity token of the workload that this server runs as. */
  readWorkloadToken: () => Promise<string>;
}

const grants = {
  client: 'client_credentials',
  exchange: 'urn:ietf:params:oauth:grant-type:token-exchange',
  jwtBearer: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
} as const;

const tokenType = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;

/** Creates the function that requests tokens. */
export function createObtainToken(ports: ObtainTokenPorts): ObtainToken {
  return async (plan) => ports.endpoint.request(await requestFor(ports, plan));
}

/** The request for the token of a plan; that of an enterprise needs another request before it. */
export async function requestFor(ports: ObtainTokenPorts, plan: TokenPlan): Promise<TokenRequest> {
  const { secret } = plan;
  const { scope, audience, resource } = secret;
  const wanted = { scope, audience, resource };
  switch (secret.kind) {
    case 'oauth2_client':
      return tokenRequest(ports, secret, { grant_type: grants.client, ...wanted });
    case 'token_exchange': {
      const { actorToken, actorTokenType = tokenType('jwt'), requestedTokenType = tokenType('access_token') } = secret;
      return tokenRequest(ports, secret, {
        grant_type: grants.exchange,
        ...wanted,
        subject_token: plan.callerToken ?? '',
        subject_token_type: tokenType('jwt'),
        requested_token_type: requestedTokenType,
        actor_token: actorToken,
        actor_token_type: actorToken === undefined ? undefined : actorTokenType,
      });
    }
    case 'jwt_bearer': {
      const assertion = secret.assertion ?? (await ports.readWorkloadToken());
      return tokenRequest(ports, secret, { grant_type: grants.jwtBearer, ...wanted, assertion });
    }
    default: {
      const { token: assertion } = await ports.endpoint.request(identityRequest(ports, plan));
      return tokenRequest(ports, secret, { grant_type: grants.jwtBearer, ...wanted, audience: undefined, assertion });
    }
  }
}

/** The request for an identity assertion, which the identity provider issues for the authorization server. */
function identityRequest(ports: ObtainTokenPorts, { secret, callerToken }: TokenPlan): TokenRequest {
  if (secret.kind !== 'enterprise') throw new Error('the credential needs no identity assertion');
  const { idpTokenUrl, idpClientId, idpClientSecret, issuer, tokenUrl, audience, scope, resource } = secret;
  const idp: TokenClientSecret = {
    tokenUrl: idpTokenUrl,
    ...(idpClientId === undefined ? {} : { clientId: idpClientId }),
    ...(idpClientSecret === undefined ? {} : { clientSecret: idpClientSecret }),
  };
  const isStored = secret.subjectToken !== undefined;
  const request = tokenRequest(ports, idp, {
    grant_type: grants.exchange,
    requested_token_type: tokenType('id-jag'),
    subject_token: secret.subjectToken ?? callerToken ?? '',
    subject_token_type: secret.subjectTokenType ?? tokenType(isStored ? 'id_token' : 'jwt'),
    audience: audience ?? issuer ?? new URL(tokenUrl).origin,
    resource,
    scope,
  });
  return { ...request, expects: 'N_A' };
}

/** A form of the client, authenticated as it does it (RFC 6749 §2.3, RFC 7523 §2.2). */
function tokenRequest(
  { clock, proofsOf }: ObtainTokenPorts,
  secret: TokenClientSecret,
  parameters: Readonly<Record<string, string | undefined>>,
): TokenRequest {
  const { tokenUrl: url, clientId, clientSecret, clientAuth, proofKey } = secret;
  const form = new URLSearchParams();
  const add = (name: string, value: string | undefined) => value === undefined || form.set(name, value);
  for (const [name, value] of Object.entries(parameters)) add(name, value);
  const proof = proofKey === undefined ? {} : { proof: proofsOf(proofKey) };
  if (clientId !== undefined && clientSecret !== undefined && clientAuth !== 'form') {
    return { url, form, authorization: basicAuthorization(clientId, clientSecret), ...proof };
  }
  add('client_id', clientId);
  add('client_secret', clientSecret);
  const signs = clientAuth === 'private_key_jwt';
  return { url, form, ...proof, ...(signs ? { fresh: () => clientAssertion(secret, clock.now()) } : {}) };
}

/** The header of a client: RFC 6749 §2.3.1, both halves are form-encoded before they are joined. */
export function basicAuthorization(id: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams({ x: text }).toString().slice(2);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`;
}

/** Reads the token of the workload again for each request, because the platform replaces it; undefined: no file is set. */
export function createReadWorkloadToken(path: string | undefined): () => Promise<string> {
  return async () => {
    if (path === undefined) {
      throw new Failure('CONFLICT', {
        message:
          'The credential uses the identity of the workload, and this server has none: set secrets.workloadTokenFile.',
      });
    }
    const text = await readFile(path, 'utf8').catch((cause: unknown) => {
      throw new Failure('INTERNAL', { message: 'The file in secrets.workloadTokenFile cannot be read.', cause });
    });
    const token = text.trim();
    if (/^[\x21-\x7e]{1,16384}$/.test(token)) return token;
    throw new Failure('INTERNAL', { message: 'The file in secrets.workloadTokenFile contains no token.' });
  };
}
