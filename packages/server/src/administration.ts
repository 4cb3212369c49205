/** Administration directly on the store, with or without a running server: keys, credentials and the audit log. */

import { existsSync } from 'node:fs';
import type { AuditPage, AuditQuery, AuditRecord, AuditSearch } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { newTraceId, systemClock } from '@dragoman/core/http';
import type { AuditPoint, AuditVerdict } from '@dragoman/model';
import type { IssuedKey, KeyRequest, ShownKey } from './access/key-administration.js';
import { createKeyAdministration } from './access/key-administration.js';
import { verifyWithAnchors } from './anchors/verify-with-anchors.js';
import type { Config } from './config/config.js';
import { keyOrigin } from './credentials/open-credentials.js';
import type { KeyRotation, RotatedKey } from './credentials/rotate-key.js';
import { rotateKey } from './credentials/rotate-key.js';
import { openSealingKeys } from './credentials/sealing-keys.js';
import { openSteadyClock } from './open-steady-clock.js';
import { openStore } from './open-store.js';
import { StoreOpenError } from './stores/index.js';

/** Administration of one store. */
export interface Administration {
  /** True when the embedded database did not exist and has just been created. */
  readonly created: boolean;
  keys: {
    create(request: KeyRequest): Promise<IssuedKey>;
    list(): Promise<ShownKey[]>;
    rotate(id: string, overlapSeconds: number): Promise<IssuedKey>;
    revoke(id: string): Promise<ShownKey>;
  };
  credentials: {
    /** Changes the key that seals upstream credentials; throws where the key cannot be changed from here. */
    rotateKey(rotation?: KeyRotation): Promise<RotatedKey>;
  };
  audit: {
    list(query: AuditQuery): Promise<AuditRecord[]>;
    /** Records that match, newest first. */
    search(query: AuditSearch): Promise<AuditPage>;
    /** Verifies the chain; `anchorFile` defaults to the configured one, if it exists. */
    verify(options?: { expected?: AuditPoint; anchorFile?: string }): Promise<AuditVerdict>;
    /** The whole log in order, one JSON text per record, without line ends. */
    export(): AsyncIterable<string>;
  };
  close(): Promise<void>;
}

/** Records read per batch for an export. */
const portion = 1000;

/** Subject under which the operator's own changes are audited. */
const operator = 'operator';

/** How a store is opened for administration. */
export interface AdministrationOptions {
  clock?: Clock;
  /** Rejects an embedded database that does not exist; an empty one would look as if nothing had ever happened. */
  existing?: boolean;
}

/** Opens the configured store for administration; throws a `StoreOpenError` that says what to do. */
export async function openAdministration(
  config: Config,
  { clock = systemClock, existing = false }: AdministrationOptions = {},
): Promise<Administration> {
  const { path, databaseUrl } = config.store;
  const created = databaseUrl === undefined && path !== ':memory:' && !existsSync(path);
  if (created && existing) {
    throw new StoreOpenError(
      `There is no database at ${path}.`,
      'Run this where the server runs, or say which store it uses: --store <file>, --database-url <url> or --config <file>.',
    );
  }
  const silent = { info: () => {}, warn: () => {} };
  const store = await openStore(config, { clock, logger: silent });
  const keys = createKeyAdministration({ keys: store.keys, clock });
  const by = () => ({ subject: operator, traceId: newTraceId() });
  return {
    created,
    keys: {
      create: (request) => keys.create(request, by()),
      list: () => keys.list(),
      rotate: (id, overlapSeconds) => keys.rotate(id, overlapSeconds, by()),
      revoke: (id) => keys.revoke(id, by()),
    },
    credentials: {
      rotateKey: (rotation) => {
        const sealing = openSealingKeys(keyOrigin(config));
        return rotateKey(
          { credentials: store.credentials, secrets: store.secrets, keys: sealing, clock, by: by() },
          rotation,
        );
      },
    },
    audit: {
      list: (query) => store.audit.list(query),
      search: (query) => store.audit.search(query),
      async verify({ anchorFile, ...options } = {}) {
        // Leases may lie ahead of a machine whose clock was set back.
        const steady = await openSteadyClock(config, { store, clock, elapsed: () => performance.now() });
        return verifyWithAnchors(config, { store, steady, anchorFile }, options);
      },
      async *export() {
        let after = 0;
        for (;;) {
          const records = await store.audit.list({ after, limit: portion });
          for (const record of records) yield JSON.stringify(record);
          after = records.at(-1)?.seq ?? after;
          if (records.length < portion) return;
        }
      },
    },
    close: () => store.close(),
  };
}
