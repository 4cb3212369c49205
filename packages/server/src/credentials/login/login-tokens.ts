/**
 * The tokens of logins: used until they expire, then refreshed. New tokens are sealed and stored before they are used,
 * because many servers accept a refresh token once only; one process at a time refreshes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CredentialRecord, CredentialStore, UpstreamCredential } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { OpenedCredential } from '../credential-cache.js';
import type { CredentialContent, OauthLoginSecret } from '../credential-content.js';
import type { ProofsOf } from '../grants/possession.js';
import { presentAccess } from '../grants/present-access.js';
import type { IssuedToken, TokenEndpoint } from '../grants/token-endpoint.js';
import { TokenRefused } from '../grants/token-endpoint.js';
import type { Sealer } from '../sealer.js';
import { clientForm, proofFor } from './client-form.js';
import { loginEnded } from './login-needed.js';

/** Dependencies of the tokens. */
export interface LoginTokenPorts {
  credentials: Pick<CredentialStore, 'find' | 'reseal'>;
  sealer: Sealer;
  endpoint: Pick<TokenEndpoint, 'request'>;
  proofsOf: ProofsOf;
  clock: Clock;
  /** Drops cached credentials of a holder, because they changed. */
  onChanged: (holder: string) => void;
}

/** Presents the token of a login; `at` names the service for messages. */
export type PresentLogin = (opened: OpenedCredential, at: string) => Promise<UpstreamCredential>;

/** Safety margin before the end of a token, time for a refresh by one process, and pause between two looks, in ms. */
const marginMs = 10_000;
const leaseMs = 20_000;
const pauseMs = 200;

/** Creates the tokens of logins. */
export function createLoginTokens(ports: LoginTokenPorts): PresentLogin {
  const running = new Map<string, Promise<string>>();
  const refresh = (id: string, refused: string, at: string): Promise<string> => {
    const known = running.get(id);
    if (known !== undefined) return known;
    const started = refreshOnce(ports, id, refused, at).finally(() => running.delete(id));
    running.set(id, started);
    return started;
  };
  return async ({ record, content: { secret } }, at) => {
    if (secret.kind !== 'oauth2_login') throw new Error('the credential is not a login');
    const hasEnded = secret.refreshToken !== undefined && ports.clock.now() > secret.expiresAt - marginMs;
    const token = hasEnded ? await refresh(record.id, secret.accessToken, at) : secret.accessToken;
    const scopes = secret.scope === undefined ? [] : secret.scope.split(' ');
    const present = (accessToken: string) => presentAccess(ports.proofsOf, accessToken, secret.proofKey);
    return {
      ...present(token),
      login: { scopes },
      async renew() {
        if (secret.refreshToken === undefined) return undefined;
        return present(await refresh(record.id, token, at));
      },
    };
  };
}

/** A token other than the refused one: of another process that refreshed meanwhile, or a new one. */
async function refreshOnce(ports: LoginTokenPorts, id: string, refused: string, at: string): Promise<string> {
  const { credentials, sealer, clock } = ports;
  for (let turn = 0; turn < leaseMs / pauseMs; turn += 1) {
    const record = await credentials.find(id);
    if (record === undefined) throw loginEnded(at);
    const content = JSON.parse(sealer.open(record)) as CredentialContent;
    const secret = content.secret as OauthLoginSecret;
    if (secret.accessToken !== refused) return secret.accessToken;
    if (secret.refreshToken === undefined) throw loginEnded(at);
    const isHeld = (secret.refreshingUntil ?? 0) > clock.now();
    if (!isHeld) {
      const marked = await store(ports, record, content, { refreshingUntil: clock.now() + leaseMs });
      if (marked !== undefined) return exchange(ports, marked, content, at);
    }
    await sleep(pauseMs);
  }
  throw new Failure('UNAVAILABLE', {
    message: 'The token of the service is being refreshed; try again.',
    retryAfter: 2,
  });
}

async function exchange(
  ports: LoginTokenPorts,
  record: CredentialRecord,
  content: CredentialContent,
  at: string,
): Promise<string> {
  const secret = content.secret as OauthLoginSecret;
  const done = { refreshingUntil: 0 };
  let issued: IssuedToken;
  try {
    const { refreshToken = '', resource, tokenUrl, proofKey } = secret;
    const form = {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      ...(resource === undefined ? {} : { resource }),
    };
    issued = await ports.endpoint.request({ ...clientForm(tokenUrl, secret, form), ...proofFor(ports, proofKey) });
  } catch (error) {
    const isOver = error instanceof TokenRefused && endings.includes(error.reason);
    await store(ports, record, content, isOver ? { ...done, refreshToken: undefined } : done);
    throw isOver ? loginEnded(at) : error;
  }
  const { token, expiresIn, refreshToken, scope } = issued;
  const expiresAt = ports.clock.now() + expiresIn * 1000;
  await store(ports, record, content, {
    ...done,
    accessToken: token,
    expiresAt,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(scope === undefined ? {} : { scope }),
  });
  return token;
}

/** Errors of a token endpoint after which only a new login helps (RFC 6749 §5.2). */
const endings: readonly string[] = ['invalid_grant', 'invalid_client', 'unauthorized_client'];

type Change = { [Member in keyof OauthLoginSecret]?: OauthLoginSecret[Member] | undefined };

/** Stores a changed login; undefined when it was changed meanwhile, or removed. */
async function store(
  { credentials, sealer, onChanged }: LoginTokenPorts,
  record: CredentialRecord,
  content: CredentialContent,
  change: Change,
): Promise<CredentialRecord | undefined> {
  const changed = { ...content, secret: { ...content.secret, ...change } };
  const sealed = sealer.seal(JSON.stringify(changed), record);
  if (!(await credentials.reseal(record.id, record.sealed, sealed))) return undefined;
  onChanged(record.agentId);
  return { ...record, ...sealed };
}
