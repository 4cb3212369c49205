/** What an operator does on the store directly, with or without a running server: keys, credentials and the audit log. */
import type { AuditQuery, AuditRecord, AuditVerdict, Clock, VerifyAuditOptions } from '@dragoman/core';
import { newTraceId, systemClock, verifyAudit } from '@dragoman/core';
import type { IssuedKey, KeyRequest, ShownKey } from './access/key-administration.js';
import { createKeyAdministration } from './access/key-administration.js';
import type { Config } from './config/config.js';
import { keyOrigin } from './credentials/open-credentials.js';
import type { KeyRotation, RotatedKey } from './credentials/rotate-key.js';
import { rotateKey } from './credentials/rotate-key.js';
import { openSealingKeys } from './credentials/sealing-keys.js';
import { openStore } from './open-store.js';

/** Administration of one store. */
export interface Administration {
  keys: {
    create(request: KeyRequest): Promise<IssuedKey>;
    list(): Promise<ShownKey[]>;
    rotate(id: string, overlapSeconds: number): Promise<IssuedKey>;
    revoke(id: string): Promise<ShownKey>;
  };
  credentials: {
    /** Changes the key that seals the credentials for agents; refused where it is not ours to change. */
    rotateKey(rotation?: KeyRotation): Promise<RotatedKey>;
  };
  audit: {
    list(query: AuditQuery): Promise<AuditRecord[]>;
    verify(options?: VerifyAuditOptions): Promise<AuditVerdict>;
    /** The whole log in its order, one JSON text per record, without line ends. */
    export(): AsyncIterable<string>;
  };
  close(): Promise<void>;
}

/** Records read at once for an export. */
const portion = 1000;

/** Subject under which the operator's own changes are audited. */
const operator = 'operator';

/** Opens the configured store for administration; throws a `StoreOpenError` that says what to do. */
export async function openAdministration(config: Config, clock: Clock = systemClock): Promise<Administration> {
  const silent = { info: () => {}, warn: () => {} };
  const store = await openStore(config, { clock, logger: silent });
  const keys = createKeyAdministration({ keys: store.keys, clock });
  const by = () => ({ subject: operator, traceId: newTraceId() });
  return {
    keys: {
      create: (request) => keys.create(request, by()),
      list: () => keys.list(),
      rotate: (id, overlapSeconds) => keys.rotate(id, overlapSeconds, by()),
      revoke: (id) => keys.revoke(id, by()),
    },
    credentials: {
      rotateKey: (rotation) => {
        const sealing = openSealingKeys(keyOrigin(config));
        return rotateKey({ credentials: store.credentials, keys: sealing, clock, by: by() }, rotation);
      },
    },
    audit: {
      list: (query) => store.audit.list(query),
      verify: (options) => verifyAudit(store.audit, options),
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
