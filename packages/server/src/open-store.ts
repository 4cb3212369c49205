/** Selects the store by the configuration: PostgreSQL when a database URL is set, the embedded database otherwise. */

import type { Store } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import type { Config } from './config/config.js';
import { hideCredentials } from './config/describe-config.js';
import { keyOrigin } from './credentials/open-credentials.js';
import { withSealedSecrets } from './credentials/own-secrets.js';
import { openSealingKeys } from './credentials/sealing-keys.js';
import type { StoreLogger } from './stores/index.js';
import { openPostgresStore, openSqliteStore, StoreOpenError } from './stores/index.js';

/** Dependencies of opening a store, in addition to the configuration. */
export interface OpenStorePorts {
  clock: Clock;
  logger: StoreLogger;
}

/** Opens the configured store, with its secrets sealed; throws a `StoreOpenError` that says what to do. */
export async function openStore(config: Config, ports: OpenStorePorts): Promise<Store> {
  const store = await openDatabase(config, ports);
  // A database in memory has no backup, and no folder for a key.
  if (config.store.databaseUrl === undefined && config.store.path === ':memory:') return store;
  return withSealedSecrets(store, openSealingKeys(keyOrigin(config)), (name) => {
    ports.logger.warn(
      { secret: name },
      'a secret of this server is stored unsealed, because there is no sealing key; set DRAGOMAN_SECRETS_KEY or secrets.keyFile',
    );
  });
}

async function openDatabase({ store, search }: Config, { clock, logger }: OpenStorePorts): Promise<Store> {
  // Without a model there is nothing to compare.
  const pgvector = search.embedder === 'none' ? 'off' : search.pgvector;
  const isRequired = search.engine === 'postgres' && search.embedder !== 'none';
  const compared = isRequired ? { pgvector: 'on' as const, pgvectorFor: 'search.engine is postgres' } : { pgvector };
  if (store.databaseUrl !== undefined) return openPostgresStore({ url: store.databaseUrl, clock, logger, ...compared });
  if (pgvector === 'on') {
    throw new StoreOpenError(
      'The setting search.pgvector is on, but the store is SQLite, which cannot compare vectors.',
      'Name a PostgreSQL database in store.databaseUrl, or set search.pgvector to auto.',
    );
  }
  return openSqliteStore({ path: store.path, clock, logger });
}

/** Name of the store without its password. */
export function describeStore({ store }: Config): string {
  return store.databaseUrl === undefined
    ? `SQLite, ${store.path}`
    : `PostgreSQL, ${hideCredentials(store.databaseUrl)}`;
}
