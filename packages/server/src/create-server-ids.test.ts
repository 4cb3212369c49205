/** Ids of services: those that look alike are rejected, and those of hidden services are not revealed. */
import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';

const open: TestServer[] = [];
afterEach(async () => {
  for (const { server } of open.splice(0)) await server.close();
});

async function start() {
  const made = await startTestServer({ flags: { 'auth.mode': 'optional' } });
  open.push(made);
  const ann = await made.keyFor('ann', 'registry:write', 'registry:read');
  const eve = await made.keyFor('eve', 'registry:write', 'registry:read');
  const post = async (key: string, id: string, more: object = {}) => {
    const answer = await made.ask('POST', '/agents', { key, body: { ...pierWeather, id, ...more } });
    return { status: answer.status, body: (await answer.json()) as { code?: string; detail?: string } };
  };
  const imported = async (key: string, item: object) => {
    const answer = await made.ask('POST', '/imports', { key, body: { items: [item] } });
    const { results } = (await answer.json()) as { results: { status: number; error?: { message: string } }[] };
    return { status: results[0]?.status, message: results[0]?.error?.message };
  };
  return { ...made, ann, eve, post, imported };
}

describe('ids that differ only in case or in letters that look the same', () => {
  it.each(['Pier-Weather', 'PIER-WEATHER', 'pіer-weather', 'pier-wеаther', 'pier\u200b-weather', 'ＰIER-weather'])(
    'are rejected with the other id: %s',
    async (id) => {
      const { post, imported, ann, eve } = await start();
      expect((await post(ann, 'pier-weather')).status).toBe(201);
      const refused = await post(eve, id);
      expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
      expect(refused.body.detail).toContain(
        "differs from 'pier-weather' only in case or in letters that look the same",
      );
      const named = await imported(ann, { document: { ...pierWeather, id } });
      expect(named).toMatchObject({ status: 409, message: expect.stringContaining("differs from 'pier-weather'") });
      expect((await post(ann, 'pier-weather', { version: '1.1.0' })).status).toBe(200);
    },
  );

  it('are free again when the other service is gone, and accepted when they really differ', async () => {
    const { post, ask, ann } = await start();
    expect((await post(ann, 'Pier')).status).toBe(201);
    for (const id of ['pier-l', 'pier-1', 'pier-i', 'pìer-2']) expect((await post(ann, id)).status, id).toBe(201);
    expect((await post(ann, 'pier')).status).toBe(409);
    expect((await ask('DELETE', '/agents/Pier', { key: ann })).status).toBe(204);
    expect((await post(ann, 'pier')).status).toBe(201);
  });
});

describe('an id of a hidden service', () => {
  it('is answered like the id of a deleted one, by every way of registering', async () => {
    const { post, imported, ask, ann, eve } = await start();
    await post(ann, 'hidden', { visibility: 'private' });
    await post(ann, 'deleted');
    expect((await ask('DELETE', '/agents/deleted', { key: ann })).status).toBe(204);
    const answersOf = async (id: string) => {
      const source = { urls: ['https://cards.example/card.json'], agent_id: id };
      const followed = await ask('POST', '/sources', { key: eve, body: source });
      const { trace_id: _, ...problem } = (await followed.json()) as Record<string, unknown>;
      const { trace_id: __, ...posted } = (await post(eve, id)).body as Record<string, unknown>;
      const own = await imported(eve, { document: pierWeather, curation: { id } });
      const put = await ask('PUT', `/agents/${id}`, { key: eve, body: { ...pierWeather, id } });
      const dry = await ask('POST', '/agents', {
        key: eve,
        body: { ...pierWeather, id },
        headers: { 'x-dry-run': 'true' },
      });
      const answers = [[followed.status, problem], posted, own, put.status, dry.status];
      return JSON.stringify(answers).replaceAll(id, 'ID');
    };
    const hidden = await answersOf('hidden');
    expect(hidden).toContain('is not available; choose another id');
    expect(hidden).toBe(await answersOf('deleted'));
    expect((await post(eve, 'Hidden')).status).toBe(201);
  });

  it('is still said to belong to somebody else where the caller may see it', async () => {
    const { post, ann, eve } = await start();
    await post(ann, 'shown', { visibility: 'public' });
    expect((await post(eve, 'shown')).status).toBe(403);
  });
});
