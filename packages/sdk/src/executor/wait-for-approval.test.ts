/** Waiting for a person: asks again while nobody has decided, and returns the decision with its reason. */
import { expect, it } from 'vitest';
import type { Approval } from '../approvals.js';
import { waitForApproval } from './wait-for-approval.js';

const decide = (states: readonly Partial<Approval>[]) => {
  let asked = 0;
  const read = async () => states[Math.min(asked++, states.length - 1)] as Approval;
  return waitForApproval({ read }, 'a-1').then((decision) => ({ decision, asked }));
};

it('asks again until somebody has decided', async () => {
  expect(await decide([{ state: 'pending' }, { state: 'pending' }, { state: 'approved' }])).toEqual({
    decision: { approved: true },
    asked: 3,
  });
  expect(await decide([{ state: 'declined', note: 'Not today' }])).toMatchObject({
    decision: { approved: false, reason: 'Not today' },
  });
  expect(await decide([{ state: 'expired' }])).toMatchObject({ decision: { approved: false } });
});

it('ends when the call is canceled', async () => {
  const canceled = new Error('canceled');
  const read = () => Promise.reject(canceled);
  await expect(waitForApproval({ read }, 'a-1')).rejects.toBe(canceled);
});
