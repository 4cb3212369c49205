/**
 * Data sources of data classes: configured by the operator, opened on first use, read-only. SQL statements contain
 * only validated names and bound values, never text from a caller.
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

/** Maximum size of a JSON file, in bytes. */
const maxBytes = 16 * 1024 * 1024;

/** Opens sources by name, each on first use. */
export function openClassSources(settings: readonly SourceSetting[]): OpenClassSources {
  const addresses = new Map(settings.map(({ name, address }) => [name, address]));
  const opened = new Map<string, RowSource>();
  const sourceOf = (name: string): RowSource => {
    const address = addresses.get(name);
    if (address === undefined)
      throw unavailable(`No data source named '${name.slice(0, 80)}' is configured; see agis.sources.`);
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
        throw unavailable('The data source of this class does not respond.', cause);
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

/** A file with a JSON array of objects; read on every call, so that changes are visible at once. */
function openFileRows(path: string): RowSource {
  return {
    async query({ filters, limit }) {
      if ((await stat(path)).size > maxBytes) throw unavailable('The data file of this class is too large.');
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
