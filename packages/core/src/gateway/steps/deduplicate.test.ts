import type { Diagnostic, FailureCode, JsonValue, Operation } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LedgerStore } from '../../catalogue/ledger.js';
import { createMemoryLedger } from '../../catalogue/memory-ledger.js';
import { sampleEntry } from '../../catalogue/store.support.js';
import type { AnswerOutcome, Call, Outcome, TargetedCall } from '../call.js';
import { createAcquireKey } from '../keyed-calls.js';
import { createDeduplicate } from './deduplicate.js';

const operation: Operation = {
  id: 'b5d3c1d2-0000-4000-8000-000000000001',
  name: 'send_mail',
  input: true,
  output: true,
  errors: [],
  examples: [],
  tags: [],
  version: 1,
  binding: { kind: 'aidip', endpoint: 'https://agent.example/invoke' },
  derived: [],
  extra: {},
};

interface CallArguments {
  key?: string;
  input?: JsonValue;
  subject?: string;
  dryRun?: boolean;
  operation?: Partial<Operation>;
}

function makeCall({
  key = 'k',
  input = { to: 'ada' },
  subject = 'alice',
  dryRun = false,
  ...rest
}: CallArguments = {}): TargetedCall {
  const stored = { entry: sampleEntry('mail'), revision: 1, seq: 1, createdAt: '', updatedAt: '' };
  return {
    caller: { kind: 'key', subject, scopes: [] },
    traceId: '0'.repeat(32),
    traceparent: '',
    face: 'aidip',
    agentId: 'mail',
    input,
    idempotencyKey: key,
    dryRun,
    wantsStream: false,
    signal: new AbortController().signal,
    target: { stored, operation: { ...operation, ...rest.operation } },
    facts: {},
  };
}

function answer(status: number, body: JsonValue = { sent: true }): AnswerOutcome {
  return { kind: 'answer', status, body, headers: { 'x-agent': 'a' }, findings: [], replayed: false };
}

/** A gateway of this step and a service that counts the received calls. */
function open(changes: { ledger?: LedgerStore; answerSize?: number } = {}) {
  const clock = { time: Date.parse('2026-03-01T00:00:00Z'), now: () => clock.time };
  const ledger = changes.ledger ?? createMemoryLedger();
  const errors: unknown[] = [];
  const acquireKey = createAcquireKey({
    ledger,
    clock,
    windowSeconds: 86_400,
    leaseSeconds: 30,
    onError: (error) => errors.push(error),
  });
  const step = createDeduplicate({ acquireKey, answerSize: changes.answerSize ?? 1000 });
  const agent = { effects: 0, act: async (): Promise<Outcome> => answer(200) };
  const send = async (call: Call) => {
    await call.onSend?.();
    agent.effects += 1;
    return agent.act();
  };
  return {
    clock,
    step,
    ledger,
    errors,
    agent,
    invoke: (asked: CallArguments = {}) => step(makeCall(asked), send),
    /** Replaces the behavior of the service. */
    invokeWith: (act: (call: Call) => Promise<Outcome>, asked: CallArguments = {}) => step(makeCall(asked), act),
  };
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'answered',
    (thrown: Failure) => thrown.code,
  );

const fails = (code: FailureCode) => async () => {
  throw new Failure(code);
};

