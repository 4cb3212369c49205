import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { cardOf } from './intake.support.js';
import type { Page } from './source-server.support.js';
import { linden, list, startSourceServer } from './source-server.support.js';
import { vendorTool } from './toolsets.support.js';

describe('the service of a source', () => {
  it('has the name of the source or the chosen id as its id; a conflict is an error', async () => {
    const northquay = 'https://northquay.example/tools';
    const pages = new Map<string, Page>([
      [linden, list([vendorTool(1, 'check_status')])],
      [northquay, list([vendorTool(2, 'book_pickup')])],
    ]);
    const { add, refresh, json } = await startSourceServer(pages);
    const one = await add({ url: linden, name: 'Linden Pharmacy' });
    expect(await refresh(one)).toMatchObject({ state: 'current', agent_ids: ['linden-pharmacy'] });
    const follow = (body: JsonObject) => json<{ detail?: string }>('POST', '/sources', { body });
    const taken = await follow({ url: northquay, name: 'Linden pharmacy' });
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining("'linden-pharmacy'")]);
    for (const other of [{ name: 'Linden' }, { name: 'Linden Pharmacy', agent_id: 'linden' }]) {
      const known = await follow({ url: linden, ...other });
      expect([known.status, known.body.detail]).toEqual([409, expect.stringContaining('is already followed')]);
    }
    expect((await follow({ url: linden, name: 'Linden Pharmacy' })).status).toBe(200);
    expect((await follow({ urls: [linden, northquay], agent_id: 'both' })).status).toBe(400);
    expect((await follow({ url: northquay, agent_id: '../x' })).status).toBe(400);
    const two = await add({ url: northquay, name: 'Northquay', agent_id: 'quay' });
    expect(await refresh(two)).toMatchObject({ agent_ids: ['quay'] });
    expect((await json('GET', '/agents/quay')).status).toBe(200);
  });

  it('is not changed when it was registered elsewhere, and the source reports that', async () => {
    const pages = new Map<string, Page>([[linden, cardOf('pier')]]);
    const { add, refresh, json } = await startSourceServer(pages);
    expect(
      (await json('POST', '/agents', { body: cardOf('pier', { description: 'Posted by its owner.' }) })).status,
    ).toBe(201);
    const source = await add({ url: linden });
    const { findings } = await refresh(source);
    expect((findings as JsonObject[]).map(({ code }) => code)).toContain('catalogue/not-followed');
  });
});
