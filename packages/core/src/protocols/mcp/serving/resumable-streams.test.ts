/** Streams that can be resumed: nothing is lost or repeated, and only the session of a stream finds it. */
import { describe, expect, it } from 'vitest';
import type { EventWriter } from '../../../transport/event-stream.js';
import { createResumableStreams } from './resumable-streams.js';
import type { StreamJournal } from './stream-journal.js';

function create() {
  const timers = new Set<() => void>();
  let left = 0;
  const streams = createResumableStreams({
    keepMs: 30_000,
    later: (_, work) => {
      timers.add(work);
      return () => timers.delete(work);
    },
  });
  const open = (session = 'ann') => streams.open({ session, request: 1 }, () => (left += 1));
  const pass = () => {
    for (const work of [...timers]) work();
  };
  return { streams, open, pass, left: () => left };
}

function connect() {
  const seen: { text: string; id: string }[] = [];
  let closed = false;
  const writer: EventWriter = {
    send: (text, _, id = '') => void seen.push({ text, id }),
    end: () => {
      closed = true;
    },
    get closed() {
      return closed;
    },
  };
  return { writer, seen, texts: () => seen.map(({ text }) => text) };
}

describe('a stream of a session', () => {
  it('continues after the last event that the client got', async () => {
    const { streams, open } = create();
    const stream = open();
    const first = connect();
    stream.attach(first.writer, 0, true);
    stream.send('a');
    stream.send('b');
    stream.detach(first.writer);
    stream.send('c');
    expect(first.texts()).toEqual(['', 'a', 'b']);
    const found = await streams.find('ann', first.seen[1]?.id ?? '');
    const second = connect();
    found?.stream.attach(second.writer, found.after);
    stream.send('d');
    stream.end();
    expect(second.texts()).toEqual(['b', 'c', 'd']);
    expect(second.writer.closed).toBe(true);
  });

  it('can be resumed after its end, and from the empty first event', async () => {
    const { streams, open, pass } = create();
    const stream = open();
    const first = connect();
    stream.attach(first.writer, 0, true);
    const [start] = first.seen;
    stream.send('result');
    stream.end();
    const found = await streams.find('ann', start?.id ?? '');
    const second = connect();
    found?.stream.attach(second.writer, found.after);
    expect([second.texts(), second.writer.closed]).toEqual([['result'], true]);
    pass();
    expect(await streams.find('ann', start?.id ?? '')).toBeUndefined();
  });

  it('is found neither by another session nor by an id that was never sent', async () => {
    const { streams, open } = create();
    const { writer, seen } = connect();
    const stream = open();
    stream.attach(writer, 0);
    stream.send('secret');
    const [{ id } = { id: '' }] = seen;
    expect(await streams.find('ann', id)).toBeDefined();
    expect(await streams.find('bob', id)).toBeUndefined();
    const [name] = id.split('.');
    for (const other of [`${name}.2`, `${name}.-1`, `${name}`, 'x'.repeat(100_000), '']) {
      expect(await streams.find('ann', other)).toBeUndefined();
    }
  });

  it('cancels its call when the client does not come back, and keeps a limited number of events', async () => {
    const { streams, open, pass, left } = create();
    const { writer, seen } = connect();
    const stream = open();
    stream.attach(writer, 0);
    for (let count = 0; count < 2000; count += 1) stream.send('x'.repeat(1000));
    expect(await streams.find('ann', seen[0]?.id ?? '')).toBeUndefined();
    expect(await streams.find('ann', seen[1900]?.id ?? '')).toBeDefined();
    stream.detach(writer);
    pass();
    expect(left()).toBe(1);
  });
});

describe('a stream of another process', () => {
  it('is continued with what that process keeps, until it ends', async () => {
    let page: Parameters<NonNullable<StreamJournal['serve']>>[0] = () => undefined;
    const later = (ms: number, work: () => void) => {
      const timer = setTimeout(work, ms / 100).unref();
      return () => clearTimeout(timer);
    };
    const journal: StreamJournal = {
      open: () => ({ append: () => undefined, end: () => undefined }),
      read: async (id, after) => page(id, after),
    };
    const serving = {
      ...journal,
      serve: (read: typeof page) => {
        page = read;
      },
    };
    const one = createResumableStreams({ keepMs: 30_000, later, journal: serving });
    const other = createResumableStreams({ keepMs: 30_000, later, journal });
    const stream = one.open({ session: 'ann', request: 1 }, () => undefined);
    const first = connect();
    stream.attach(first.writer, 0, true);
    for (const text of ['a', 'b']) stream.send(text);
    const id = first.seen[1]?.id ?? '';
    expect(await other.find('bob', id)).toBeUndefined();
    expect(await other.find('ann', id.replace(/\d+$/, '7'))).toBeUndefined();
    const found = await other.find('ann', id);
    const second = connect();
    found?.stream.attach(second.writer, found.after);
    stream.send('c');
    stream.end();
    await expect.poll(() => second.writer.closed).toBe(true);
    expect(second.texts()).toEqual(['b', 'c']);
  });
});
