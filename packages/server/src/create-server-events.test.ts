/** `GET /events` of a whole server: who sees which event, resuming, and bad input. */
import type { StreamedEvent } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';

let server: TestServer;
afterEach(() => server.server.close());

type Seen = StreamedEvent & { id: string };

/** Opens a stream; `until` resolves to all events up to the first that matches. */
async function follow(path: string, key: string | undefined, headers: Record<string, string> = {}) {
  const response = await server.ask('GET', path, { key, headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const seen: Seen[] = [];
  let rest = '';
  const until = async (matches: (event: Seen) => boolean): Promise<Seen[]> => {
    while (!seen.some(matches)) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return seen;
      const blocks = (rest + decoder.decode(value)).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1] ?? '{}';
        seen.push({ id: /^id: (.*)$/m.exec(block)?.[1] ?? '', ...(JSON.parse(data) as StreamedEvent) });
      }
    }
    return seen;
  };
  return { until, leave: () => reader?.cancel() };
}

const services = (events: readonly Seen[]) =>
  events.flatMap((event) => ('service' in event ? [`${event.type} ${event.service}`] : []));

describe('/events', () => {
  it('requires a caller with the scope to read', async () => {
    server = await startTestServer({ flags: { 'auth.mode': 'required' } });
    expect((await server.ask('GET', '/events?seconds=0')).status).toBe(401);
    const stranger = await server.keyFor('eve', 'agents:invoke');
    expect((await server.ask('GET', '/events?seconds=0', { key: stranger })).status).toBe(403);
  });

  it('rejects unknown topics and durations', async () => {
    server = await startTestServer();
    for (const query of ['topics=calls,secrets', 'topics=', 'seconds=601', 'seconds=-1', 'seconds=x', 'zz=1']) {
      expect((await server.ask('GET', `/events?${query}`)).status, query).toBe(400);
    }
  });

  it('shows each reader the services that it may see', async () => {
    server = await startTestServer();
    const [ann, bob, root] = [
      await server.keyFor('ann', 'registry:read', 'registry:write'),
      await server.keyFor('bob', 'registry:read'),
      await server.keyFor('root', 'admin'),
    ];
    const streams = await Promise.all([ann, bob, root].map((key) => follow('/events?topics=catalogue', key)));
    await Promise.all(streams.map(({ until }) => until(({ type }) => type === 'ready')));
    const put = (id: string, more: object) =>
      server.ask('POST', '/agents', { key: ann, body: { ...pierWeather, id, name: id, ...more } });
    await put('hidden-pier', { visibility: 'private' });
    await put('open-pier', {});
    await server.ask('PUT', '/agents/open-pier', {
      key: ann,
      body: { ...pierWeather, id: 'open-pier', name: 'Pier', visibility: 'private' },
    });
    await put('last-pier', {});
    const ends = (event: Seen) => 'service' in event && event.service === 'last-pier';
    const [own = [], other = [], all = []] = await Promise.all(streams.map(({ until }) => until(ends)));
    const changes = ['added hidden-pier', 'added open-pier', 'changed open-pier', 'added last-pier'];
    expect(services(own)).toEqual(changes.map((change) => `entry.${change}`));
    expect(services(all)).toEqual(services(own));
    expect(services(other)).toEqual(['entry.added open-pier', 'entry.removed open-pier', 'entry.added last-pier']);
    await Promise.all(streams.map(({ leave }) => leave()));
  });

  it('resumes after the last event, and ends at once with seconds=0', async () => {
    server = await startTestServer();
    const first = await follow('/events?topics=catalogue', undefined);
    const [ready] = await first.until(({ type }) => type === 'ready');
    await first.leave();
    await server.ask('POST', '/agents', { body: pierWeather });
    const live = await follow('/events?topics=catalogue', undefined, { 'last-event-id': ready?.id ?? '' });
    expect(services(await live.until(({ type }) => type === 'entry.added'))).toEqual(['entry.added pier-weather']);
    await live.leave();
    const again = await follow('/events?seconds=0', undefined, { 'last-event-id': ready?.id ?? '' });
    const all = await again.until(() => false);
    expect(all.map(({ type }) => type)).toEqual(['ready', 'entry.added']);
    expect(all[0]).toMatchObject({ resumed: true });
  });

  it('reports the progress of an import to its caller', async () => {
    server = await startTestServer();
    const [ann, bob] = [
      await server.keyFor('ann', 'registry:read', 'registry:write'),
      await server.keyFor('bob', 'registry:read'),
    ];
    const [own, other] = [await follow('/events', ann), await follow('/events', bob)];
    const items = [{ document: pierWeather }, { document: { name: 'No endpoint' } }];
    await server.ask('POST', '/imports', { key: ann, body: { items }, headers: { 'x-dry-run': 'true' } });
    const imported = await server.ask('POST', '/imports', { key: ann, body: { items } });
    expect(imported.status).toBe(207);
    const seen = await own.until((event) => event.type === 'import.progress' && event.stage === 'embedded');
    const stages = seen.flatMap((event) => (event.type === 'import.progress' ? [event] : []));
    expect(stages.map(({ stage }) => stage)).toEqual(expect.arrayContaining(['read', 'stored', 'indexed', 'embedded']));
    expect(stages.at(-1)).toMatchObject({ total: 2, failed: 1, done: 1, waiting: 0 });
    expect(new Set(stages.map(({ trace_id }) => trace_id)).size, 'a dry run reports nothing').toBe(1);
    await other.until(({ type }) => type === 'entry.added');
    await server.ask('POST', '/agents', { key: ann, body: { ...pierWeather, id: 'later', name: 'Later' } });
    const foreign = await other.until((event) => 'service' in event && event.service === 'later');
    expect(foreign.some(({ type }) => type === 'import.progress')).toBe(false);
    await Promise.all([own.leave(), other.leave()]);
  });

  it('reports ended calls to their caller and to administrators', async () => {
    const answer = () => new Blob([JSON.stringify({ wind: 3 })]).stream();
    server = await startTestServer({
      overrides: {
        upstream: {
          send: async ({ url }) => ({
            status: 200,
            headers: {},
            mediaType: 'application/json',
            body: answer(),
            attempts: 2,
            origin: new URL(url).origin,
          }),
          close: async () => {},
        },
      },
    });
    const [ann, bob, root] = [
      await server.keyFor('ann', 'registry:read', 'registry:write', 'agents:invoke'),
      await server.keyFor('bob', 'registry:read', 'agents:invoke'),
      await server.keyFor('root', 'admin'),
    ];
    await server.ask('POST', '/agents', { key: ann, body: pierWeather });
    const streams = await Promise.all([ann, bob, root].map((key) => follow('/events?topics=calls', key)));
    const call = (key: string) => server.ask('POST', '/agents/pier-weather/invoke', { key, body: { pier: 'north' } });
    expect((await call(ann)).status).toBe(200);
    expect((await call(bob)).status).toBe(200);
    const [own = [], other = [], all = []] = await Promise.all([
      streams[0]?.until(({ type }) => type === 'call.finished'),
      streams[1]?.until(({ type }) => type === 'call.finished'),
      streams[2]?.until((event) => event.type === 'call.finished' && event.caller === 'bob'),
    ]);
    const callers = (events: readonly Seen[]) =>
      events.flatMap((event) => (event.type === 'call.finished' ? [event.caller] : []));
    expect([callers(own), callers(other), callers(all)]).toEqual([['ann'], ['bob'], ['ann', 'bob']]);
    expect(own.at(-1)).toMatchObject({ service: 'pier-weather', outcome: 'done', code: '', status: 200, tries: 2 });
    await Promise.all(streams.map(({ leave }) => leave()));
  });
});
