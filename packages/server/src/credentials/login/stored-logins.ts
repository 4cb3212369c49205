/** Stored logins: their tokens are sealed, and each login and logout is audited in its transaction. */
import type { Caller, CredentialStore, EntryStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { AuthServerClient } from '../auth-server-client.js';
import type { CredentialCaller, ShownCredential } from '../credential-administration.js';
import { sealContent } from '../credential-administration.js';
import type { OpenedCredential } from '../credential-cache.js';
import type { OauthClient, OauthLoginSecret } from '../credential-content.js';
import type { ProofsOf } from '../grants/possession.js';
import type { IssuedToken, TokenEndpoint } from '../grants/token-endpoint.js';
import type { Sealer } from '../sealer.js';
import { clientForm } from './client-form.js';
import type { PendingLogin } from './login-request.js';
import type { LoginAudience, LoginTarget } from './login-target.js';
import { maxLoginMs } from './pending-login.js';

/** Dependencies of logins. */
export interface LoginPorts {
  entries: Pick<EntryStore, 'read'>;
  credentials: CredentialStore;
  open: (holder: string) => Promise<readonly OpenedCredential[]>;
  sealer: Sealer;
  client: Pick<AuthServerClient, 'request'>;
  endpoint: Pick<TokenEndpoint, 'request'>;
  proofsOf: ProofsOf;
  clock: Clock;
  newId: () => string;
  /** Public URL of this server. */
  origin: () => string;
  onChanged: (holder: string) => void;
}

/** A stored login with its secret. */
export interface FoundLogin {
  record: OpenedCredential['record'];
  secret: OauthLoginSecret;
}

/** The logins of an audience. */
export async function loginsOf(
  { open }: LoginPorts,
  holder: string,
  audience: LoginAudience,
  { subject }: Caller,
): Promise<FoundLogin[]> {
  const owner = audience === 'me' ? subject : undefined;
  return (await open(holder)).flatMap(({ record, content: { secret } }) =>
    secret.kind === 'oauth2_login' && record.subject === owner ? [{ record, secret }] : [],
  );
}

/** The client of an earlier login of any caller, also to the URL of the service: it belongs to this gateway, not to a person. */
export async function knownClient(
  { open, clock }: LoginPorts,
  { holder, sourceHolder }: LoginTarget,
  redirectUri: string,
  issuer: string,
): Promise<OauthClient | undefined> {
  const logins = [...(await open(holder)), ...(sourceHolder === undefined ? [] : await open(sourceHolder))];
  for (const { content } of logins) {
    const { secret } = content;
    if (secret.kind !== 'oauth2_login' || secret.issuer !== issuer || secret.redirectUri !== redirectUri) continue;
    const { clientId, clientSecret, clientAuth, secretExpiresAt } = secret;
    if (secretExpiresAt !== undefined && secretExpiresAt * 1000 < clock.now() + maxLoginMs) continue;
    return {
      clientId,
      clientAuth,
      ...(clientSecret === undefined ? {} : { clientSecret }),
      ...(secretExpiresAt === undefined ? {} : { secretExpiresAt }),
    };
  }
  return undefined;
}

/** A login whose tokens were issued. */
export interface IssuedLogin {
  target: LoginTarget;
  pending: PendingLogin;
  issued: IssuedToken;
  by: CredentialCaller;
}

/** Seals and stores a login; it replaces the earlier one of the same audience. */
export async function storeLogin(
  ports: LoginPorts,
  { target, pending, issued, by }: IssuedLogin,
): Promise<ShownCredential> {
  const { server, client, redirectUri, resource, audience, origin, proofKey } = pending;
  const { token, expiresIn, refreshToken, scope = pending.scope } = issued;
  const [before] = await loginsOf(ports, target.holder, audience, by.caller);
  const at = timestamp(ports.clock);
  const { issuer, tokenUrl, revocationUrl } = server;
  const record: ShownCredential = {
    id: before?.record.id ?? ports.newId(),
    agentId: target.holder,
    kind: 'oauth2_login',
    name: `login at ${new URL(issuer).host}`,
    createdAt: at,
    createdBy: by.caller.subject,
    updatedAt: at,
    ...(audience === 'me' ? { subject: by.caller.subject } : {}),
  };
  const secret = {
    kind: 'oauth2_login' as const,
    ...client,
    issuer,
    tokenUrl,
    ...(revocationUrl === undefined ? {} : { revocationUrl }),
    redirectUri,
    ...(resource === undefined ? {} : { resource }),
    ...(scope === undefined ? {} : { scope }),
    accessToken: token,
    expiresAt: ports.clock.now() + expiresIn * 1000,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(proofKey === undefined ? {} : { proofKey }),
  };
  const sealed = sealContent(ports.sealer, { secret, origins: [origin] }, record);
  const audit = loginAudit(ports.clock, 'credential.login', { target, id: record.id, issuer }, by);
  await ports.credentials.put({ ...record, ...sealed }, audit);
  ports.onChanged(target.holder);
  return record;
}

/** Revokes the tokens at the authorization server, if it supports that (RFC 7009); a failure changes nothing here. */
export async function revokeLogin({ client }: Pick<LoginPorts, 'client'>, secret: OauthLoginSecret): Promise<void> {
  const { revocationUrl, refreshToken, accessToken } = secret;
  if (revocationUrl === undefined) return;
  const hint = refreshToken === undefined ? 'access_token' : 'refresh_token';
  const { form, authorization } = clientForm(revocationUrl, secret, {
    token: refreshToken ?? accessToken,
    token_type_hint: hint,
  });
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(authorization === undefined ? {} : { authorization }),
  };
  const request = { url: revocationUrl, method: 'POST', headers, body: form.toString(), headOnly: true } as const;
  await client.request(request).catch(() => undefined);
}

interface Audited {
  target: LoginTarget;
  id: string;
  issuer: string;
}

/** The audit record of a login or a logout; without any part of the secret. */
export function loginAudit(
  clock: Clock,
  action: string,
  { target, id, issuer }: Audited,
  { caller, traceId }: CredentialCaller,
) {
  const detail = JSON.stringify({ credential: id, issuer: issuer.slice(0, 300) });
  return {
    at: timestamp(clock),
    actor: caller.subject,
    action,
    target: target.name,
    outcome: 'done',
    code: '',
    traceId,
    detail,
  } as const;
}
