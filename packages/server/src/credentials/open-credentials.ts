/** Creates the components for upstream credentials from the configuration, and refuses to start without their keys. */
import { dirname, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { Store } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import type { Config } from '../config/config.js';
import { readSettingFile, withSetting } from '../config/read-setting-file.js';
import { StartRefused } from '../config/start-refused.js';
import type { ServerSeals } from '../mcp-children/added-servers.js';
import { createNewId } from '../runtime/new-id.js';
import type { Subscriptions } from '../webhooks/subscriptions.js';
import { createSubscriptions } from '../webhooks/subscriptions.js';
import type { AuthServerClient } from './auth-server-client.js';
import { createAuthServerClient } from './auth-server-client.js';
import type { CredentialAdministration } from './credential-administration.js';
import { createCredentialAdministration, sealContent } from './credential-administration.js';
import { createCredentialCache } from './credential-cache.js';
import type { CredentialProvider } from './credential-provider.js';
import { createCredentialProvider } from './credential-provider.js';
import { createMayExchangeAt } from './exchange-places.js';
import { createCompleteSecret } from './grants/complete-secret.js';
import { createObtainToken, createReadWorkloadToken } from './grants/obtain-token.js';
import { createProofs } from './grants/possession.js';
import { createTokenEndpoint } from './grants/token-endpoint.js';
import { createTokenSource } from './grants/token-source.js';
import type { LoginFlow } from './login/login-flow.js';
import { createLoginFlow } from './login/login-flow.js';
import { createLoginTokens } from './login/login-tokens.js';
import { revokeLogin } from './login/stored-logins.js';
import { findUnreadable } from './reseal-credentials.js';
import { createSealer } from './sealer.js';
import type { KeyOrigin, SealingKeys } from './sealing-keys.js';
import { openSealingKeys } from './sealing-keys.js';
import { createServerSeals } from './server-seals.js';
import type { SourceCredentials } from './source-credentials.js';
import { createSourceCredentials } from './source-credentials.js';

/** Dependencies in addition to the configuration. */
export interface OpenCredentialsPorts {
  store: Store;
  clock: Clock;
  /** The clock of durations. */
  steady: Clock;
  /** Called when a use could not be recorded. */
  onError: (error: unknown) => void;
  /** Public URL of this server. */
  origin: () => string;
  /** Sends requests to authorization servers; created from the configuration unless given. */
  authServers?: AuthServerClient;
}

/** Upstream credentials of a server. */
export interface UpstreamCredentials {
  /** For the gateway's port `credentialsFor`. */
  provider: CredentialProvider;
  administration: CredentialAdministration;
  sources: SourceCredentials;
  /** Logins at the authorization servers of services. */
  logins: LoginFlow;
  /** Sealed definitions of added MCP servers. */
  servers: ServerSeals;
  /** Subscriptions to webhooks of services. */
  webhooks: Subscriptions;
  close(): Promise<void>;
}

/** Opens the credentials; throws a `StartRefused` when some are stored and their sealing keys are missing. */
export async function openCredentials(config: Config, ports: OpenCredentialsPorts): Promise<UpstreamCredentials> {
  const { store, clock, steady, onError, origin } = ports;
  const keys = openSealingKeys(keyOrigin(config));
  await requireKeys(store, keys);
  const sealer = createSealer(keys);
  const cache = createCredentialCache({ credentials: store.credentials, sealer, clock, steady, onError });
  const client = ports.authServers ?? openAuthServerClient(config);
  const endpoint = createTokenEndpoint(client);
  const mayExchangeAt = createMayExchangeAt(config);
  const proofsOf = createProofs(clock);
  const readWorkloadToken = createReadWorkloadToken(config.secrets.workloadTokenFile);
  const obtain = createObtainToken({ endpoint, clock, proofsOf, readWorkloadToken });
  const issuing = { tokens: createTokenSource({ obtain, steady }), proofsOf };
  const complete = createCompleteSecret(client);
  const newId = createNewId(clock);
  const stored = { credentials: store.credentials, sealer, endpoint, proofsOf, clock, newId, onChanged: cache.forget };
  const presentLogin = createLoginTokens(stored);
  return {
    provider: createCredentialProvider({ cache, issuing, presentLogin, mayExchangeAt }),
    sources: createSourceCredentials({
      credentials: store.credentials,
      cache,
      issuing,
      complete,
      mayExchangeAt,
      presentLogin,
      sealer,
      clock,
      newId,
    }),
    logins: createLoginFlow({ ...stored, entries: store.entries, open: cache.of, client, origin }),
    servers: createServerSeals({ credentials: store.credentials, sealer, clock, newId }),
    webhooks: createSubscriptions({
      credentials: store.credentials,
      seal: (content, record) => sealContent(sealer, content, record),
      open: sealer.open,
      clock,
      newId,
    }),
    administration: createCredentialAdministration({
      entries: store.entries,
      credentials: store.credentials,
      open: cache.of,
      sealer,
      clock,
      newId,
      mayExchangeAt,
      complete,
      onChanged: cache.forget,
      revoke: (secret) => revokeLogin({ client }, secret),
    }),
    close: () => client.close(),
  };
}

/** Where the keys of a configuration are. A shared database gets its keys from the operator only. */
export function keyOrigin({ secrets, store }: Pick<Config, 'secrets' | 'store'>): KeyOrigin {
  if (secrets.key !== undefined) return { kind: 'text', setting: 'secrets.key', text: secrets.key };
  const embedded = store.databaseUrl === undefined;
  const path = secrets.keyFile ?? join(embedded ? dirname(store.path) : '.dragoman', 'secrets.key');
  return { kind: 'file', setting: 'secrets.keyFile', path, mayCreate: embedded };
}

/** Number of credentials checked when the server starts. */
const maxChecked = 10_000;

async function requireKeys({ credentials }: Store, keys: SealingKeys): Promise<void> {
  const lost = await findUnreadable({ credentials, keys }, maxChecked);
  const [first] = lost;
  if (first === undefined) return;
  throw new StartRefused(
    `${lost.length} stored upstream credential(s) are sealed with a missing key (${first.sealedWith}).`,
    'Restore the key in secrets.keyFile or DRAGOMAN_SECRETS_KEY. If it is lost for good, remove the credentials sealed with it: dragoman credentials rotate-key --drop-unreadable',
  );
}

function openAuthServerClient({ outbound, upstream }: Config) {
  const { allow, allowHttp } = outbound;
  const extra = upstream.caFile === undefined ? undefined : readSettingFile('upstream.caFile', upstream.caFile);
  return withSetting('outbound.allow', () =>
    createAuthServerClient({
      allow,
      allowHttp,
      timeouts: {
        connectMs: outbound.connectTimeoutMs,
        firstByteMs: outbound.firstByteTimeoutMs,
        totalMs: outbound.totalTimeoutMs,
      },
      ...(extra === undefined ? {} : { tls: { ca: [...rootCertificates, extra] } }),
    }),
  );
}
