/** Registers entries as AIDIP documents through the whole publish flow, on a temporary SQLite file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readDescription } from '@dragoman/core/conversion';
import { createLexicalIndex, local, publish, type Store } from '@dragoman/core/engine';
import { systemClock, timestamp } from '@dragoman/core/http';
import type { Entry, JsonObject } from '@dragoman/model';
import { openSqliteStore } from '@dragoman/server';

/** The entry with this index as the AIDIP document that its provider would post, within AIDIP's limits. */
export function toDocument(entry: Entry, number: number): JsonObject {
  return {
    id: `agent-${number}`,
    name: entry.name.trim().slice(0, 200),
    description: entry.description === '' ? entry.name : entry.description,
    version: '1.0.0',
    publisher: entry.publisher ?? 'unknown',
    capabilities: entry.capabilities,
    tags: entry.tags.slice(0, 20).map((tag) => tag.slice(0, 100)),
    supported_languages: entry.languages,
    endpoint: 'https://agents.example.com/call',
    operations: entry.operations.map(({ name, input }) => ({
      name: name.slice(0, 100),
      description: entry.name,
      inputs: input,
      outputs: { type: 'object' },
    })),
  };
}

/** Runs work with a temporary folder. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A registry on disk that accepts documents one at a time. */
export interface Registry {
  register(document: JsonObject): Promise<void>;
  close(): Promise<void>;
}

/** Opens a registry in this file: SQLite with durable settings, and an in-memory index. */
export async function openRegistry(path: string): Promise<Registry> {
  const store: Store = await openSqliteStore({ path, clock: systemClock });
  const index = createLexicalIndex();
  const ports = { store, index, clock: systemClock, newId: () => crypto.randomUUID() };
  return {
    async register(document) {
      await publish(ports, {
        caller: local,
        traceId: '0'.repeat(32),
        read: readDescription(document, { strict: false, ownOrigins: [], at: timestamp(systemClock) }),
        mode: 'upsert',
      });
    },
    close: () => store.close(),
  };
}

/** Registers all documents with concurrent callers; returns the milliseconds of each registration. */
export async function registerAll(registry: Registry, documents: readonly JsonObject[], callers: number) {
  const latencies: number[] = [];
  let next = 0;
  const caller = async () => {
    for (let document = documents[next++]; document !== undefined; document = documents[next++]) {
      const start = performance.now();
      await registry.register(document);
      latencies.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return latencies;
}
