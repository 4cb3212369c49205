/** Sample values for the tests of stores. */
import type { Entry } from '@dragoman/model';
import type { AuditDraft } from './audit.js';
import type { ChangeContext } from './change-context.js';
import type { CredentialRecord } from './credentials.js';
import type { Design } from './designs.js';
import type { LedgerRow } from './ledger.js';
import type { RunRecord } from './runs.js';
import type { Decide, EntryAction, KeyRecord, SourceRecord } from './store.js';

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

/** A time, this many seconds into a fixed day. */
export function sampleTime(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}

/** A change context, this many seconds into a fixed day. */
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

/** Decides to write this entry, whatever the current state. */
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

/** A keyed call that was just begun. */
export function sampleLedgerRow(key: string, changes: Partial<LedgerRow> = {}): LedgerRow {
  return {
    scope: 'alice operation-1',
    key,
    fingerprint: 'ab'.repeat(32),
    state: 'begun',
    node: 'n1',
    startedAt: sampleTime(0),
    leaseUntil: sampleTime(30),
    expiresAt: sampleTime(86_400),
    ...changes,
  };
}

/** A queued long-running call. */
export function sampleRun(id: string, changes: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    subject: 'alice',
    scopes: ['agents:invoke'],
    agentId: 'sample',
    operationId: 'operation-1',
    operationName: 'sample_run',
    operationVersion: 1,
    state: 'queued',
    request: { input: {} },
    repeatable: false,
    traceId: '0af7651916cd43dd8448eb211c80319c',
    createdAt: sampleTime(0),
    updatedAt: sampleTime(0),
    expiresAt: sampleTime(86_400),
    node: '',
    leaseUntil: sampleTime(0),
    ...changes,
  };
}

/** A sealed credential for every caller. */
export function sampleCredential(id: string, changes: Partial<CredentialRecord> = {}): CredentialRecord {
  return {
    id,
    agentId: 'sample',
    kind: 'api_key',
    name: `credential ${id}`,
    sealed: `sealed ${id}`,
    sealedWith: 'k1',
    createdAt: sampleTime(0),
    createdBy: 'alice',
    updatedAt: sampleTime(0),
    ...changes,
  };
}

/** A private toolset with an empty document. */
export function sampleDesign(id: string, changes: Partial<Design> = {}): Design {
  return {
    kind: 'toolset',
    id,
    name: `design ${id}`,
    owner: 'alice',
    visibility: 'private',
    grants: ['caller:bob'],
    version: 1,
    document: {},
    createdAt: sampleTime(0),
    updatedAt: sampleTime(0),
    ...changes,
  };
}
