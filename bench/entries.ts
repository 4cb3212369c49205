/** Entries for the benches: only searched and filtered members are set. */

import type { StoredEntry } from '@dragoman/core/engine';
import type { Entry, Operation } from '@dragoman/model';

/** A public entry with this id and these members. */
export function makeEntry(id: string, given: Partial<Entry>): Entry {
  return {
    id,
    slug: id,
    name: id,
    description: '',
    status: 'active',
    visibility: 'public',
    owner: 'local',
    grants: [],
    capabilities: [],
    tags: [],
    languages: [],
    trust: {},
    operations: [],
    origin: { protocol: 'openapi', hash: 'sha256:00', at: '2026-01-01T00:00:00.000Z' },
    derived: [],
    extra: {},
    ...given,
  };
}

/** An operation with these inputs. */
export function makeOperation(name: string, inputs: readonly string[]): Operation {
  return {
    id: name,
    name,
    input: { type: 'object', properties: Object.fromEntries(inputs.map((input) => [input, {}])) },
    output: true,
    errors: [],
    examples: [],
    tags: [],
    version: 1,
    binding: { kind: 'local', name },
    derived: [],
    extra: {},
  };
}

/** The stored form of an entry. */
export function makeStored(entry: Entry, seq: number): StoredEntry {
  return { entry, revision: 1, seq, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
}
