/**
 * Databases and files behind data classes: configured by the operator, opened when first asked, only ever read. A
 * statement is made of names that were checked and values that are bound; no text of a caller gets into it.
 */

import { readFile, stat } from 'node:fs/promises';
import type { ClassSources } from '@dragoman/core/faces';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { openPostgresRows } from './postgres-rows.js';
import type { RowSource } from './row-source.js';
import { openSqliteRows } from './sqlite-rows.js';

/** A configured source. */
export interface SourceSetting {
  name: string;
  /** `sqlite:<path>`, `postgres://…` or `file:<path>`. */
  address: string;
}

/** The configured sources, closed with the server. */
export interface OpenClassSources extends ClassSources {
  close(): Promise<void>;
}

/** Largest JSON file that is read, in bytes. */
const mostBytes = 16 * 1024 * 1024;

/** Opens sources by name, each when it is first asked. */
export function openClassSources(settings: readonly SourceSetting[]): OpenClassSources {
  const addresses = new Map(settings.map(({ name, address }) => [name, address]));
  const opened = new Map<string, RowSource>();
  const sourceOf = (name: string): RowSource => {
    const address = addresses.get(name);
    if (address === undefined) throw unavailable(`There is no source '${name.slice(0, 80)}' here.`);
    const source = opened.get(name) ?? openSource(address);
    opened.set(name, source);
    return source;
  };
  return {
    async query(name, query) {
      try {
        return await sourceOf(name).query(query);
      } catch (cause) {
        if (cause instanceof Failure) throw cause;
        throw unavailable('The source behind this class does not answer.', cause);
      }
    },
    async close() {
      for (const source of opened.values()) await source.close();
      opened.clear();
    },
  };
}

function openSource(address: string): RowSource {
  if (address.startsWith('sqlite:')) return openSqliteRows(address.slice('sqlite:'.length));
  if (/^postgres(?:ql)?:/.test(address)) return openPostgresRows(address);
  return openFileRows(address.replace(/^file:(?:\/\/)?/, ''));
}

/** A file that holds a list of objects; read at each call, so that a change shows at once. */
function openFileRows(path: string): RowSource {
  return {
    async query({ filters, limit }) {
      if ((await stat(path)).size > mostBytes) throw unavailable('The file behind this class is too large.');
      const value = JSON.parse(await readFile(path, 'utf8')) as JsonValue;
      const rows = Array.isArray(value) ? value.filter(isJsonObject) : [];
      const fits = (row: JsonObject) =>
        Object.entries(filters).every(
          ([name, wanted]) => Object.hasOwn(row, name) && String(row[name]) === String(wanted),
        );
      return rows.filter(fits).slice(0, limit);
    },
    close: () => Promise.resolve(),
  };
}

function unavailable(message: string, cause?: unknown): Failure {
  return new Failure('UNAVAILABLE', { message, retryAfter: 30, ...(cause === undefined ? {} : { cause }) });
}
