import type { ImportEvent, ImportReport } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { advance, answered, caughtUp, isFinished, newProgress, stagesOf } from './import-progress.js';

const event = (stage: ImportEvent['stage'], more: Partial<ImportEvent> = {}): ImportEvent => ({
  type: 'import.progress',
  at: '2026-03-01T09:30:00.000Z',
  trace_id: 'mine',
  stage,
  done: 0,
  total: 3,
  failed: 0,
  ...more,
});

const report = (vectorsWaiting?: number): ImportReport => ({
  results: [
    { index: 0, status: 201 },
    { index: 1, status: 201 },
    { index: 2, status: 400, error: { code: 'INVALID_INPUT', message: 'bad' } },
  ],
  summary: {},
  ...(vectorsWaiting === undefined ? {} : { vectorsWaiting }),
});

const shown = (progress: ReturnType<typeof newProgress>) =>
  stagesOf(progress).map(({ label, state, detail }) => `${label} ${state}: ${detail}`);

describe('the progress of an import', () => {
  it('follows the events of its own trace through the four stages', () => {
    let progress = newProgress('mine', 3);
    expect(shown(progress)[0]).toBe('Read waiting: 0 of 3');
    progress = advance(progress, event('read', { done: 2 }));
    progress = advance(progress, event('stored', { done: 1, failed: 1, trace_id: 'of somebody else' }));
    expect(shown(progress)).toEqual([
      'Read running: 2 of 3',
      'Stored waiting: 0 of 3',
      'Indexed waiting: not yet',
      'Embedded waiting: not yet',
    ]);
    progress = advance(advance(progress, event('stored', { done: 3, failed: 1 })), event('indexed', { waiting: 1 }));
    expect(shown(progress).slice(1)).toEqual([
      'Stored done: 3 of 3, 1 failed',
      'Indexed running: 1 operation waits',
      'Embedded waiting: not yet',
    ]);
    progress = advance(progress, event('embedded', { waiting: 1200 }));
    expect(shown(progress).slice(2)).toEqual([
      'Indexed done: found by words',
      'Embedded running: 1,200 operations wait',
    ]);
    progress = answered(progress, report(1200));
    expect(isFinished(progress)).toBe(false);
    expect(isFinished(advance(progress, event('embedded', { waiting: 0 })))).toBe(true);
  });

  it('is complete with the response where events were missed, and reads the rest once', () => {
    const progress = answered(newProgress('mine', 3), report(5));
    expect(shown(progress).slice(0, 2)).toEqual(['Read done: 3 of 3', 'Stored done: 3 of 3, 1 failed']);
    expect(isFinished(caughtUp(progress, 5))).toBe(false);
    expect(isFinished(caughtUp(progress, 0))).toBe(true);
    expect(caughtUp(newProgress('mine', 3), 0)).toEqual(newProgress('mine', 3));
  });

  it('has no vectors to wait for on a server that searches by words', () => {
    const progress = caughtUp(answered(newProgress('mine', 3), report()), 0);
    expect(shown(progress)[3]).toBe('Embedded done: not needed: this server searches by words');
    expect(isFinished(progress)).toBe(true);
  });
});
