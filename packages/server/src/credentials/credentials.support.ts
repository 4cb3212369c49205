/** Keys, entries and calls for tests of upstream credentials. */
import type { Caller, StoredEntry, TargetedCall } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import type { Entry, Operation } from '@dragoman/model';
import { createCredentialAdministration } from './credential-administration.js';
import { createCredentialCache } from './credential-cache.js';
import type { TokenIssuing } from './credential-provider.js';
import { createCompleteSecret } from './grants/complete-secret.js';
import { createObtainToken } from './grants/obtain-token.js';
import { createProofs } from './grants/possession.js';
import type { TokenEndpoint } from './grants/token-endpoint.js';
import { createTokenSource } from './grants/token-source.js';
import { createSealer } from './sealer.js';
import { openSealingKeys } from './sealing-keys.js';

/** The only URL that tokens of callers may be sent to. */
export const mayExchangeAt = (tokenUrl: string) => tokenUrl.startsWith('https://id.example/');

/** A key of 32 equal bytes. */
export const keyText = (byte: number) => Buffer.alloc(32, byte).toString('base64url');

/** Keys as text, the first one sealing. */
export const keysOf = (...bytes: number[]) =>
  openSealingKeys({ kind: 'text', setting: 'secrets.key', text: bytes.map(keyText).join(',') });

/** For tests without logins. */
export const noLogins = () => Promise.reject(new Error('nobody logged in'));

/** Tokens of an endpoint; the workload has the identity `workload.jwt.token`. */
export function issuingFrom(
  endpoint: Pick<TokenEndpoint, 'request'>,
  clock: { now: () => number } = { now: () => 0 },
): TokenIssuing {
  const proofsOf = createProofs(clock);
  const obtain = createObtainToken({ endpoint, clock, proofsOf, readWorkloadToken: async () => 'workload.jwt.token' });
  return { tokens: createTokenSource({ obtain, steady: clock }), proofsOf };
}

/** The owner of the sample entry. */
export const owner: Caller = { kind: 'key', subject: 'harbour', scopes: ['registry:write'] };

/** A caller with only the permission to call. */
export const guest: Caller = { kind: 'key', subject: 'guest', scopes: ['agents:invoke'] };

const operation: Operation = {
  id: '0190b2a4-0000-7000-8000-000000000001',
  name: 'forecast',
  input: {},
  output: {},
  errors: [],
  examples: [],
  tags: [],
  version: 1,
  binding: { kind: 'aidip', endpoint: 'https://weather.example/invoke' },
  derived: [],
  extra: {},
};

/** The sample entry, with the given requirement. */
export function entryOf(type?: string, endpoint = 'https://weather.example/invoke'): Entry {
  return {
    id: 'pier-weather',
    slug: 'pier-weather',
    name: 'Pier weather',
    description: 'Wind at a pier.',
    status: 'active',
    visibility: 'public',
    owner: owner.subject,
    grants: [],
    capabilities: [],
    tags: [],
    languages: [],
    endpoint,
    ...(type === undefined ? {} : { authentication: { type } }),
    trust: {},
    operations: [{ ...operation, binding: { kind: 'aidip', endpoint } }],
    origin: { protocol: 'aidip', hash: 'sha256:0', at: '2026-03-01T00:00:00.000Z' },
    derived: [],
    extra: {},
  };
}

/** A call of the sample entry's operation. */
export function callOf(caller: Caller, entry: Entry): TargetedCall {
  const at = '2026-03-01T00:00:00.000Z';
  const stored: StoredEntry = { entry, revision: 1, seq: 1, createdAt: at, updatedAt: at };
  return {
    caller,
    traceId: '0'.repeat(32),
    traceparent: `00-${'0'.repeat(31)}1-${'0'.repeat(15)}1-01`,
    face: 'aidip',
    agentId: entry.id,
    input: {},
    dryRun: false,
    wantsStream: false,
    signal: new AbortController().signal,
    target: { stored, operation: entry.operations[0] ?? operation },
    facts: {},
  };
}

/** A store with the sample entry and everything to add credentials. */
export async function openBench({ keys = keysOf(1), entry = entryOf() } = {}) {
  const clock = { time: Date.parse('2026-03-01T00:00:00Z'), now: () => clock.time };
  // Follows the clock of the machine unless that is set.
  const steady = { ahead: 0, now: () => clock.time + steady.ahead };
  const store = createMemoryStore();
  const at = new Date(clock.time).toISOString();
  const write = (content: Entry) =>
    store.entries.change(content.id, () => ({ action: 'entry.create', entry: content }), {
      actor: owner.subject,
      traceId: '0'.repeat(32),
      at,
    });
  await write(entry);
  const sealer = createSealer(keys);
  const errors: unknown[] = [];
  const cache = createCredentialCache({
    credentials: store.credentials,
    sealer,
    clock,
    steady,
    onError: (error) => errors.push(error),
  });
  let next = 0;
  const administration = createCredentialAdministration({
    entries: store.entries,
    credentials: store.credentials,
    open: cache.of,
    sealer,
    clock,
    newId: () => {
      next += 1;
      return `credential-${next}`;
    },
    mayExchangeAt,
    complete: createCompleteSecret({ request: () => Promise.reject(new Error('nothing is found')) }),
    revoke: async () => {},
    onChanged: cache.forget,
  });
  const by = (caller: Caller) => ({ caller, traceId: '0'.repeat(32) });
  return { clock, steady, store, sealer, cache, administration, by, write, errors };
}
