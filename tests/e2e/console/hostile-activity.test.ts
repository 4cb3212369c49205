/** Activity, traces, sources, servers and the tabs of a service in a real browser, when everything that others can write is hostile. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpHost, startHttpHost } from '../http-host.js';
import { type KeyedConsole, openKeyedConsole } from './keyed-console.js';
import { browser } from './open-console.js';
import { hostileTexts } from './sample-content.js';

const [script, hidden, long] = hostileTexts;
const narrow = { width: 390, height: 844 };

/** A description in which every text is hostile. */
function describeHostile(origin: string, version: string): object {
  const parameter = { name: 'q', in: 'query', description: script, schema: { type: 'string', example: hidden } };
  const responses = { '200': { description: hidden }, '500': { description: long } };
  return {
    openapi: '3.1.0',
    info: { title: script, version, description: `${hidden} ${version}` },
    servers: [{ url: origin }],
    tags: [{ name: script, description: long }],
    paths: {
      '/fail': {
        get: {
          operationId: 'fail',
          summary: `${hidden} ${version}`,
          description: `${script} ${long}`,
          tags: [script, hidden],
          parameters: [parameter],
          responses,
        },
      },
    },
  };
}

describe.skipIf(browser === undefined)('hostile texts', () => {
  let host: HttpHost;
  let opened: KeyedConsole;

  beforeAll(async () => {
    host = await startHttpHost(async () =>
      Response.json({ error: script, detail: `${hidden} ${long}` }, { status: 422 }),
    );
    const fails = `console.error(${JSON.stringify(`${script}\n${hidden}`)}); process.exit(3)`;
    opened = await openKeyedConsole({
      DRAGOMAN_OUTBOUND_ALLOW: new URL(host.origin).host,
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
      DRAGOMAN_MCP_STDIO: JSON.stringify([{ name: 'broken', command: process.execPath, args: ['-e', fails] }]),
    });
    const admin = opened.clientOf(opened.admin);
    for (const version of ['1.0.0', '2.0.0']) {
      await admin.imports.create([
        { text: JSON.stringify(describeHostile(host.origin, version)), curation: { id: 'hostile' } },
      ]);
    }
    const caller = opened.clientOf(await opened.keyFor(script.slice(0, 100), 'agents:invoke', 'registry:read'));
    await expect(caller.agents.invoke('hostile', { q: script }, { operation: 'fail' })).rejects.toThrow();
    await admin.servers.restart('broken').catch(() => undefined);
    const { sources } = await admin.sources.create([`${host.origin}/list.json?${encodeURIComponent(script)}`], {
      name: hidden,
    });
    await admin.sources.refresh(sources[0]?.id ?? '').catch(() => undefined);
  }, 60_000);

  afterAll(async () => {
    await opened.close();
    await host.close();
  });

  it.each([
    ['/activity', 'hostile'],
    ['/services/hostile?operation=fail', 'U+202E'],
    ['/services/hostile?tab=versions', '2.0.0'],
    ['/services/hostile?tab=findings', '<script>'],
    ['/services/hostile/operations/fail/try', 'fail'],
    ['/sources', 'U+202E'],
    ['/sources?view=servers', 'broken'],
    ['/admin?tab=audit', 'fail'],
  ])('are shown as text on %s', async (path, shown) => {
    const { page, finish } = await opened.open(path, { key: opened.admin, viewport: narrow });
    await page.getByRole('main').getByText(shown).first().waitFor({ state: 'attached' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(narrow.width);
    expect(await page.title()).not.toContain('taken');
    await finish();
  });

  it('are shown as text on the page of a trace, and of a source', async () => {
    const { page, check, finish } = await opened.open('/activity', { key: opened.admin });
    await page.getByRole('row').filter({ hasText: 'hostile' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Trace' }).waitFor();
    await check();
    await page.goto(`${opened.server.url}/console/sources`);
    await page.getByRole('row').filter({ hasText: 'U+202E' }).click();
    await page.getByRole('button', { name: 'Check now' }).waitFor();
    expect(await page.title()).not.toContain('taken');
    await finish();
  });
});
