import type { Caller } from '@dragoman/core/engine';
import { local } from '@dragoman/core/engine';
import type { StreamedEvent } from '@dragoman/model';
import { eventTopics } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { EventDraft } from './event.js';
import { createEventRing } from './event-ring.js';
import { createLocalSequencer } from './local-sequencer.js';
import type { StreamRequest } from './stream-events.js';
import { streamEvents } from './stream-events.js';

const at = '2026-03-01T00:00:00.000Z';

function vectors(waiting: number): EventDraft {
  return { event: { type: 'vectors.waiting', at, waiting }, audience: { kind: 'readers' } };
}

function open(capacity = 10) {
  const sequencer = createLocalSequencer();
  const ring = createEventRing(sequencer, capacity);
  const read = (request: Partial<StreamRequest> = {}) =>
    streamEvents(
      { ring, clock: { now: () => Date.parse(at) }, elapsed: () => performance.now(), heartbeatMs: 20 },
      { caller: local, topics: new Set(eventTopics), lastsMs: 60_000, ...request },
    ).getReader();
  return { ring, read, send: (...drafts: EventDraft[]) => sequencer.send(drafts) };
}

type Reader = ReturnType<ReturnType<typeof open>['read']>;

/** The events of the next chunk. */
async function next(reader: Reader): Promise<(StreamedEvent & { id: string })[]> {
  const { value } = await reader.read();
  const blocks = new TextDecoder().decode(value).split('\n\n');
  return blocks.flatMap((block) => {
    const [, id = ''] = /^id: (.*)$/m.exec(block) ?? [];
    const [, data] = /^data: (.*)$/m.exec(block) ?? [];
    return data === undefined ? [] : [{ id, ...(JSON.parse(data) as StreamedEvent) }];
  });
}

describe('the stream of one reader', () => {
  it('starts with ready, then has the events as they happen', async () => {
    const { read, send } = open();
    const reader = read();
    expect(await next(reader)).toMatchObject([{ type: 'ready', resumed: false }]);
    const waiting = next(reader);
    send(vectors(3), vectors(2));
    expect(await waiting).toMatchObject([
      { type: 'vectors.waiting', waiting: 3 },
      { type: 'vectors.waiting', waiting: 2 },
    ]);
  });

  it('resumes after the given id without a gap', async () => {
    const { read, send } = open();
    const first = read();
    const [{ id = '' } = {}] = await next(first);
    send(vectors(3));
    const second = read({ lastEventId: id });
    expect(await next(second)).toMatchObject([{ type: 'ready', resumed: true, id }]);
    expect(await next(second)).toMatchObject([{ waiting: 3 }]);
  });

  it('says that the reader must reload when the id is too old, of another start, or not an id', async () => {
    const { read, ring, send } = open(5);
    const old = ring.idOf(0);
    for (let n = 1; n <= 30; n += 1) send(vectors(n));
    expect(await next(read({ lastEventId: old }))).toMatchObject([
      { type: 'ready', resumed: false },
      { type: 'reload', reason: 'expired' },
    ]);
    for (const lastEventId of [`abc-1`, 'x', `${ring.idOf(9_999)}`]) {
      expect((await next(read({ lastEventId })))[1]).toMatchObject({ type: 'reload', reason: 'restarted' });
    }
  });

  it('says so to a reader that fell behind, and continues with later events', async () => {
    const { read, send } = open(5);
    const reader = read();
    await next(reader);
    for (let n = 1; n <= 30; n += 1) send(vectors(n));
    expect(await next(reader)).toMatchObject([{ type: 'reload', reason: 'slow' }]);
    send(vectors(31));
    expect(await next(reader)).toMatchObject([{ waiting: 31 }]);
  });

  it('has a heartbeat with the position of the reader when nothing happens that it may see', async () => {
    const { read, ring, send } = open();
    const caller: Caller = { kind: 'key', subject: 'ann', scopes: ['registry:read'] };
    const reader = read({ caller });
    await next(reader);
    send({ ...vectors(1), audience: { kind: 'admin' } });
    expect(await next(reader)).toMatchObject([{ type: 'heartbeat', id: ring.idOf(1) }]);
  });

  it('has only the chosen topics', async () => {
    const { read, send } = open();
    const reader = read({ topics: new Set(['servers']) });
    await next(reader);
    const event = { type: 'server.started', at, server: 'files', worker: 1 } as const;
    send(vectors(1), { event, audience: { kind: 'admin' } });
    expect(await next(reader)).toMatchObject([{ type: 'server.started', server: 'files' }]);
  });

  it('ends after its time, with the server, and without a trace of a reader that left', async () => {
    const { read, ring } = open();
    const short = read({ lastsMs: 0 });
    await next(short);
    expect(await short.read()).toMatchObject({ done: true });
    const left = read();
    await next(left);
    await left.cancel();
    const last = read();
    await next(last);
    const ended = last.read();
    ring.close();
    expect(await ended).toMatchObject({ done: true });
  });
});
