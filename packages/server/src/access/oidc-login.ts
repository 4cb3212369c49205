/**
 * Login through OpenID Connect: authorization code with PKCE. Nothing is stored between the two requests: the browser keeps a
 * signed cookie, from which state, nonce and verifier are derived with a secret of the server.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { UserFacts } from '@dragoman/core/engine';
import { groupPrefix } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { JWTPayload } from 'jose';
import type { OidcConfig } from '../config/config.js';
import type { ProviderClient } from './oidc-provider-client.js';
import { readCookie } from './session-cookie.js';

/** Dependencies. */
export interface OidcLoginPorts {
  settings: OidcConfig & { issuer: string };
  provider: ProviderClient;
  clock: Clock;
  /** Secret that all nodes share. */
  secret: string;
  /** Public URL of this server. */
  origin: () => string;
}

/** A person who has logged in at the provider. */
export interface LoggedIn {
  subject: string;
  scopes: string[];
  /** What administrators see of the person. */
  user: UserFacts;
  /** Path to return to. */
  returnTo: string;
}

/** The two steps of a login. */
export interface OidcLogin {
  readonly issuer: string;
  /** Claim of the ID token that contains the scopes of a person. */
  readonly scopeClaim: string;
  /** Scopes of everybody who can log in. */
  readonly granted: readonly string[];
  /** Where to send the browser, with which cookie. */
  start(returnTo: string | null): Promise<{ location: string; cookie: string }>;
  /** Finishes the login with the address and the cookie that the browser came back with. */
  finish(parameters: URLSearchParams, cookieHeader: string | null): Promise<LoggedIn>;
}

/** Path of the two routes. */
export const oidcPath = '/session/oidc';
const callbackPath = `${oidcPath}/callback`;

/** Seconds that a person has for the login. */
const maxSeconds = 600;

const flowCookie = 'dragoman-login';

/** Creates the login. */
export function createOidcLogin({ settings, provider, clock, secret, origin }: OidcLoginPorts): OidcLogin {
  const derive = (purpose: string, id: string) =>
    createHmac('sha256', secret).update(`${purpose} ${id}`).digest('base64url');
  const redirectUri = () => `${origin()}${callbackPath}`;
  const readFlow = (cookieHeader: string | null, state: string | null) => {
    const value = readCookie(cookieHeader, flowCookie) ?? '';
    const [id = '', expires = '', back = '', signature = ''] = value.split('.');
    const isOwn = equal(signature, derive('cookie', `${id}.${expires}.${back}`));
    if (isOwn && Number(expires) > clock.now() && equal(state ?? '', derive('state', id))) return { id, back };
    throw new Failure('INVALID_CREDENTIAL', {
      message: 'The login took too long or began in another browser; start again.',
    });
  };
  return {
    issuer: settings.issuer,
    scopeClaim: settings.scopeClaim,
    granted: settings.grant,
    async start(returnTo) {
      const { authorizationEndpoint } = await provider.metadata();
      const id = randomBytes(16).toString('base64url');
      const back = Buffer.from(ownPath(returnTo)).toString('base64url');
      const body = `${id}.${clock.now() + maxSeconds * 1000}.${back}`;
      const location = new URL(authorizationEndpoint);
      const parameters = {
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri(),
        scope: settings.request,
        state: derive('state', id),
        nonce: derive('nonce', id),
        code_challenge: createHash('sha256').update(derive('verifier', id)).digest('base64url'),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value);
      const secure = origin().startsWith('https:') ? '; Secure' : '';
      // Lax, because the browser comes back from another site.
      const attributes = `Path=${oidcPath}; HttpOnly; SameSite=Lax; Max-Age=${maxSeconds}${secure}`;
      return { location: location.href, cookie: `${flowCookie}=${body}.${derive('cookie', body)}; ${attributes}` };
    },
    async finish(parameters, cookieHeader) {
      const { id, back } = readFlow(cookieHeader, parameters.get('state'));
      const code = parameters.get('code');
      if (code === null) {
        const reason = (parameters.get('error') ?? 'no code').slice(0, 60);
        throw new Failure('INVALID_CREDENTIAL', { message: `The provider refused the login: ${reason}.` });
      }
      const claims = await provider.exchange({
        code,
        verifier: derive('verifier', id),
        redirectUri: redirectUri(),
        nonce: derive('nonce', id),
      });
      const returnTo = ownPath(Buffer.from(back, 'base64url').toString());
      // The same subject that an access token of this issuer has, so that a person owns the same services both ways.
      const subject = `${settings.issuer}#${claims.sub}`;
      const user = readUser(claims, settings);
      const scopes = [...new Set([...user.granted, ...user.claimed])].slice(0, maxScopes);
      return { subject, scopes, user, returnTo };
    },
  };
}

/** Only pages of the console are returned to; anything else could lead to another site. */
function ownPath(path: string | null): string {
  return path !== null && /^\/console(?:\/[\w./~%-]*)?$/.test(path) && !path.includes('..') ? path : '/console';
}

/** Maximum number of scopes, and of characters of a name. */
const maxScopes = 100;
const maxName = 200;

function readWords(claim: unknown): string[] {
  const given = typeof claim === 'string' ? claim.split(/\s+/) : Array.isArray(claim) ? claim : [];
  return given.filter((each): each is string => typeof each === 'string' && each !== '' && each.length <= 122);
}

function readUser(claims: JWTPayload, { scopeClaim, groupsClaim, grant }: OidcConfig): UserFacts {
  const scopes = [
    ...readWords(claims[scopeClaim]),
    ...readWords(claims[groupsClaim]).map((group) => `${groupPrefix}${group}`),
  ];
  const name = [claims.name, claims.preferred_username, claims.email].find(
    (each): each is string => typeof each === 'string' && each.trim() !== '',
  );
  return {
    ...(name === undefined ? {} : { name: name.slice(0, maxName) }),
    claim: scopeClaim,
    claimed: scopes.slice(0, maxScopes),
    granted: [...grant],
  };
}

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
