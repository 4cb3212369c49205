import { describe, expect, it } from 'vitest';
import { ada, bob, cardOf, createIntake, root } from './intake.support.js';

const url = 'https://cards.example/.well-known/agent-card.json';

async function oneSource() {
  const intake = createIntake();
  const created = await intake.send('POST', '/sources', ada, { url, interval_seconds: 600 });
  const [source] = created.body.sources as { id: string }[];
  return { ...intake, created, id: source?.id ?? '' };
}

describe('/sources', () => {
  it('creates, reads, lists and deletes a source', async () => {
    const { send, created, id } = await oneSource();
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`/sources/${id}`);
    const read = await send('GET', `/sources/${id}`, ada);
    expect(read.body).toMatchObject({ id, url, owner: 'ada', interval_seconds: 600, state: 'waiting', agent_ids: [] });
    expect((await send('GET', '/sources', ada)).body).toMatchObject({ count: 1, sources: [{ id }] });
    expect((await send('DELETE', `/sources/${id}`, ada)).status).toBe(204);
    expect((await send('GET', `/sources/${id}`, ada)).status).toBe(404);
  });

  it('accepts several URLs, and can be repeated', async () => {
    const { send } = createIntake();
    const urls = ['https://a.example/card', 'https://b.example/card', 'https://a.example/card'];
    const first = await send('POST', '/sources', ada, { urls });
    expect([first.status, first.body.created]).toEqual([201, 2]);
    const again = await send('POST', '/sources', ada, { urls, interval_seconds: 60 });
    expect([again.status, again.body.created]).toEqual([200, 0]);
    expect(again.body.sources).toEqual(first.body.sources);
    const page = (await send('GET', '/sources?top=1', ada)).body;
    expect(page).toMatchObject({ count: 2, top: 1, next_cursor: expect.any(String) });
    const rest = (await send('GET', `/sources?top=1&cursor=${page.next_cursor}`, ada)).body;
    expect(rest).not.toHaveProperty('next_cursor');
    expect([page, rest].flatMap(({ sources }) => sources as object[])).toEqual(
      (await send('GET', '/sources', ada)).body.sources,
    );
  });

  it('shows a source to its owner and to administrators only', async () => {
    const { send, id } = await oneSource();
    for (const [method, path] of [
      ['GET', `/sources/${id}`],
      ['DELETE', `/sources/${id}`],
      ['POST', `/sources/${id}/refresh`],
    ] as const) {
      const foreign = await send(method, path, bob);
      const unknown = await send(method, path.replace(id, 'x'.repeat(id.length)), bob);
      expect(foreign.status).toBe(404);
      expect(JSON.stringify(foreign.body).replaceAll(id, '')).toBe(
        JSON.stringify(unknown.body).replaceAll('x'.repeat(id.length), ''),
      );
    }
    expect((await send('GET', '/sources', bob)).body).toMatchObject({ count: 0 });
    expect((await send('GET', '/sources', root)).body).toMatchObject({ count: 1 });
    expect((await send('GET', `/sources/${id}`, root)).status).toBe(200);
  });

  it('checks at once on refresh, and reports the outcome', async () => {
    const { send, id, outside, ports } = await oneSource();
    const failed = await send('POST', `/sources/${id}/refresh`, ada);
    expect(failed.body).toMatchObject({ state: 'failing', failures: 1, last_outcome: 'UPSTREAM_ERROR' });
    outside.pages.set(url, cardOf('tides'));
    const refreshed = await send('POST', `/sources/${id}/refresh`, ada);
    expect(refreshed.body).toMatchObject({
      state: 'current',
      failures: 0,
      last_outcome: 'changed',
      agent_ids: ['tides'],
    });
    expect(refreshed.body).not.toHaveProperty('last_error');
    expect((await ports.store.entries.read('tides'))?.entry).toMatchObject({ owner: 'ada', origin: { uri: url } });
  });

  it('audits creation and deletion', async () => {
    const { send, id, ports } = await oneSource();
    await send('DELETE', `/sources/${id}`, ada);
    const records = await ports.store.audit.list({ limit: 10 });
    expect(records.map(({ actor, action, target }) => [actor, action, target])).toEqual([
      ['ada', 'source.create', id],
      ['ada', 'source.delete', id],
    ]);
  });

  it.each([
    ['no object', 'x'],
    ['no URL', {}],
    ['both url and urls', { url, urls: [url] }],
    ['no URLs', { urls: [] }],
    ['too many URLs', { urls: Array.from({ length: 101 }, (_, n) => `https://h${n}.example/`) }],
    ['an unsupported scheme', { url: 'ftp://cards.example/' }],
    ['an interval below the minimum', { url, interval_seconds: 59 }],
    ['an interval that is not a number', { url, interval_seconds: '3600' }],
    ['an interval above the maximum', { url, interval_seconds: 9_999_999 }],
    ['an unknown member', { url, interval: 60 }],
  ])('rejects a body with %s', async (_what, body) => {
    const { send, ports } = createIntake();
    const answer = await send('POST', '/sources', ada, body);
    expect(answer.status).toBe(400);
    expect(answer.body.field_errors).toBeDefined();
    expect(await ports.store.sources.list()).toEqual([]);
  });

  it('limits its page size, and accepts only its own cursors', async () => {
    const { send } = createIntake();
    expect((await send('GET', '/sources?top=1001', ada)).body).toMatchObject({ top: 200 });
    expect((await send('GET', '/sources?top=0', ada)).status).toBe(400);
    expect((await send('GET', '/sources?cursor=made.up', ada)).body).toMatchObject({ code: 'INVALID_CURSOR' });
  });

  it('supports dry runs of a deletion', async () => {
    const { send, id } = await oneSource();
    const dryRun = await send('DELETE', `/sources/${id}?dry_run=true`, ada);
    expect(dryRun.body).toMatchObject({ dry_run: true, would_change: true, outcome: 'deleted' });
    expect((await send('DELETE', `/sources/${id}?dry_run=perhaps`, ada)).status).toBe(400);
    expect((await send('GET', `/sources/${id}?fields=id`, ada)).body).toEqual({ id });
  });
});
