/** The page that adds services, in a real browser: preview, choice of operations, import, faults, commands. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser, type OpenedConsole, openConsole } from './open-console.js';
import { hostileTexts } from './sample-content.js';

const mcpServer = fileURLToPath(new URL('../fixtures/mcp-server.mjs', import.meta.url));
const petstore = fileURLToPath(new URL('../fixtures/browser/petstore-expanded.swagger.json', import.meta.url));

/** An OpenAPI document whose texts are hostile. */
function hostileDocument(): string {
  const [script = '', hidden = '', long = ''] = hostileTexts;
  const operation = (summary: string, tag: string) => ({
    summary,
    tags: [tag],
    responses: { 200: { description: summary } },
  });
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: script, version: '1', description: hidden },
    servers: [{ url: 'https://hostile.example' }],
    paths: { '/a': { get: operation(long, script) }, '/b': { get: operation(hidden, 'plain') } },
  });
}

describe.skipIf(browser === undefined)('the page that adds services', () => {
  let opened: OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole();
  });

  afterAll(() => opened.close());

  it('shows what a file would store, and imports the chosen operations under the chosen id', async () => {
    const { page, check, finish } = await opened.open('/add');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByLabel('Files').setInputFiles(petstore);
    await page.getByRole('button', { name: /^Use / }).click();
    await page.getByLabel('Id', { exact: true }).fill('pets');
    await page.getByLabel('Filter operations').fill('delete');
    await page.getByLabel('All that match').uncheck();
    await check();
    for await (const { id } of opened.client.agents.list()) expect.unreachable(`${id} was stored`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('1 service is in the catalogue').waitFor();
    const stages = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
    await stages.filter({ hasText: 'Stored: done1 of 1' }).waitFor();
    await stages.filter({ hasText: 'Indexed: donefound by words' }).waitFor();
    await stages.filter({ hasText: 'Embedded: done' }).waitFor();
    await page.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    expect(asked.filter((path) => path === '/readyz')).toEqual([]);
    await check();
    const { operations } = await opened.client.agents.findOperations({ agents: ['pets'] });
    const names = operations.map(({ operation }) => operation);
    expect(names.length).toBeGreaterThan(1);
    expect(names.join(' ')).not.toMatch(/delete/i);
    await finish();
  });

  it('works with the keyboard, and shows hostile texts as text', async () => {
    const { page, finish } = await opened.open('/add', { viewport: { width: 390, height: 844 } });
    await page.getByRole('textbox').fill(hostileDocument());
    await page.keyboard.press('Control+Enter');
    await page.getByText('As tools').waitFor();
    expect(await page.title()).not.toBe('taken');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await finish();
  });

  it('shows descriptions as plain text, without rendering their Markdown or HTML', async () => {
    const { page, finish } = await opened.open('/add');
    const description = '**Books** [berths](https://evil.example) for <b>ships</b> <img src=x onerror=alert(1)>';
    const document = { openapi: '3.0.3', info: { title: 'Berths', version: '1', description } };
    const paths = { '/berths': { get: { description, responses: { 200: { description: 'ok' } } } } };
    const servers = [{ url: 'https://berths.example' }];
    await page.getByRole('textbox').fill(JSON.stringify({ ...document, servers, paths }));
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Books berths for ships', { exact: true }).first().waitFor();
    await page.getByLabel('Id', { exact: true }).fill('berths');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'berths', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Berths' }).waitFor();
    await page.getByText('Books berths for ships', { exact: true }).first().waitFor();
    expect(await page.locator('#content b, #content img, #content a[href*=evil]').count()).toBe(0);
    await finish();
  });

  it('reports every problem of an item next to the others', async () => {
    const { page, finish } = await opened.open('/add');
    await page.getByRole('textbox').fill('{"openapi": "3.0.3", "paths": 4}');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0);
    await finish();
  });

  it('adds an MCP server from its command after a preview of its tools, and imports them', async () => {
    const { page, check, finish } = await opened.open('/add');
    const files = { command: process.execPath, args: [mcpServer], env: { TOKEN: 'secret-value' } };
    await page.getByRole('textbox').fill(JSON.stringify({ mcpServers: { files } }));
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByRole('button', { name: 'Copy as command' }).click();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toContain('dragoman servers add files --env TOKEN --import');
    expect(copied).not.toContain('secret-value');
    await page.getByRole('button', { name: 'Preview tools' }).click();
    await page.getByRole('list', { name: 'Tools' }).getByText('test_simple_text', { exact: true }).waitFor();
    await check();
    expect(await opened.client.servers.list()).toEqual([]);
    await page.getByRole('button', { name: 'Add server' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('1 service is in the catalogue').waitFor();
    expect(await opened.client.servers.list()).toMatchObject([{ name: 'files', origin: 'added', state: 'running' }]);
    await finish();
  });
});
