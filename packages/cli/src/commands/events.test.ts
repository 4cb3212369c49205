import { describe, expect, it } from 'vitest';
import { call, openRegistriesPerTest } from '../cli.support.js';

const openRegistry = openRegistriesPerTest();

const card = {
  id: 'pier-weather',
  name: 'Pier \u001b[31mweather\u202e',
  description: 'Forecasts wind.',
  capabilities: ['weather'],
  endpoint: 'https://weather.example/invoke',
  inputs: { type: 'object' },
  outputs: { type: 'object' },
};

describe('dragoman events', () => {
  it('prints what happens after an event, for people and as one JSON object per line', async () => {
    const registry = await openRegistry();
    const { fetch } = registry;
    const ready = await fetch('http://127.0.0.1:4780/events?seconds=0', { method: 'GET' });
    const [, id = ''] = /^id: (.*)$/m.exec(await ready.text()) ?? [];
    const added = await call(['add', '-'], { fetch, stdin: JSON.stringify(card) });
    expect(added.code, added.stderr).toBe(0);
    const shown = await call(['events', '--topic', 'catalogue', '--after', id, '--limit', '1'], { fetch });
    expect(shown.code, shown.stderr).toBe(0);
    expect(shown.stdout).toMatch(/entry\.added {2}pier-weather {2}\d+ operations/);
    const json = await call(['events', '--json', '--topic', 'catalogue', '--after', id, '--limit', '1'], { fetch });
    const lines = json.stdout.trim().split('\n');
    expect(lines.map((each) => (JSON.parse(each) as { type: string }).type)).toEqual(['ready', 'entry.added']);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ service: 'pier-weather', id: expect.stringContaining('-') });
    for (const control of ['\u001b', '\u202e']) expect(json.stdout).not.toContain(control);
  });

  it('rejects unknown topics and ends when it is interrupted', async () => {
    const registry = await openRegistry();
    expect((await call(['events', '--topic', 'secrets'])).code).toBe(2);
    const stop = new AbortController();
    const running = call(['events'], { fetch: registry.fetch, signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    expect((await running).code).toBe(0);
  });
});

describe('dragoman connections', () => {
  it('shows the clients that have listed tools, with safe names', async () => {
    const registry = await openRegistry();
    const { fetch } = registry;
    expect(await call(['connections'], { fetch })).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('yet'),
    });
    await fetch('http://127.0.0.1:4780/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Cursor/1.4' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    await call(['events', '--topic', 'connections', '--after', await firstEvent(fetch), '--limit', '1'], { fetch });
    const shown = await call(['connections'], {
      fetch,
      terminal: { stdout: true, columns: 80 },
      env: { NO_COLOR: '1' },
    });
    expect(shown.stdout).toMatch(/Cursor\/1\.4.*local.*\/mcp/s);
    expect(Math.max(...shown.stdout.split('\n').map((row) => row.length))).toBeLessThanOrEqual(80);
    const json = await call(['connections', '--json'], { fetch });
    expect(JSON.parse(json.stdout)).toMatchObject([{ client: 'Cursor/1.4', endpoint: '/mcp' }]);
  });
});

/** Id of the place before the first event. */
async function firstEvent(fetch: Awaited<ReturnType<typeof openRegistry>>['fetch']): Promise<string> {
  const ready = await fetch('http://127.0.0.1:4780/events?seconds=0', { method: 'GET' });
  const [, id = ''] = /^id: (.*)$/m.exec(await ready.text()) ?? [];
  return id.replace(/-\d+$/, '-0');
}
