import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import type { FollowedEvent } from './events.js';
import type { Scripted } from './registry.support.js';
import { rejection, scriptedRegistry } from './registry.support.js';

const at = '2026-03-01T00:00:00.000Z';
const block = (id: string, event: object) => `id: ${id}\nevent: x\ndata: ${JSON.stringify({ at, ...event })}\n\n`;
const stream = (text: string): Scripted => ({ text, headers: { 'content-type': 'text/event-stream' } });
const problem = (status: number, retryable: boolean): Scripted => ({
  status,
  body: { code: status === 403 ? 'FORBIDDEN' : 'UNAVAILABLE', title: 'No', status, detail: 'No.', retryable },
});

function open(...script: Scripted[]) {
  const { fetch, received } = scriptedRegistry(...script);
  const slept: number[] = [];
  const client = createClient({
    baseUrl: 'https://registry.example',
    fetch,
    retry: { attempts: 1 },
    sleep: async (ms) => void slept.push(ms),
  });
  return { client, received, slept };
}

async function take(events: AsyncGenerator<FollowedEvent, void>, count: number): Promise<FollowedEvent[]> {
  const taken: FollowedEvent[] = [];
  for await (const event of events) {
    taken.push(event);
    if (taken.length >= count) break;
  }
  return taken;
}

describe('events.follow', () => {
  it('connects again after the end of a stream, a lost connection and a busy server, and resumes', async () => {
    const { client, received, slept } = open(
      stream(block('e-1', { type: 'ready', resumed: false }) + block('e-2', { type: 'vectors.waiting', waiting: 3 })),
      'broken',
      problem(503, true),
      stream(`${block('e-2', { type: 'ready', resumed: true })}: comment\n\n${block('e-5', { type: 'heartbeat' })}`),
      stream(block('e-6', { type: 'reload', reason: 'slow' })),
    );
    const seen = await take(client.events.follow({ topics: ['vectors', 'calls'] }), 4);
    expect(seen.map(({ id, type }) => [id, type])).toEqual([
      ['e-1', 'ready'],
      ['e-2', 'vectors.waiting'],
      ['e-2', 'ready'],
      ['e-6', 'reload'],
    ]);
    expect(received.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, 'e-2', 'e-2', 'e-2', 'e-5']);
    expect(received[0]?.url.search).toBe('?topics=vectors%2Ccalls');
    expect(slept).toEqual([500, 1000, 2000, 500]);
  });

  it('throws what a new connection would not solve, and ends with its signal', async () => {
    const { client } = open(problem(403, false));
    expect(await rejection(take(client.events.follow(), 1))).toMatchObject({ code: 'FORBIDDEN' });
    const stop = new AbortController();
    const { client: silent } = open('silent');
    setTimeout(() => stop.abort(), 10);
    expect(await take(silent.events.follow({ signal: stop.signal }), 1)).toEqual([]);
  });
});