describe('a call with a key', () => {
  it('[AIDIP-FLOW-06] has one effect and one answer; another key a second effect; another body is rejected', async () => {
    const { invoke, agent } = open();
    const first = await invoke();
    const second = await invoke();
    expect(first).toMatchObject({ status: 200, body: { sent: true }, replayed: false });
    expect(second).toEqual({ ...first, headers: { 'x-agent': 'a', 'idempotency-replayed': 'true' }, replayed: true });
    expect(agent.effects).toBe(1);
    await invoke({ key: 'k2' });
    expect(agent.effects).toBe(2);
    expect(await codeOf(invoke({ input: { to: 'bob' } }))).toBe('IDEMPOTENCY_CONFLICT');
    expect(agent.effects).toBe(2);
  });

  it('is identified by caller, operation and version, not by the order of members', async () => {
    const { invoke, agent } = open();
    await invoke({ input: { a: 1, b: 2 } });
    expect(await invoke({ input: { b: 2, a: 1 } })).toMatchObject({ replayed: true });
    await invoke({ input: { a: 1, b: 2 }, subject: 'bob' });
    await invoke({ input: { a: 1, b: 2 }, operation: { id: 'another' } });
    expect(agent.effects).toBe(3);
    expect(await codeOf(invoke({ input: { a: 1, b: 2 }, operation: { version: 2 } }))).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('runs once among 50 concurrent ones; the others get CALL_RUNNING, and the answer afterwards', async () => {
    const { invoke, agent } = open();
    let finish: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    agent.act = () => gate.then(() => answer(200));
    const calls = Array.from({ length: 50 }, () => codeOf(invoke()));
    setImmediate(finish);
    const codes = await Promise.all(calls);
    expect(codes.filter((code) => code === 'answered')).toHaveLength(1);
    expect(codes.filter((code) => code === 'CALL_RUNNING')).toHaveLength(49);
    expect(agent.effects).toBe(1);
    expect(await invoke()).toMatchObject({ replayed: true });
  });

  it('reports how long to wait while the first one runs', async () => {
    const { invoke, invokeWith } = open();
    await invokeWith(async () => {
      await expect(invoke()).rejects.toMatchObject({ code: 'CALL_RUNNING', retryAfter: 1 });
      return answer(200);
    });
  });

  it.each(['', 'two words', 'x'.repeat(256), 'naïve', 'tab\t'])('of the form %j is rejected', async (key) => {
    const { invoke, agent } = open();
    await expect(invoke({ key })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'Idempotency-Key' }],
    });
    expect(agent.effects).toBe(0);
  });

  it('is not stored for a dry run, nor for a preview', async () => {
    const { invoke, invokeWith, agent, ledger } = open();
    await invoke({ dryRun: true });
    expect(await ledger.prune('9', 10)).toBe(0);
    const preview = { kind: 'preview' } as Outcome;
    expect(await invokeWith(async () => preview)).toBe(preview);
    expect(await invoke()).toMatchObject({ replayed: false });
    expect(agent.effects).toBe(2);
  });

  it('is deleted after its window', async () => {
    const { invoke, clock, agent } = open();
    await invoke();
    clock.time += 86_400_000;
    expect(await invoke({ input: { to: 'bob' } })).toMatchObject({ replayed: false });
    expect(agent.effects).toBe(2);
  });

  it('replays findings on an answer, and an answer without a body', async () => {
    const { invoke, agent } = open();
    const finding: Diagnostic = {
      code: 'gateway/output',
      severity: 'warning',
      message: 'not as promised',
      help: 'tell the provider',
      location: { pointer: '' },
    };
    agent.act = async () => ({ kind: 'answer', status: 204, headers: {}, findings: [finding], replayed: false });
    await invoke();
    const again = await invoke();
    expect(again).toMatchObject({ status: 204, findings: [finding] });
    expect('body' in again).toBe(false);
  });

  it('is settled but not replayed when the answer was too large', async () => {
    const { invoke, agent } = open({ answerSize: 10 });
    agent.act = async () => answer(200, 'x'.repeat(100));
    await invoke();
    await expect(invoke()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('cannot be replayed'),
    });
    expect(agent.effects).toBe(1);
  });
});

describe('a keyed call whose caller disconnects', () => {
  /** Disconnects before or after sending; returns whether the call was aborted. */
  async function leave(
    gateway: ReturnType<typeof open>,
    behind: boolean,
    changes: Partial<TargetedCall>,
  ): Promise<boolean> {
    const caller = new AbortController();
    let wasAborted = false;
    const call = { ...makeCall(), signal: caller.signal, ...changes };
    await gateway.step(call, async (inner) => {
      if (!behind) caller.abort();
      await inner.onSend?.();
      caller.abort();
      wasAborted = inner.signal.aborted;
      return answer(200);
    });
    return wasAborted;
  }

  it('is aborted before it is sent, and completed after that, so that the repeat has an answer', async () => {
    const gateway = open();
    expect(await leave(gateway, true, {})).toBe(false);
    expect(await gateway.invoke()).toMatchObject({ status: 200, replayed: true });
    expect(await leave(open(), false, {})).toBe(true);
  });

  it.each<Partial<Call>>([{ wantsStream: true }, { accepted: true }, { cancelsOnDisconnect: true }])(
    'is aborted when %j',
    async (changes) => {
      expect(await leave(open(), true, changes)).toBe(true);
    },
  );
});

