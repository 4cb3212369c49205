/**
 * The credential of a source: sent when its description is fetched, and when its services are called. One per source,
 * bound to the origin of its address; the secret is write-only.
 */

import type { CredentialRecord, CredentialStore, SourceRecord } from '@dragoman/core/engine';
import type { Clock, FetchCredential } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { CredentialCaller, CredentialRequest, ShownCredential } from './credential-administration.js';
import { sealContent, show } from './credential-administration.js';
import type { CredentialCache } from './credential-cache.js';
import type { TokenIssuing } from './credential-provider.js';
import { needsCaller, present, requireExchange } from './credential-provider.js';
import type { MayExchangeAt } from './exchange-places.js';
import type { CompleteSecret } from './grants/complete-secret.js';
import { addressOfUrl } from './login/login-target.js';
import type { PresentLogin } from './login/login-tokens.js';
import type { Sealer } from './sealer.js';
import { sourceHolder } from './source-id.js';

/** Dependencies of the credentials of sources. */
export interface SourceCredentialPorts {
  credentials: CredentialStore;
  cache: CredentialCache;
  issuing: TokenIssuing;
  complete: CompleteSecret;
  mayExchangeAt: MayExchangeAt;
  presentLogin: PresentLogin;
  sealer: Sealer;
  clock: Clock;
  newId: () => string;
}

/** The part of a source that its credential needs. */
export type CredentialSource = Pick<SourceRecord, 'id' | 'url'>;

/** Credentials of sources. */
export interface SourceCredentials {
  /** The stored credential, without its secret. */
  find(source: CredentialSource): Promise<ShownCredential | undefined>;
  /** Stores it, or replaces the previous one. */
  put(source: CredentialSource, request: CredentialRequest, by: CredentialCaller): Promise<ShownCredential>;
  /** False without a stored credential. */
  remove(source: CredentialSource, by: CredentialCaller): Promise<boolean>;
  /** The credential for the source's origin; undefined when none is stored. */
  present(source: CredentialSource): Promise<FetchCredential | undefined>;
}

/** Creates the credentials of sources. */
export function createSourceCredentials(ports: SourceCredentialPorts): SourceCredentials {
  const { credentials, cache, issuing, presentLogin, sealer, clock, newId } = ports;
  const first = async ({ id }: CredentialSource): Promise<CredentialRecord | undefined> =>
    (await credentials.listFor(sourceHolder(id)))[0];
  return {
    async find(source) {
      const record = await first(source);
      return record === undefined ? undefined : show(record);
    },
    async put(source, { name, secret: requested, audience }, by) {
      const secret = await ports.complete(requested, () => addressOfUrl(source.url));
      if (needsCaller(secret)) throw callerNeeded();
      requireExchange(secret, ports.mayExchangeAt);
      const before = await first(source);
      const at = timestamp(clock);
      const shown: ShownCredential = {
        id: before?.id ?? newId(),
        agentId: sourceHolder(source.id),
        kind: secret.kind,
        name,
        createdAt: before?.createdAt ?? at,
        createdBy: before?.createdBy ?? by.caller.subject,
        updatedAt: at,
        ...(audience === 'me' ? { subject: by.caller.subject } : {}),
      };
      const sealed = sealContent(sealer, { secret, origins: [originOf(source)] }, shown);
      await credentials.put({ ...shown, ...sealed }, draft(clock, 'credential.put', source, by));
      cache.forget(sourceHolder(source.id));
      return shown;
    },
    async remove(source, by) {
      const record = await first(source);
      if (record === undefined) return false;
      cache.forget(sourceHolder(source.id));
      return credentials.remove(record.id, draft(clock, 'credential.remove', source, by));
    },
    async present(source) {
      // A fetch is rare, and often the next step after another process stored the credential.
      cache.forget(sourceHolder(source.id));
      const [opened] = await cache.of(sourceHolder(source.id));
      if (opened === undefined || !opened.content.origins.includes(originOf(source))) return undefined;
      cache.used(opened.record.id);
      const { secret } = opened.content;
      return secret.kind === 'oauth2_login' ? presentLogin(opened, source.url) : present(secret, undefined, issuing);
    },
  };
}

/** The origin of a source; the marker of live MCP servers is not part of it. */
function originOf({ url }: CredentialSource): string {
  return new URL(url.replace(/^mcp\+/i, '')).origin;
}

/** A fetch of a description has no caller, so there is no token to exchange. */
function callerNeeded(): Failure {
  const detail =
    'must be one that needs no token of a caller (not token_exchange, and enterprise only with subject_token): a source is fetched without a caller';
  return new Failure('INVALID_INPUT', {
    message: 'The request has 1 problem.',
    fieldErrors: [{ field: 'kind', pointer: '/kind', code: 'request/value', detail }],
  });
}

function draft(clock: Clock, action: string, { id }: CredentialSource, { caller, traceId }: CredentialCaller) {
  const { subject: actor } = caller;
  return { at: timestamp(clock), actor, action, target: `source:${id}`, outcome: 'done', code: '', traceId } as const;
}
