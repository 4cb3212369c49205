import { describe, expect, it } from 'vitest';
import type { Situation } from '../cli.support.js';
import { call, openRegistriesPerTest } from '../cli.support.js';

const openRegistry = openRegistriesPerTest();

async function open(): Promise<Situation['fetch']> {
  const registry = await openRegistry();
  return registry.fetch;
}

const reply = (status: number, body: object) => async () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

describe('dragoman inbox', () => {
  it('says when nothing needs a decision, and names the command that decides otherwise', async () => {
    const fetch = (await open()) as NonNullable<Situation['fetch']>;
    const empty = await call(['inbox'], { fetch });
    expect(empty).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing needs a decision.') });
    const service = {
      id: 'vault',
      name: 'Vault',
      description: 'Keeps things.',
      capabilities: ['keep'],
      endpoint: 'https://vault.example/in',
      authentication: { type: 'api_key' },
      inputs: { type: 'object' },
      outputs: { type: 'object' },
    };
    await call(['add', 'vault.json'], { fetch, files: { 'vault.json': service } });
    const listed = await call(['inbox'], { fetch });
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('dragoman credentials add vault') });
    expect(JSON.parse((await call(['inbox', '--json'], { fetch })).stdout)).toMatchObject({ count: 1 });
  });
});

describe('dragoman status', () => {
  it('shows the server, its store, the visible services and how search works', async () => {
    const fetch = await open();
    const { code, stdout } = await call(['status'], { fetch: fetch as NonNullable<Situation['fetch']> });
    expect(code).toBe(0);
    expect(stdout).toContain('ready');
    expect(stdout).toMatch(/services\s+0 that you may see/);
    expect(stdout).toContain('by words; the setting search.embedder is "none"');
  });

  it('shows how many operations wait for their vectors, also as JSON', async () => {
    const search = { matched_by: ['words', 'meaning'], compared_in: 'memory', vectors_waiting: 1223 };
    const fetch: Situation['fetch'] = async (input) =>
      String(input).includes('readyz')
        ? reply(200, { status: 'ready', search })()
        : reply(200, { agents: [], count: 7 })();
    const shown = await call(['status'], { fetch });
    expect(shown.stdout).toMatch(/vectors\s+1223 operations wait, and can be found by words meanwhile/);
    const json = await call(['status', '--json'], { fetch });
    expect(JSON.parse(json.stdout)).toMatchObject({ ready: true, entries: 7, search });
  });

  it('fails with the reason when the registry is not ready', async () => {
    const fetch = reply(503, { detail: 'The store does not respond.' });
    const { code, stdout } = await call(['status'], { fetch });
    expect(code).toBe(1);
    expect(stdout).toContain('The store does not respond.');
  });
});
