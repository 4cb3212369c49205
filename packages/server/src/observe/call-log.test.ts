/** Tests that no call record is lost silently, whatever the store does. */
import type { AuditDraft } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import type { CallLogPorts } from './call-log.js';
import { createCallLog } from './call-log.js';

const draft = (at: number): AuditDraft => ({
  at: '2026-02-02T08:00:00.000Z',
  actor: 'ann',
  action: 'call',
  target: `agent-${at}`,
  outcome: 'done',
  code: '',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
});

const end = { operation: 'quote', known: true, status: 200, durationMs: 1 };

function createLog(ports: Partial<CallLogPorts> = {}) {
  const { audit } = createMemoryStore();
  const errors: unknown[] = [];
  const lost: AuditDraft[] = [];
  const log = createCallLog({
    audit,
    onError: (error) => errors.push(error),
    onLost: (each) => lost.push(each),
    durable: false,
    waitMs: 1,
    pause: async () => {},
    ...ports,
  });
  return { audit, errors, lost, log };
}

/** A store that responds only when it is allowed to. */
function createHeldAudit() {
  const { audit } = createMemoryStore();
  let release: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    audit,
    release,
    held: {
      async append(each: AuditDraft) {
        await gate;
        return audit.append(each);
      },
      async appendAll(drafts: readonly AuditDraft[]) {
        await gate;
        return audit.appendAll(drafts);
      },
    },
  };
}

describe('call log', () => {
  it('writes one record per call, in order', async () => {
    const { audit, log } = createLog();
    const notes = await Promise.all(Array.from({ length: 1000 }, () => log.open()));
    await Promise.all(notes.map((note, at) => note(draft(at), end)));
    await log.close(1000);
    const records = await audit.list({ limit: 2000 });
    expect(records.map(({ target }) => target)).toEqual(notes.map((_, at) => `agent-${at}`));
  });

  it('flushes what it has, and does not wait for later records', async () => {
    const { held, release, audit } = createHeldAudit();
    const { log } = createLog({ audit: held });
    await log.flush();
    await (await log.open())(draft(1), end);
    const flushed = log.flush();
    release();
    await flushed;
    expect(await audit.list({ limit: 10 })).toHaveLength(1);
    await (await log.open())(draft(2), end);
    await (await log.open())(draft(3), end);
    await log.flush();
    expect(await audit.list({ limit: 10 })).toHaveLength(3);
    await log.close(1000);
  });

  it('lets a call run only when there is room for its record', async () => {
    const { held, release, audit } = createHeldAudit();
    const { log } = createLog({ audit: held, capacity: 2, waitMs: 5 });
    const [first, second] = [await log.open(), await log.open()];
    await expect(log.open()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await first(draft(1), end);
    await expect(log.open()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    release();
    await second(draft(2), end);
    await log.close(1000);
    expect(await audit.list({ limit: 10 })).toHaveLength(2);
    expect(await log.open()).toBeTypeOf('function');
  });

  it('admits waiting calls as soon as a record is written', async () => {
    const { log } = createLog({ capacity: 1, waitMs: 60_000 });
    const first = await log.open();
    const second = log.open();
    await first(draft(1), end);
    await (await second)(draft(2), end);
    await log.close(1000);
  });

  it('retries when the store fails, and reports it', async () => {
    const { audit } = createMemoryStore();
    let failures = 2;
    const { log, errors, lost } = createLog({
      audit: {
        async append(each) {
          if (failures-- > 0) throw new Error('disk full');
          return audit.append(each);
        },
        appendAll: () => Promise.reject(new Error('disk full')),
      },
    });
    await (await log.open())(draft(1), end);
    await log.close(1000);
    expect(errors).toHaveLength(3);
    expect(lost).toEqual([]);
    expect(await audit.list({ limit: 10 })).toHaveLength(1);
  });

  it('writes the others when the store rejects one of them', async () => {
    const { audit } = createMemoryStore();
    const { log, lost } = createLog({
      audit: {
        append: (each) => (each.target === 'agent-1' ? Promise.reject(new Error('no')) : audit.append(each)),
        appendAll: () => Promise.reject(new Error('no')),
      },
      pause: () => new Promise((resolve) => setImmediate(resolve)),
    });
    for (const at of [0, 1, 2]) await (await log.open())(draft(at), end);
    await log.close(1);
    expect((await audit.list({ limit: 10 })).map(({ target }) => target)).toEqual(['agent-0', 'agent-2']);
    expect(lost).toEqual([draft(1)]);
  });

  it('waits for the store when records must be durable', async () => {
    const { held, release, audit } = createHeldAudit();
    const { log } = createLog({ audit: held, durable: true });
    let noted = false;
    const noting = (async (note) => {
      await note(draft(1), end);
      noted = true;
    })(await log.open());
    await new Promise((resolve) => setImmediate(resolve));
    expect(noted).toBe(false);
    release();
    await noting;
    expect(await audit.list({ limit: 10 })).toHaveLength(1);
  });

  it('names the lost records when the store stays unavailable until the end', async () => {
    const { log, lost } = createLog({
      audit: {
        append: () => Promise.reject(new Error('gone')),
        appendAll: () => Promise.reject(new Error('gone')),
      },
      pause: () => new Promise((resolve) => setImmediate(resolve)),
    });
    await (await log.open())(draft(7), end);
    await log.close(1);
    expect(lost).toEqual([draft(7)]);
  });
});
