/**
 * Connections, kept by origin and client certificate: what was opened with one credential's certificate is never used
 * for another's calls. Every connection is made through the address guard.
 */
import { createHash } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import type { AddressPolicy, UpstreamCredential } from '@dragoman/core';
import { Pool } from 'undici';
import type { ConnectorTls } from '../outbound/guarded-connector.js';
import { createGuardedConnector, lookUpAll } from '../outbound/guarded-connector.js';
import { createLru } from './lru.js';
import type { UpstreamOptions } from './upstream-options.js';

/** The connections to one origin under one credential. */
export interface GuardedPool {
  dispatch: Pool['dispatch'];
  /** A try begins to wait for a connection; the returned function says that it waits no longer. */
  expect(): () => void;
  close(): Promise<void>;
  destroy(): Promise<void>;
}

/** The open connections. */
export interface Pools {
  get(origin: string, tls: UpstreamCredential['tls']): GuardedPool;
  destroy(): Promise<void>;
}

/**
 * Milliseconds that an idle connection is kept for the next call. Short, since a call that may not be repeated is lost when
 * the upstream closes the connection in the same moment.
 */
const keepAliveMs = 4_000;

/** Makes the pools; at most `origins` are kept, the least recently used are closed when their calls have ended. */
export function createPools(options: UpstreamOptions, policy: AddressPolicy): Pools {
  const leaving = new Set<GuardedPool>();
  const ca = options.ca === undefined ? {} : { ca: [...rootCertificates, options.ca] };
  const pools = createLru<GuardedPool>({
    max: options.origins,
    mayDrop: () => true,
    onDrop(pool) {
      leaving.add(pool);
      void pool.close().finally(() => leaving.delete(pool));
    },
  });
  return {
    get(origin, tls) {
      const key = tls === undefined ? origin : `${origin} ${fingerprint(tls)}`;
      return pools.get(key, () => openPool(options, policy, { origin, tls: { ...ca, ...tls } }));
    },
    async destroy() {
      const open = [...pools.values(), ...leaving];
      pools.clear();
      await Promise.all(open.map((pool) => pool.destroy()));
    },
  };
}

interface Wanted {
  origin: string;
  tls: ConnectorTls;
}

function openPool(options: UpstreamOptions, policy: AddressPolicy, { origin, tls }: Wanted): GuardedPool {
  const { connectMs } = options.timeouts;
  const connect = createGuardedConnector({ policy, dnsLookup: options.dnsLookup ?? lookUpAll, connectMs, tls });
  let waiting = 0;
  const pool = new Pool(origin, {
    // Undici opens a new connection in the place of each that was broken off, even if no request is left for it.
    connect: (target, callback) =>
      waiting > 0 ? connect(target, callback) : callback(new Error('nobody waits for this connection'), null),
    connections: options.admission.perOrigin,
    pipelining: 1,
    maxHeaderSize: options.answer.headerBytes,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  });
  return {
    dispatch: (request, handler) => pool.dispatch(request, handler),
    expect() {
      let waits = true;
      waiting += 1;
      return () => {
        if (waits) waiting -= 1;
        waits = false;
      };
    },
    close: () => pool.close(),
    destroy: () => pool.destroy(),
  };
}

/** Certificate and key are secrets in part, so they are no key of a map as they are. */
function fingerprint({ cert, key }: { cert: string; key: string }): string {
  return createHash('sha256').update(cert).update('\0').update(key).digest('base64');
}
