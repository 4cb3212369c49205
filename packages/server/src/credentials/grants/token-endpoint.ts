/** Requests tokens from authorization servers (RFC 6749 §4.1.3, §4.4 and §6, RFC 7523, RFC 8693, RFC 9449). */
import type { PossessionProof } from '@dragoman/core/http';
import type { JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { AuthServerAnswer, AuthServerClient } from '../auth-server-client.js';

/** A request for a token. */
export interface TokenRequest {
  url: string;
  form: URLSearchParams;
  /** `Authorization` of the client, where it is not in the form. */
  authorization?: string;
  /** Creates parameters that are valid once, such as a signed assertion. */
  fresh?: () => Record<string, string>;
  /** Binds the token to a key (DPoP). */
  proof?: PossessionProof;
  /** Type that the token must have; `DPoP` with a proof, otherwise `Bearer`. */
  expects?: 'N_A';
}

/** A token and its lifetime in seconds. */
export interface IssuedToken {
  token: string;
  expiresIn: number;
  /** Where the server issues one, for the next token. */
  refreshToken?: string;
  /** Scopes of the token, where the server names them. */
  scope?: string;
}

/** Requests tokens. */
export interface TokenEndpoint {
  /** Throws `FORBIDDEN` when the server rejects the credential, and the upstream failures otherwise. */
  request(request: TokenRequest): Promise<IssuedToken>;
}

/** Default token lifetime in seconds when its issuer does not give one. */
const usualLife = 300;
const longestLife = 86_400;

/** Creates the token requests over the client for authorization servers. */
export function createTokenEndpoint(client: Pick<AuthServerClient, 'request'>): TokenEndpoint {
  return {
    async request(request) {
      const first = await ask(client, request);
      // Servers may ask for a nonce in the proof, which they send along (RFC 9449 §8).
      const isNonceMissing = first.status >= 400 && errorOf(first.body) === 'use_dpop_nonce';
      const { status, body } = isNonceMissing && first.dpopNonce !== undefined ? await ask(client, request) : first;
      return readToken(status, body, request.expects ?? (request.proof === undefined ? 'Bearer' : 'DPoP'));
    },
  };
}

async function ask(
  client: Pick<AuthServerClient, 'request'>,
  { url, form, authorization, fresh, proof }: TokenRequest,
): Promise<AuthServerAnswer> {
  const body = new URLSearchParams([...form, ...Object.entries(fresh?.() ?? {})]).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(authorization === undefined ? {} : { authorization }),
    ...(proof === undefined ? {} : { dpop: proof.header('POST', url) }),
  };
  const answer = await client.request({ url, method: 'POST', headers, body });
  if (answer.dpopNonce !== undefined) proof?.note(url, answer.dpopNonce);
  return answer;
}

function errorOf(body: Buffer): unknown {
  const answer = parse(body);
  return isJsonObject(answer) ? answer.error : undefined;
}

/** The token endpoint refused; `reason` is its error code, where it has the registered form. */
export class TokenRefused extends Failure {
  readonly reason: string;

  constructor(reason: string) {
    super('FORBIDDEN', {
      message: `The authorization server of the service's credential issued no token (${reason}); nothing was sent to the service.`,
    });
    this.reason = reason;
  }
}

/** The token endpoint answered with something else than a token; `what` is said of the authorization server. */
export class TokenUnusable extends Failure {
  readonly what: string;

  constructor(what: string) {
    super('UPSTREAM_ERROR', {
      message: `The authorization server of the service's credential ${what}; nothing was sent to the service.`,
    });
    this.what = what;
  }
}

const printable = /^[\x21-\x7e]{1,16384}$/;

/** Reads the response of a token endpoint (RFC 6749 §5), whose token must have the type. */
export function readToken(status: number, body: Buffer, expected = 'Bearer'): IssuedToken {
  const answer = parse(body);
  if (status >= 400 && status < 500 && status !== 429) throw refused(status, answer);
  if (status !== 200 || !isJsonObject(answer)) throw unusable(status);
  const { access_token: token, token_type: type, expires_in: life, refresh_token: next, scope } = answer;
  if (typeof token !== 'string' || !printable.test(token)) throw unusable();
  if (typeof type !== 'string') throw unusable();
  if (type.toLowerCase() !== expected.toLowerCase()) throw expected === 'DPoP' ? unbound() : unusable();
  const seconds = typeof life === 'number' || typeof life === 'string' ? Number(life) : usualLife;
  return {
    token,
    expiresIn: Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestLife) : usualLife,
    ...(typeof next === 'string' && printable.test(next) ? { refreshToken: next } : {}),
    ...(typeof scope === 'string' && /^[\x20-\x7e]{1,4096}$/.test(scope) ? { scope } : {}),
  };
}

function parse(body: Buffer): JsonValue | undefined {
  try {
    return JSON.parse(body.toString('utf8')) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Only the registered form of an error code is shown; descriptions may repeat what was sent. */
function refused(status: number, answer: JsonValue | undefined): TokenRefused {
  const error = isJsonObject(answer) && typeof answer.error === 'string' ? answer.error : '';
  const reason = /^[a-z_]{1,40}$/.test(error) ? error : `status ${status}`;
  return new TokenRefused(reason);
}

/** Without the binding a stolen token could be used; RFC 9449 §5 leaves that decision to the client. */
function unbound(): Failure {
  return new Failure('UPSTREAM_ERROR', {
    message:
      "The authorization server of the service's credential issued a token that is not bound to the key of the credential (DPoP); it was discarded.",
  });
}

function unusable(status = 200): Failure {
  const isRedirect = status >= 300 && status < 400;
  const what = isRedirect
    ? `redirected the request for a token (status ${status}), which is not followed`
    : status === 200
      ? 'returned an invalid response instead of a token'
      : `answered with status ${status}`;
  return new TokenUnusable(what);
}
