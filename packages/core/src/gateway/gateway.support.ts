/** A gateway in memory for tests: real store, index, ledger and steps, and a scripted upstream. */
import { randomUUID } from 'node:crypto';
import type { Entry, JsonValue, Operation } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { createMemoryRateLimiter } from '../access/rate-limit.js';
import type { AuditRecord } from '../catalogue/audit.js';
import { createMemoryStore } from '../catalogue/memory-store.js';
import { createLexicalIndex } from '../discovery/lexical-index.js';
import { createApprovals } from './approvals.js';
import type { AnswerOutcome, BindingCaller, Call, Target, TargetedCall } from './call.js';
import type { Gateway } from './invoke.js';
import { createGateway } from './invoke.js';
import { createAcquireKey } from './keyed-calls.js';
import type { GatewayPorts, GatewaySettings } from './ports.js';
import { createDeduplicate } from './steps/deduplicate.js';
import type { Upstream, UpstreamRequest, UpstreamResponse } from './upstream.js';

export const ann: Caller = { kind: 'key', subject: 'ann', scopes: ['agents:invoke'] };
export const bob: Caller = { kind: 'key', subject: 'bob', scopes: ['agents:invoke'] };

/** An operation that accepts a text and returns one. */
export function createOperation(change: Partial<Operation> = {}): Operation {
  return {
    id: '6f0c7a34-0000-4000-8000-000000000001',
    name: 'echo',
    input: {
      type: 'object',
      properties: { text: { type: 'string' }, count: { type: 'integer' } },
      required: ['text'],
      additionalProperties: false,
    },
    output: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    errors: [],
    examples: [],
    tags: [],
    version: 1,
    binding: { kind: 'aidip', endpoint: 'https://echo.example/in', operation: 'Echo' },
    derived: [],
    extra: {},
    ...change,
  };
}

/** An entry with one operation, open to all. */
export function createEntry(change: Partial<Entry> = {}): Entry {
  return {
    id: 'echo/1',
    slug: 'echo',
    name: 'Echo',
    description: 'Says it again.',
    status: 'active',
    visibility: 'public',
    owner: 'olga',
    grants: [],
    capabilities: [],
    tags: [],
    languages: [],
    trust: {},
    operations: [createOperation()],
    origin: { protocol: 'aidip', hash: 'sha256:0', at: '2026-02-02T08:00:00.000Z' },
    derived: [],
    extra: {},
    ...change,
  };
}

/** A target without a store. */
export function createTarget(change: Partial<Operation> = {}): Target {
  const operation = createOperation(change);
  const at = '2026-02-02T08:00:00.000Z';
  const stored = { entry: createEntry({ operations: [operation] }), revision: 1, seq: 1, createdAt: at, updatedAt: at };
  return { stored, operation };
}

/** A call as an interface would make it. */
export function createCall(change: Partial<Call> = {}): Call {
  return {
    caller: ann,
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    face: 'aidip',
    agentId: 'echo/1',
    input: { text: 'ahoy' },
    dryRun: false,
    wantsStream: false,
    signal: new AbortController().signal,
    facts: {},
    ...change,
  };
}

/** A call that has passed `entitle`. */
export function createTargetedCall(change: Partial<Call> & Pick<TargetedCall, 'target'>): TargetedCall {
  return { ...createCall(), ...change };
}

/** An upstream's answer in JSON. */
export function json(body: JsonValue, status = 200, headers: Record<string, string> = {}): UpstreamResponse {
  return reply(JSON.stringify(body), 'application/json', status, headers);
}

/** An upstream's answer in any type. */
export function reply(
  text: string | Uint8Array | ReadableStream<Uint8Array>,
  mediaType: string,
  status = 200,
  headers: Record<string, string> = {},
): UpstreamResponse {
  const body = text instanceof ReadableStream ? text : streamOf(text);
  return { status, headers, mediaType, body, attempts: 1, origin: 'https://echo.example' };
}

/** A stream of these texts, one chunk each. */
export function streamOf(...texts: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      const encoder = new TextEncoder();
      for (const text of texts)
        if (text.length > 0) controller.enqueue(typeof text === 'string' ? encoder.encode(text) : text);
      controller.close();
    },
  });
}