describe('the end of a keyed call', () => {
  it.each([400, 404, 409, 422])('with status %i is final', async (status) => {
    const { invoke, agent } = open();
    agent.act = async () => answer(status);
    await invoke();
    expect(await invoke()).toMatchObject({ status, replayed: true });
    expect(agent.effects).toBe(1);
  });

  it.each([401, 403, 408, 429, 503])('with status %i means that nothing ran, so it may run again', async (status) => {
    const { invoke, agent } = open();
    agent.act = async () => answer(status);
    await invoke();
    agent.act = async () => answer(200);
    expect(await invoke()).toMatchObject({ status: 200, replayed: false });
  });

  it.each([500, 502, 504])('with status %i has an unknown outcome, which a repeat reports', async (status) => {
    const { invoke, agent } = open();
    agent.act = async () => answer(status);
    expect(await invoke()).toMatchObject({ status });
    await expect(invoke()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', message: expect.stringContaining('2026') });
    expect(agent.effects).toBe(1);
  });

  it.each<FailureCode>(['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT', 'CANCELLED', 'INTERNAL'])(
    'in %s after sending has an unknown outcome, before it frees the key',
    async (code) => {
      const { invoke, invokeWith, agent } = open();
      expect(await codeOf(invokeWith(fails(code)))).toBe(code);
      agent.act = fails(code);
      expect(await codeOf(invoke())).toBe(code);
      agent.act = async () => answer(200);
      expect(await codeOf(invoke())).toBe('OUTCOME_UNKNOWN');
      expect(agent.effects).toBe(1);
    },
  );

  it.each<Partial<Operation>>([
    { idempotent: true },
    { safety: { idempotencyKey: true } },
    { impact: 'informational' },
  ])('in an error lets a repeatable call (%j) run again', async (declared) => {
    const { invoke, agent } = open();
    for (const act of [fails('UPSTREAM_TIMEOUT'), async () => answer(500)]) {
      agent.act = act;
      await codeOf(invoke({ operation: declared }));
    }
    agent.act = async () => answer(200);
    expect(await invoke({ operation: declared })).toMatchObject({ status: 200, replayed: false });
    expect(await invoke({ operation: declared })).toMatchObject({ replayed: true });
    expect(agent.effects).toBe(3);
  });

  it.each<FailureCode>(['OUTPUT_INVALID', 'CONTENT_BLOCKED'])(
    'in %s is final: the call was executed, and the repeat fails alike',
    async (code) => {
      const { invoke, agent } = open();
      agent.act = async () => {
        throw new Failure(code, {
          message: 'exactly this',
          fieldErrors: [{ field: 'a', code: 'c', detail: 'd' }],
        });
      };
      expect(await codeOf(invoke())).toBe(code);
      await expect(invoke()).rejects.toMatchObject({
        code,
        message: 'exactly this',
        fieldErrors: [{ field: 'a' }],
        headers: { 'idempotency-replayed': 'true' },
      });
      expect(agent.effects).toBe(1);
    },
  );

  it('in an unusable refusal frees the key, in an unusable success it does not', async () => {
    const { invoke, invokeWith } = open();
    const unusable = (status: number) => async (call: Call) => {
      await call.onSend?.();
      call.facts.upstreamStatus = status;
      throw new Failure('UPSTREAM_ERROR');
    };
    expect(await codeOf(invokeWith(unusable(503)))).toBe('UPSTREAM_ERROR');
    expect(await codeOf(invokeWith(unusable(404)))).toBe('UPSTREAM_ERROR');
    expect(await codeOf(invokeWith(unusable(200)))).toBe('UPSTREAM_ERROR');
    expect(await codeOf(invoke())).toBe('OUTCOME_UNKNOWN');
  });
});

describe('a keyed call whose process has died', () => {
  /** Begins a call that never returns, and lets its lease expire. */
  async function abandonCall({ invokeWith, clock }: ReturnType<typeof open>, sent: boolean, asked: CallArguments = {}) {
    const reached = new Promise<void>((resolve) => {
      void invokeWith(async (call) => {
        if (sent) await call.onSend?.();
        resolve();
        return new Promise<Outcome>(() => {});
      }, asked);
    });
    await reached;
    clock.time += 31_000;
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('has an unknown outcome when it was sent', async () => {
    const gateway = open();
    await abandonCall(gateway, true);
    expect(await codeOf(gateway.invoke())).toBe('OUTCOME_UNKNOWN');
    expect(await codeOf(gateway.invoke({ input: 'other' }))).toBe('IDEMPOTENCY_CONFLICT');
    expect(gateway.agent.effects).toBe(0);
  });

  it('is run by the next one when nothing was sent', async () => {
    const gateway = open();
    await abandonCall(gateway, false);
    expect(await gateway.invoke()).toMatchObject({ status: 200, replayed: false });
  });

  it('is run again, by one only, when it may be repeated', async () => {
    const gateway = open();
    const asked = { operation: { safety: { idempotencyKey: true } } };
    await abandonCall(gateway, true, asked);
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(gateway.invoke(asked))));
    expect(codes.filter((code) => code === 'answered')).toHaveLength(1);
    expect(gateway.agent.effects).toBe(1);
    expect(await gateway.invoke(asked)).toMatchObject({ replayed: true });
  });

  it('is never sent when it resumes after it was taken over', async () => {
    const gateway = open();
    let wake: () => void = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const late = gateway.invokeWith(async (call) => {
      await asleep;
      await call.onSend?.();
      gateway.agent.effects += 1;
      return answer(200);
    });
    const outcome = codeOf(late);
    await new Promise((resolve) => setImmediate(resolve));
    gateway.clock.time += 31_000;
    await gateway.invoke();
    wake();
    expect(await outcome).toBe('CALL_RUNNING');
    expect(gateway.agent.effects).toBe(1);
    expect(await gateway.invoke()).toMatchObject({ replayed: true });
  });

  it('renews its lease while its process lives', async () => {
    const gateway = open();
    await abandonCall(gateway, true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await codeOf(gateway.invoke())).toBe('CALL_RUNNING');
  });
});

