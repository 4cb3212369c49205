import { describe, expect, it, vi } from 'vitest';
import { createTextQueue, type Waiting } from './text-queue.js';

const waiting = (count: number): Waiting => ({
  texts: Array.from({ length: count }, () => 'text'),
  vectors: [],
  resolve: vi.fn(),
  reject: vi.fn(),
});

describe('createTextQueue', () => {
  it('serves the request with the fewest remaining texts, and the oldest of equals', () => {
    const queue = createTextQueue();
    const [many, one, other] = [waiting(1000), waiting(1), waiting(1)];
    for (const each of [many, one, other]) queue.add(each);
    expect(queue.next()).toBe(one);
    queue.remove(one);
    expect(queue.next()).toBe(other);
    queue.remove(other);
    expect(queue.next()).toBe(many);
    queue.remove(many);
    expect(queue.next()).toBeUndefined();
  });

  it('rejects all requests when it fails', () => {
    const queue = createTextQueue();
    const each = waiting(2);
    queue.add(each);
    queue.fail('over');
    expect(each.reject).toHaveBeenCalledWith('over');
    expect(queue.next()).toBeUndefined();
  });
});