/** What the scripted upstream does with a request. */
export type Script = (request: UpstreamRequest) => UpstreamResponse | Promise<UpstreamResponse>;

const echo: Script = ({ body }) => json(body as JsonValue);

/** The POST of the inputs as in AIDIP, simplified. */
const poster: BindingCaller = {
  kind: 'aidip',
  prepare: ({ operation: { binding } }, call) => ({
    url: binding.kind === 'aidip' ? binding.endpoint : '',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: call.input,
  }),
};

/** A gateway in memory, with inspection functions. */
export interface TestGateway {
  gateway: Gateway;
  ports: GatewayPorts;
  /** Requests that reached the upstream. */
  sent: UpstreamRequest[];
  /** Changes the behavior of the upstream. */
  script(next: Script): void;
  invoke(change?: Partial<Call>): ReturnType<Gateway['invoke']>;
  /** Invokes and requires a complete answer. */
  answer(change?: Partial<Call>): Promise<AnswerOutcome>;
  put(entry: Entry): Promise<void>;
  records(): Promise<(AuditRecord & { facts: Record<string, JsonValue> })[]>;
  /** Advances the clock. */
  pass(seconds: number): void;
}

/** Creates a gateway with one entry in it. */
export async function createTestGateway(
  settings: Partial<GatewaySettings> = {},
  change: Partial<GatewayPorts> = {},
): Promise<TestGateway> {
  let now = Date.parse('2026-02-02T08:00:00Z');
  let act = echo;
  const sent: UpstreamRequest[] = [];
  const clock = { now: () => now };
  const store = createMemoryStore();
  const index = createLexicalIndex();
  const upstream: Upstream = {
    async send(request) {
      await request.onSend?.();
      request.onDeparture?.();
      sent.push(request);
      return act(request);
    },
    async close() {},
  };
  const acquireKey = createAcquireKey({
    ledger: store.ledger,
    clock,
    windowSeconds: 86_400,
    leaseSeconds: 30,
    onError() {},
  });
  const ports: GatewayPorts = {
    store,
    index,
    clock,
    elapsed: () => now,
    limiter: createMemoryRateLimiter({ clock, names: 1000 }),
    log: {
      open: async () => async (draft) => {
        await store.audit.append(draft);
      },
    },
    upstream,
    callers: [poster],
    credentialsFor: async () => undefined,
    deduplicate: createDeduplicate({ acquireKey, answerSize: 100_000 }),
    approvals: createApprovals({
      store: store.approvals,
      clock,
      newId: randomUUID,
      approvalSeconds: 3600,
      declineSeconds: 600,
      perCaller: 5,
    }),
    confirmationKey: 'a key of this test',
    settings: {
      anonymous: false,
      callsPerMinute: 600,
      outputMismatch: 'pass-with-warning',
      untrustedText: 'flag',
      errorDetails: 'redact',
      confirm: [],
      confirmSeconds: 300,
      declineSeconds: 600,
      irreversible: 'agent',
      approvals: { seconds: 3600, perCaller: 5 },
      batch: { items: 100, concurrency: 4 },
      answerBytes: 10_000,
      ...settings,
    },
    ...change,
  };
  const gateway = createGateway(ports);
  const invoke = (part: Partial<Call> = {}) => gateway.invoke(createCall(part));
  const put = async (entry: Entry) => {
    const context = { actor: entry.owner, traceId: '', at: new Date(now).toISOString() };
    const { stored } = await store.entries.change(
      entry.id,
      (current) => ({ action: current === undefined ? 'entry.create' : 'entry.update', entry }),
      context,
    );
    if (stored !== undefined) index.put(stored);
  };
  await put(createEntry());
  return {
    gateway,
    ports,
    sent,
    script(next) {
      act = next;
    },
    invoke,
    async answer(part) {
      const outcome = await invoke(part);
      if (outcome.kind !== 'answer') throw new Error(`no answer but ${outcome.kind}`);
      return outcome;
    },
    put,
    async records() {
      const found = await store.audit.list({ limit: 1000, action: 'call' });
      return found.map((record) => ({ ...record, facts: JSON.parse(record.detail ?? '{}') }));
    },
    pass(seconds) {
      now += seconds * 1000;
    },
  };
}
