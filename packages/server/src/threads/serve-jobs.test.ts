/** The thread's side of the pool, on a message channel. */
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { serveJobs } from './serve-jobs.js';
import type { JobMessage, ThreadMessage } from './thread-messages.js';
import { cutValue } from './value-parts.js';

const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close();
});

function open() {
  const channel = new MessageChannel();
  channels.push(channel);
  serveJobs(channel.port2, {
    count: { run: ({ items }: { items: unknown[] }) => items.length, inlineBytes: 0 },
    list: { run: (length: number) => Array.from({ length }, (_, number) => number), inlineBytes: 0 },
  });
  const received: ThreadMessage[] = [];
  channel.port1.on('message', (message: ThreadMessage) => received.push(message));
  const send = (message: JobMessage) => channel.port1.postMessage(message);
  return { received, send };
}

describe('a thread that serves jobs', () => {
  it('sends the next part of a long result only when the main thread asks for it', async () => {
    const { received, send } = open();
    send({ kind: 'job', job: 'list', input: { value: 450, paths: [] } });
    const lengths = () => received.flatMap((each) => (each.kind === 'part' ? [each.part.items.length] : []));
    await expect.poll(lengths).toEqual([200]);
    // Messages have an order: had the thread sent more, it would have arrived before this failure.
    send({ kind: 'job', job: 'none', input: { value: null, paths: [] } });
    await expect.poll(() => received.at(-1)?.kind).toBe('failed');
    expect(lengths()).toEqual([200]);
    send({ kind: 'next' });
    await expect.poll(lengths).toEqual([200, 200]);
    send({ kind: 'next' });
    await expect.poll(lengths).toEqual([200, 200, 50]);
    send({ kind: 'next' });
    await expect.poll(() => received.at(-1)).toEqual({ kind: 'done', value: { value: [], paths: [[]] } });
  });

  it('puts the parts of an input together before it runs the job', async () => {
    const { received, send } = open();
    const { parts, ...input } = cutValue({ items: Array.from({ length: 450 }, () => 'x') });
    for (const part of parts) send({ kind: 'part', part });
    send({ kind: 'job', job: 'count', input });
    send({ kind: 'job', job: 'count', input });
    await expect
      .poll(() => received.flatMap((each) => (each.kind === 'done' ? [each.value.value] : [])))
      .toEqual([450, 0]);
  });
});
