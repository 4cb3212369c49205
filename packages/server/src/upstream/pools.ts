/**
 * Connection pools by origin and client certificate: a connection opened with one credential's certificate is never
 * used for another credential's calls. Every connection passes the address guard.
 */
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { UpstreamCredential } from '@dragoman/core/engine';
import type { AddressPolicy } from '@dragoman/core/http';
import type { ConnectorTls } from '../outbound/guarded-connector.js';
import { createGuardedConnector, lookUpAll } from '../outbound/guarded-connector.js';
import type { ConnectionUser } from './http1/connection.js';
import { ConnectionPool } from './http1/connection-pool.js';
import type { OutgoingRequest, WrittenRequest } from './http1/write-request.js';
import { createWriteRequest } from './http1/write-request.js';
import { Http2Pool } from './http2/http2-pool.js';
import type { Http2Written } from './http2/write-http2-request.js';
import { createWriteHttp2Request } from './http2/write-http2-request.js';
import { createLru } from './lru.js';
import type { UpstreamOptions } from './upstream-options.js';

/** A connection for one request at a time. */
export interface WireConnection<Written> {
  /** False when the peer has disconnected. */
  readonly isOpen: boolean;
  /** Sends a request; the connection must be idle. */
  send(written: Written, user: ConnectionUser, isHeadRequest: boolean): void;
  pause(): void;
  resume(): void;
  /** Its user is done; ends the request unless that user's response has ended. */
  release(user: ConnectionUser): void;
}

/** The connections to one origin with one credential. */
export interface GuardedPool<Written> {
  origin: string;
  connections: {
    /** An idle connection, or the promise of a new one. */
    take(): WireConnection<Written> | Promise<WireConnection<Written>>;
    /** Returns an unused connection. */
    giveBack(connection: WireConnection<Written>): void;
    /** Closes the idle connections, and for a while each other one after its request. */
    suspendReuse(): void;
    /** Lets running requests finish; resolves when every connection is closed. */
    close(): Promise<void>;
    /** Breaks every connection; their users are notified. */
    destroy(): Promise<void>;
  };
  /** Writes requests to the origin. */
  write: (request: OutgoingRequest) => Written;
}

/** The open connections. */
export interface Pools {
  get(origin: string, tls: UpstreamCredential['tls']): GuardedPool<WrittenRequest>;
  /** The same over HTTP/2, for gRPC calls. */
  getHttp2(origin: string, tls: UpstreamCredential['tls']): GuardedPool<Http2Written>;
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
  const ca = options.ca === undefined ? {} : { ca: [...rootCertificates, options.ca] };
  const opening = { options, policy };
  const plain = keepPools((origin, tls, onUnrequested) =>
    openPool(opening, { origin, tls: { ...ca, ...tls }, onUnrequested }),
  );
  const http2 = keepPools((origin, tls) => openHttp2Pool(opening, { origin, tls: { ...ca, ...tls } }));
  return {
    get: plain.get,
    getHttp2: http2.get,
    destroy: async () => void (await Promise.all([plain.destroy(), http2.destroy()])),
  };

  function keepPools<Written>(open: OpenPool<Written>) {
    const leaving = new Set<GuardedPool<Written>>();
    const pools = createLru<GuardedPool<Written>>({
      max: options.origins,
      mayDrop: () => true,
      onDrop(pool) {
        leaving.add(pool);
        void pool.connections.close().finally(() => leaving.delete(pool));
      },
    });
    return {
      get(origin: string, tls: UpstreamCredential['tls']): GuardedPool<Written> {
        const key = tls === undefined ? origin : `${origin} ${fingerprint(tls)}`;
        return pools.get(key, () =>
          open(origin, tls, () => {
            for (const pool of pools.values()) if (pool.origin === origin) pool.connections.suspendReuse();
          }),
        );
      },
      async destroy(): Promise<void> {
        const all = [...pools.values(), ...leaving];
        pools.clear();
        await Promise.all(all.map(({ connections }) => connections.destroy()));
      },
    };
  }
}

type OpenPool<Written> = (
  origin: string,
  tls: UpstreamCredential['tls'],
  onUnrequested: () => void,
) => GuardedPool<Written>;

interface Opening {
  options: UpstreamOptions;
  policy: AddressPolicy;
}

interface Wanted {
  origin: string;
  tls: ConnectorTls;
}

function openPool(
  opening: Opening,
  { onUnrequested, ...wanted }: Wanted & { onUnrequested: () => void },
): GuardedPool<WrittenRequest> {
  const { options } = opening;
  const connections = new ConnectionPool({
    connect: connectTo(opening, wanted, false),
    headerBytes: options.answer.headerBytes,
    keepMs: keepAliveMs,
    elapsed: options.elapsed,
    onUnrequested,
  });
  const { origin } = wanted;
  return { origin, connections, write: createWriteRequest(new URL(origin).host) };
}

function openHttp2Pool(opening: Opening, wanted: Wanted): GuardedPool<Http2Written> {
  const { headerBytes, headerCount } = opening.options.answer;
  const { origin } = wanted;
  const connections = new Http2Pool({ origin, connect: connectTo(opening, wanted, true), headerBytes, headerCount });
  return { origin, connections, write: createWriteHttp2Request(origin) };
}

function connectTo({ options, policy }: Opening, { origin, tls }: Wanted, http2: boolean) {
  const { protocol, hostname, host, port } = new URL(origin);
  const { connectMs } = options.timeouts;
  const connect = createGuardedConnector({ policy, dnsLookup: options.dnsLookup ?? lookUpAll, connectMs, tls, http2 });
  return (callback: (error: Error | null, socket: Socket | null) => void) =>
    connect({ protocol, hostname, host, port }, (...[error, socket]) => callback(error, socket));
}

/** Certificate and key are partly secret, so they are hashed for use as a map key. */
function fingerprint({ cert, key }: { cert: string; key: string }): string {
  return createHash('sha256').update(cert).update('\0').update(key).digest('base64');
}