describe('a keyed stream', () => {
  function stream() {
    let end: (result: { bytes: number; failure?: unknown }) => void = () => {};
    const ended = new Promise<{ bytes: number; failure?: unknown }>((resolve) => {
      end = resolve;
    });
    const outcome: Outcome = {
      kind: 'stream',
      status: 200,
      mediaType: 'text/event-stream',
      headers: {},
      body: new ReadableStream(),
      ended,
    };
    return { outcome, end: (failure?: unknown) => end({ bytes: 1, ...(failure === undefined ? {} : { failure }) }) };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('is running until it ends, then settled without anything to replay', async () => {
    const { invoke, agent } = open();
    const { outcome, end } = stream();
    agent.act = async () => outcome;
    expect(await invoke()).toBe(outcome);
    expect(await codeOf(invoke())).toBe('CALL_RUNNING');
    end();
    await settled();
    await expect(invoke()).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('not stored') });
    expect(agent.effects).toBe(1);
  });

  it('that breaks has an unknown outcome, unless it may be repeated', async () => {
    for (const [declared, expected] of [
      [{}, 'OUTCOME_UNKNOWN'],
      [{ idempotent: true }, 'answered'],
    ] as const) {
      const { invoke, agent } = open();
      const { outcome, end } = stream();
      agent.act = async () => outcome;
      await invoke({ operation: declared });
      end(new Failure('UPSTREAM_ERROR'));
      await settled();
      agent.act = async () => answer(200);
      expect(await codeOf(invoke({ operation: declared }))).toBe(expected);
    }
  });
});

describe('a failing ledger', () => {
  it('stops a call before anything is sent, and costs only the replay after it', async () => {
    const memory = createMemoryLedger();
    const failing = () => Promise.reject(new Failure('UNAVAILABLE'));
    const stopped = open({ ledger: { ...memory, markSent: failing } });
    expect(await codeOf(stopped.invoke())).toBe('UNAVAILABLE');
    expect(stopped.agent.effects).toBe(0);
    const late = open({ ledger: { ...createMemoryLedger(), settle: failing } });
    expect(await late.invoke()).toMatchObject({ status: 200 });
    expect(late.errors).toHaveLength(1);
    late.clock.time += 31_000;
    expect(await codeOf(late.invoke())).toBe('OUTCOME_UNKNOWN');
  });
});
