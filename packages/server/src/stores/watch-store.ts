/**
 * Watches a store from outside: counts what it refuses, by kind, and knows whether vectors can be stored. The caller's
 * promises are passed on as they are.
 */
import type { Store } from '@dragoman/core/engine';
import { isFailure } from '@dragoman/model';
import { sqlState } from './postgres/postgres-failure.js';
import { sqliteCode } from './sqlite/sqlite-failure.js';

/** Why a store refused to work. */
export type StoreErrorKind = 'full' | 'read-only' | 'locked' | 'unreachable' | 'damaged' | 'other';

/** Called for each error of the database; `part` is the part of the store, such as `audit`. */
export type StoreErrorListener = (part: string, kind: StoreErrorKind) => void;

/** A store under watch. */
export interface WatchedStore {
  store: Store;
  /** Rejects while vectors cannot be stored; tries again if the last attempt failed. */
  requireVectors(): Promise<void>;
}

const sqliteKinds: readonly [RegExp, StoreErrorKind][] = [
  [/^SQLITE_FULL/, 'full'],
  [/^SQLITE_(READONLY|PERM|AUTH)/, 'read-only'],
  [/^SQLITE_(BUSY|LOCKED)/, 'locked'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [/^SQLITE_(IOERR|CANTOPEN|NOMEM|PROTOCOL|INTERRUPT)/, 'unreachable'],
];
const postgresKinds: readonly [RegExp, StoreErrorKind][] = [
  [/^53/, 'full'],
  [/^(25006|42501)/, 'read-only'],
  [/^(40001|40P01|55P03)/, 'locked'],
  [/^XX00[12]/, 'damaged'],
  [/^(08|57|28|3D|58)/, 'unreachable'],
];

/** The kind of a database error; undefined for a failure that is no error of the database. */
export function storeErrorKind(error: unknown): StoreErrorKind | undefined {
  if (!isFailure(error) || error.cause === undefined) return undefined;
  const { cause } = error;
  const find = (kinds: readonly [RegExp, StoreErrorKind][], code: string) =>
    kinds.find(([pattern]) => pattern.test(code))?.[1] ?? 'other';
  if (sqliteCode(cause) !== '') return find(sqliteKinds, sqliteCode(cause));
  // Without a code of the server the connection itself failed.
  return sqlState(cause) === '' ? 'unreachable' : find(postgresKinds, sqlState(cause));
}

/** Wraps the store. */
export function watchStore(store: Store, onError: StoreErrorListener): WatchedStore {
  const note = (part: string) => (error: unknown) => {
    const kind = storeErrorKind(error);
    if (kind !== undefined) onError(part, kind);
  };
  const parts = Object.entries(store).flatMap(([name, part]) =>
    typeof part === 'object' ? [[name, watchMethods(part, () => note(name))]] : [],
  );
  const watched = { ...watchMethods(store, note), ...Object.fromEntries(parts) } as Store;
  return watchVectors(watched);
}

/** The object with its methods under watch; `noteOf` creates the listener of a method. */
function watchMethods(owner: object, noteOf: (name: string) => (error: unknown) => void): object {
  const methods = owner as Record<string, unknown>;
  const watch = (name: string) => {
    const note = noteOf(name);
    return (...parameters: unknown[]) => {
      const result = (methods[name] as (...given: unknown[]) => unknown)(...parameters);
      if (result instanceof Promise) result.catch(note);
      return result;
    };
  };
  return Object.fromEntries(
    Object.entries(methods).map(([name, member]) => [name, typeof member === 'function' ? watch(name) : member]),
  );
}

/** A model name that no embedder has, for a vector that is written to try. */
const trialModel = 'dragoman-readiness';
const trial = { hash: 'trial', packed: new Uint8Array(4) };

function watchVectors(store: Store): WatchedStore {
  let failed = false;
  const { vectors } = store;
  const write: typeof vectors.write = (model, stored) => {
    const writing = vectors.write(model, stored);
    writing.then(
      () => {
        failed = false;
      },
      () => {
        failed = true;
      },
    );
    return writing;
  };
  return {
    store: { ...store, vectors: { ...vectors, write } },
    async requireVectors() {
      if (!failed) return;
      await write(trialModel, [trial]);
      await vectors.remove(trialModel, [trial.hash]);
    },
  };
}
