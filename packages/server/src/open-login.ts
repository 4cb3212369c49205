/** Creates login sessions and what routes and the pipeline need of them. */
import type { CachedKeys, KeyStore, Store } from '@dragoman/core/engine';
import { createKeyAuthenticator } from '@dragoman/core/engine';
import type { Clock, RateLimiter } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { createLoginSessions } from './access/login-sessions.js';
import type { OidcLogin } from './access/oidc-login.js';
import { createOidcLogin } from './access/oidc-login.js';
import type { RecognizeSession } from './access/recognize-session.js';
import { createRecognizeSession } from './access/recognize-session.js';
import type { Config } from './config/config.js';
import type { SessionRoutePorts } from './routes/session.js';

/** Components that exist before. */
export interface LoginParts {
  keys: CachedKeys<KeyStore>;
  limiter: RateLimiter;
  /** Public URL of this server. */
  origin: () => string;
}

/** Login sessions of a server. */
export interface OpenLogin {
  routes: SessionRoutePorts;
  recognize: RecognizeSession;
}

interface Ports {
  config: Config;
  clock: Clock;
  store: Pick<Store, 'logins' | 'secret'>;
  version: string;
  fetch: typeof fetch;
  /** Creates a listener for background failures of the store. */
  report: (during: string) => (error: unknown) => void;
}

/** Opens the login sessions. */
export async function openLogin(ports: Ports, { keys, limiter, origin }: LoginParts): Promise<OpenLogin> {
  const { config, clock, store, version, report } = ports;
  const sessions = createLoginSessions({
    logins: store.logins,
    keys,
    clock,
    maxSeconds: config.console.sessionHours * 3600,
    idleSeconds: config.console.idleMinutes * 60,
    onError: report('touch'),
  });
  const place = () => {
    const { protocol, port } = new URL(origin());
    return { secure: protocol === 'https:' || config.server.tlsTerminated, port };
  };
  const recognize = createRecognizeSession({ sessions, place, origin });
  const authenticator = createKeyAuthenticator({ keys, clock, onError: report('touch') });
  const authenticateKey = async (key: string) => {
    const caller = await authenticator.authenticate(key);
    if (caller === undefined) throw new Failure('INVALID_CREDENTIAL');
    return caller;
  };
  const oidc = await openOidc(ports, origin);
  const routes = {
    version,
    sessions,
    recognize,
    authenticateKey,
    place,
    origin,
    limiter,
    loginLimit: { limit: config.limits.failedAuthPerMinute, windowSeconds: 60 },
    ...(oidc === undefined ? {} : { oidc }),
  };
  return { routes, recognize };
}

/** The verification of tokens is loaded only where a provider is configured. */
async function openOidc({ config, clock, store, fetch }: Ports, origin: () => string): Promise<OidcLogin | undefined> {
  const { issuer } = config.auth.oidc;
  if (issuer === undefined) return undefined;
  const settings = { ...config.auth.oidc, issuer };
  const { createProviderClient } = await import('./access/oidc-provider-client.js');
  const provider = createProviderClient({ settings, clock, fetch });
  return createOidcLogin({ settings, provider, clock, secret: await store.secret('login'), origin });
}
