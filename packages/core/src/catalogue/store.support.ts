/** Sample values for the tests of stores. */
import type { Entry } from '@dragoman/model';
import type { AuditDraft } from './audit.js';
import type { ChangeContext, Decide, EntryAction, KeyRecord, SourceRecord } from './store.js';

/** A small valid entry. */
export function sampleEntry(id: string, changes: Partial<Entry> = {}): Entry {
  return {
    id,
    slug: 'sample',
    name: 'Sample',
    description: 'An entry for tests.',
    status: 'active',
    visibility: 'public',
    owner: 'local',
    grants: [],
    capabilities: ['testing'],
    tags: [],
    languages: [],
    trust: {},
    operations: [],
    origin: { protocol: 'aidip', hash: 'sha256:00', at: '2026-01-01T00:00:00.000Z' },
    derived: [],
    extra: {},
    ...changes,
  };
}

/** A time, so many seconds into a fixed day. */
export function sampleTime(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}

/** Who asks, at a time so many seconds into a fixed day. */
export function sampleContext(seconds = 0, actor = 'alice'): ChangeContext {
  return { actor, traceId: '0af7651916cd43dd8448eb211c80319c', at: sampleTime(seconds) };
}

/** An audit record before it is chained. */
export function sampleDraft(changes: Partial<AuditDraft> = {}): AuditDraft {
  return {
    at: sampleTime(0),
    actor: 'alice',
    action: 'auth.check',
    target: '',
    outcome: 'refused',
    code: 'FORBIDDEN',
    traceId: '0af7651916cd43dd8448eb211c80319c',
    ...changes,
  };
}

/** Decides to write this entry, whatever there is. */
export function always(entry: Entry, action: EntryAction = 'entry.create'): Decide {
  return () => ({ action, entry });
}

/** A usable key. */
export function sampleKey(id: string, changes: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id,
    name: `key ${id}`,
    subject: 'alice',
    hash: 'ab'.repeat(32),
    scopes: ['registry:read'],
    createdAt: sampleTime(0),
    ...changes,
  };
}

/** A source that is due. */
export function sampleSource(id: string, changes: Partial<SourceRecord> = {}): SourceRecord {
  return {
    id,
    url: `https://example.org/${encodeURIComponent(id)}`,
    owner: 'alice',
    intervalSeconds: 3600,
    createdAt: sampleTime(0),
    dueAt: sampleTime(0),
    failures: 0,
    entryIds: [],
    ...changes,
  };
}
