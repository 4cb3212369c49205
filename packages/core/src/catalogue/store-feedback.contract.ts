/** The store contract for feedback: one opinion per caller, service and operation; the last one counts. */
import { expect, it } from 'vitest';
import type { FeedbackRecord } from './feedback.js';
import { summarizeFeedback } from './feedback.js';
import type { StoreUnderTest } from './store.contract.js';
import { sampleTime } from './store.support.js';

const opinion = (subject: string, over: Partial<FeedbackRecord> = {}): FeedbackRecord => ({
  entryId: 'entry-1',
  operation: '',
  subject,
  rating: 4,
  at: sampleTime(0),
  ...over,
});

/** The contract of feedback. */
export function feedbackContract(under: StoreUnderTest): void {
  it('keeps only the last opinion per caller, service and operation', async () => {
    const { feedback } = under.store;
    const full = opinion('ann', {
      operation: 'quote',
      worked: false,
      unsafe: true,
      binding: true,
      intent: 'nul \u0000 ünd',
    });
    await feedback.put(opinion('ann', { operation: 'quote', rating: 1 }));
    await feedback.put(full);
    await feedback.put(opinion('bob', { at: sampleTime(5) }));
    await under.reopen();
    expect(await under.store.feedback.ofEntry('entry-1', 9)).toEqual([opinion('bob', { at: sampleTime(5) }), full]);
    expect(await under.store.feedback.ofEntry('entry-1', 1)).toHaveLength(1);
    expect(await under.store.feedback.ofEntry('entry-2', 9)).toEqual([]);
  });

  it("lists the services with opinions, and counts a caller's opinions", async () => {
    const { feedback } = under.store;
    await feedback.put(opinion('ann', { entryId: 'entry-3' }));
    expect(await feedback.entries('', 9)).toEqual(['entry-1', 'entry-3']);
    expect(await feedback.entries('entry-1', 9)).toEqual(['entry-3']);
    expect(await feedback.entries('', 1)).toEqual(['entry-1']);
    expect(await feedback.count('ann')).toBe(2);
    expect(await feedback.count('nobody')).toBe(0);
  });

  it('counts a thousand opinions of one caller as one', async () => {
    const { feedback } = under.store;
    for (let at = 0; at < 20; at += 1) {
      await feedback.put(opinion('loud', { entryId: 'entry-9', operation: `op-${at}`, rating: 5, worked: true }));
    }
    await feedback.put(opinion('ann', { entryId: 'entry-9', rating: 1, worked: false, unsafe: true }));
    const summary = summarizeFeedback('entry-9', await feedback.ofEntry('entry-9', 99));
    expect(summary).toEqual({
      entryId: 'entry-9',
      callers: 2,
      rating: 3,
      raters: 2,
      worked: 0.5,
      tellers: 2,
      unsafe: false,
      suspicions: 1,
    });
  });
}
