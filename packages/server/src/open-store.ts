/** Chooses the store by the configuration: PostgreSQL when an address is given, the embedded database otherwise. */
import type { Clock, Store } from '@dragoman/core';
import type { Config } from './config/config.js';
import { hideCredentials } from './config/describe-config.js';
import type { StoreLogger } from './stores/index.js';
import { openPostgresStore, openSqliteStore } from './stores/index.js';

/** What opening a store needs beside the configuration. */
export interface OpenStorePorts {
  clock: Clock;
  logger: StoreLogger;
}

/** Opens the configured store; throws a `StoreOpenError` that says what to do. */
export function openStore({ store }: Config, { clock, logger }: OpenStorePorts): Promise<Store> {
  if (store.databaseUrl !== undefined) return openPostgresStore({ url: store.databaseUrl, clock, logger });
  return openSqliteStore({ path: store.path, clock, logger });
}

/** The store in words, without its password. */
export function describeStore({ store }: Config): string {
  return store.databaseUrl === undefined
    ? `SQLite, ${store.path}`
    : `PostgreSQL, ${hideCredentials(store.databaseUrl)}`;
}
