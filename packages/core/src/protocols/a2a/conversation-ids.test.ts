/** Ids of remote tasks are valid for the caller and the service that received them only. */
import { describe, expect, it } from 'vitest';
import { createConversationIds } from './conversation-ids.js';

const ids = createConversationIds('secret');
const ann = { subject: 'ann', entryId: 'tugs' };

describe('ids of remote conversations', () => {
  const shown = ids.open(ann, {});
  const [task_id, context_id] = [shown.showTask('t.1'), shown.showContext('c')];

  it('are read again for their owner', () => {
    const { place, showContext, showTask } = ids.open(ann, { task_id, context_id });
    expect(place).toEqual({ taskId: 't.1', contextId: 'c' });
    expect([showContext('c'), showTask('t.1')]).toEqual([context_id, task_id]);
    expect(ids.isTask(ann, task_id)).toBe(true);
  });

  it.each([
    ['another caller', { ...ann, subject: 'bob' }, task_id],
    ['another service', { ...ann, entryId: 'cranes' }, task_id],
    ['an id of the agent itself', ann, 't.1'],
    ['a changed id', ann, `x${task_id}`],
    ['the id of a conversation', ann, context_id],
    ['a MAC alone', ann, task_id.slice(3)],
    ['a long id', ann, 'x'.repeat(100_000)],
  ])('name no task for %s', (_, owner, id) => {
    expect(ids.isTask(owner, id)).toBe(false);
    expect(() => ids.open(owner, { task_id: id })).toThrow(/No task with this task_id/);
  });

  it('are made specific to the caller when the caller chooses a conversation itself', () => {
    const own = ids.open(ann, { context_id: 'my-talk' });
    const other = ids.open({ ...ann, subject: 'bob' }, { context_id: 'my-talk' });
    expect(own.place.contextId).not.toBe('my-talk');
    expect(own.place.contextId).not.toBe(other.place.contextId);
    expect(own.showContext(own.place.contextId ?? '')).toBe('my-talk');
    expect(ids.open({ ...ann, subject: 'bob' }, { context_id }).place.contextId).not.toBe('c');
  });

  it('of other secrets are not accepted', () => {
    expect(createConversationIds('other').isTask(ann, task_id)).toBe(false);
  });
});
