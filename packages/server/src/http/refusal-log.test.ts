import type { AuditDraft } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import { createRefusalLog } from './refusal-log.js';

const draft = (target: string): AuditDraft => ({
  at: '2026-03-01T00:00:00.000Z',
  actor: 'anonymous',
  action: 'entry.create',
  target,
  outcome: 'refused',
  code: 'UNAUTHENTICATED',
  traceId: '0'.repeat(32),
});

describe('the refusal log', () => {
  it('writes all records in order without blocking the caller', async () => {
    const { audit } = createMemoryStore();
    const log = createRefusalLog({ audit, onDropped: () => {}, onError: () => {} });
    for (let i = 0; i < 200; i += 1) log.note(draft(String(i)));
    await log.drain();
    const records = await audit.list({ limit: 1000 });
    expect(records.map((record) => record.target)).toEqual(Array.from({ length: 200 }, (_, i) => String(i)));
  });

  it('drops and counts records that exceed the queue or that the store rejects', async () => {
    let dropped = 0;
    const errors: unknown[] = [];
    const log = createRefusalLog({
      audit: { append: () => Promise.reject(new Error('away')) },
      onDropped: () => {
        dropped += 1;
      },
      onError: (error) => errors.push(error),
      capacity: 10,
    });
    for (let i = 0; i < 100; i += 1) log.note(draft(String(i)));
    await log.drain();
    expect(dropped).toBe(100);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThan(100);
  });
});
