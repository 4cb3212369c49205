/** A stream of one node, resumed at another one. */
import { describe, expect, it, vi } from 'vitest';
import type { EventWriter } from '../../../transport/event-stream.js';
import { createResumableStreams } from './resumable-streams.js';
import type { SessionNews, SessionPeers } from './sessions.js';
import type { StreamEvent, StreamJournal, StreamOrigin } from './stream-journal.js';

/** A journal and messages, as nodes share them. */
function createShared() {
  const kept = new Map<string, { origin: StreamOrigin; events: StreamEvent[]; isEnded: boolean }>();
  const listeners: ((news: SessionNews) => void)[] = [];
  const state = { isAlive: true, isBroken: false };
  const journal: StreamJournal = {
    open(id, origin) {
      const stream = { origin, events: [] as StreamEvent[], isEnded: false };
      kept.set(id, stream);
      return { append: (event) => void stream.events.push(event), end: () => Object.assign(stream, { isEnded: true }) };
    },
    async read(id, after) {
      if (state.isBroken) throw new Error('down');
      const found = kept.get(id);
      if (found === undefined) return undefined;
      const events = found.events.filter(({ number }) => number > after);
      const last = found.events.at(-1)?.number ?? 0;
      return { ...found.origin, events, first: 1, last, isEnded: found.isEnded, isAlive: state.isAlive };
    },
  };
  const peers: SessionPeers = {
    tell(news) {
      for (const listener of listeners) listener(news);
    },
    hear: (listener) => void listeners.push(listener),
  };
  return { journal, peers, state };
}

function createNode(shared: ReturnType<typeof createShared>) {
  const timers = new Map<() => void, number>();
  const later = (ms: number, work: () => void) => {
    timers.set(work, ms);
    return () => void timers.delete(work);
  };
  const streams = createResumableStreams({ keepMs: 30_000, later, ...shared });
  const pass = (ms: number) => {
    for (const [work, wait] of [...timers]) if (wait <= ms && timers.delete(work)) work();
  };
  return { streams, pass };
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

async function begin() {
  const shared = createShared();
  const [own, other] = [createNode(shared), createNode(shared)];
  const left = vi.fn();
  const stream = own.streams.open({ session: 'ann', request: 5 }, left);
  const first = connect();
  stream.attach(first.writer, 0);
  stream.send('a');
  stream.detach(first.writer);
  stream.send('b');
  const id = first.seen[0]?.id ?? '';
  return { shared, own, other, left, stream, id };
}

async function resumeAt(node: ReturnType<typeof createNode>, id: string) {
  const found = await node.streams.find('ann', id);
  const connection = connect();
  found?.stream.attach(connection.writer, found.after);
  return { ...connection, found };
}

describe('a stream that is resumed at another node', () => {
  it('continues where it was, to its end, and its call is not canceled meanwhile', async () => {
    const { own, other, left, stream, id } = await begin();
    const second = await resumeAt(other, id);
    await vi.waitFor(() => expect(second.texts()).toEqual(['b']));
    own.pass(30_000);
    expect(left).not.toHaveBeenCalled();
    stream.send('c');
    stream.end();
    other.pass(200);
    await vi.waitFor(() => expect(second.texts()).toEqual(['b', 'c']));
    expect(second.writer.closed).toBe(true);
  });

  it('cancels its call when the client does not come back to any node', async () => {
    const { own, other, left, id } = await begin();
    const second = await resumeAt(other, id);
    second.found?.stream.detach(second.writer);
    own.pass(30_000);
    expect(left).toHaveBeenCalledOnce();
  });

  it('ends with the outcome "unknown" when its node has stopped', async () => {
    const { shared, other, id } = await begin();
    shared.state.isAlive = false;
    const second = await resumeAt(other, id);
    await vi.waitFor(() => expect(second.writer.closed).toBe(true));
    expect(JSON.parse(second.texts()[1] ?? '')).toMatchObject({
      id: 5,
      error: {
        message: expect.stringContaining('may have taken effect'),
        data: { code: 'OUTCOME_UNKNOWN', retryable: false },
      },
    });
  });

  it('is found by its session only, and not while the journal cannot be read', async () => {
    const { shared, other, id } = await begin();
    expect(await other.streams.find('bob', id)).toBeUndefined();
    expect(await other.streams.find('ann', id.replace(/\d+$/, '9'))).toBeUndefined();
    shared.state.isBroken = true;
    expect(await other.streams.find('ann', id)).toBeUndefined();
  });
});
