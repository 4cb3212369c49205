/**
 * Connection pools by origin and client certificate: a connection opened with one credential's certificate is never
 * used for another credential's calls. Every connection passes the address guard.
 */
import { createHash } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import type { UpstreamCredential } from '@dragoman/core/engine';
import type { AddressPolicy } from '@dragoman/core/http';
import type { ConnectorTls } from '../outbound/guarded-connector.js';
import { createGuardedConnector, lookUpAll } from '../outbound/guarded-connector.js';
import { ConnectionPool } from './http1/connection-pool.js';
import type { WriteRequest } from './http1/write-request.js';
import { createWriteRequest } from './http1/write-request.js';
import { createLru } from './lru.js';
import type { UpstreamOptions } from './upstream-options.js';

/** The connections to one origin with one credential. */
export interface GuardedPool {
  origin: string;
  connections: ConnectionPool;
  /** Writes requests to the origin. */
  write: WriteRequest;
}

/** The open connections. */
export interface Pools {
  get(origin: string, tls: UpstreamCredential['tls']): GuardedPool;
  destroy(): Promise<void>;
}

/**
 * Milliseconds that an idle connection is kept for the next call. Short, since a call that may not be repeated is
 * lost when the upstream closes the connection at the same moment.
 */
const keepAliveMs = 4_000;

/**
 * Creates the pools; at most `origins` are kept, and the least recently used are closed when their calls have ended.
 */
export function createPools(options: UpstreamOptions, policy: AddressPolicy): Pools {
  const leaving = new Set<GuardedPool>();
  const ca = options.ca === undefined ? {} : { ca: [...rootCertificates, options.ca] };
  const pools = createLru<GuardedPool>({
    max: options.origins,
    mayDrop: () => true,
    onDrop(pool) {
      leaving.add(pool);
      void pool.connections.close().finally(() => leaving.delete(pool));
    },
  });
  return {
    get(origin, tls) {
      const key = tls === undefined ? origin : `${origin} ${fingerprint(tls)}`;
      return pools.get(key, () => {
        const onUnrequested = () => {
          for (const pool of pools.values()) if (pool.origin === origin) pool.connections.suspendReuse();
        };
        return openPool(options, policy, { origin, tls: { ...ca, ...tls }, onUnrequested });
      });
    },
    async destroy() {
      const open = [...pools.values(), ...leaving];
      pools.clear();
      await Promise.all(open.map(({ connections }) => connections.destroy()));
    },
  };
}

interface Wanted {
  origin: string;
  tls: ConnectorTls;
  onUnrequested: () => void;
}

function openPool(
  options: UpstreamOptions,
  policy: AddressPolicy,
  { origin, tls, onUnrequested }: Wanted,
): GuardedPool {
  const { protocol, hostname, host, port } = new URL(origin);
  const { connectMs } = options.timeouts;
  const connect = createGuardedConnector({ policy, dnsLookup: options.dnsLookup ?? lookUpAll, connectMs, tls });
  const connections = new ConnectionPool({
    connect: (callback) => connect({ protocol, hostname, host, port }, (...[error, socket]) => callback(error, socket)),
    headerBytes: options.answer.headerBytes,
    keepMs: keepAliveMs,
    elapsed: options.elapsed,
    onUnrequested,
  });
  return { origin, connections, write: createWriteRequest(host) };
}

/** Certificate and key are partly secret, so they are hashed for use as a map key. */
function fingerprint({ cert, key }: { cert: string; key: string }): string {
  return createHash('sha256').update(cert).update('\0').update(key).digest('base64');
}
