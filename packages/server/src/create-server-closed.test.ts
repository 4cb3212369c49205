/**
 * A closed catalogue: new services are private where callers authenticate, addresses that may not be called are reported
 * at registration, and a dry run fails where the call would fail.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';

const open: TestServer[] = [];
afterEach(async () => {
  for (const { server } of open.splice(0)) await server.close();
});

async function start(flags: Record<string, unknown> = {}, overrides = {}) {
  const made = await startTestServer({ flags: { 'registry.visibility': 'auto', ...flags }, overrides });
  open.push(made);
  return made;
}

const idsOf = async (answer: Response) => ((await answer.json()) as { id: string }[]).map(({ id }) => id).sort();

interface Found {
  code: string;
  message: string;
}

const reportsOf = (diagnostics: readonly Found[]) =>
  diagnostics.filter(({ code }) => code === 'address/not-callable').map(({ message }) => message);

const tools = { server: 'https://files.example/mcp', name: 'Files', tools: [{ name: 'read', inputSchema: {} }] };

describe('a new service', () => {
  it('is private where callers authenticate, unless the description, the request or the setting says otherwise', async () => {
    for (const mode of ['required', 'optional', 'auto']) {
      const { ask, keyFor } = await start({ 'auth.mode': mode });
      const ann = await keyFor('ann', 'registry:write', 'registry:read');
      const eve = await keyFor('eve', 'registry:read');
      await ask('POST', '/agents', { key: ann, body: { ...pierWeather, id: 'own' } });
      await ask('POST', '/agents', { key: ann, body: { ...pierWeather, id: 'shown', visibility: 'public' } });
      const items = [
        { document: tools, curation: { id: 'files' } },
        { document: tools, curation: { id: 'files-for-all', visibility: 'public' } },
        { document: { ...pierWeather, id: 'withheld', visibility: 'public' }, curation: { visibility: 'private' } },
      ];
      expect((await ask('POST', '/imports', { key: ann, body: { items } })).status).toBe(200);
      const all = ['files', 'files-for-all', 'own', 'shown', 'withheld'];
      expect([mode, await idsOf(await ask('GET', '/agents', { key: ann }))]).toEqual([mode, all]);
      expect(await idsOf(await ask('GET', '/agents', { key: eve }))).toEqual(['files-for-all', 'shown']);
      expect((await ask('GET', '/agents/own', { key: eve })).status).toBe(404);
      const again = await ask('PUT', '/agents/own', {
        key: ann,
        body: { ...pierWeather, id: 'own', visibility: 'public' },
      });
      expect(again.status).toBe(200);
      expect((await ask('GET', '/agents/own', { key: eve })).status).toBe(200);
    }
  });

  it('is public on a server in open mode, and where the operator says so', async () => {
    const local = await start();
    await local.ask('POST', '/agents', { body: pierWeather });
    expect(await (await local.ask('GET', '/agents/pier-weather')).json()).toMatchObject({ id: 'pier-weather' });
    const key = await local.keyFor('eve', 'registry:read');
    expect((await local.ask('GET', '/agents/pier-weather', { key })).status).toBe(200);
    const { ask, keyFor } = await start({ 'auth.mode': 'optional', 'registry.visibility': 'public' });
    await ask('POST', '/agents', { key: await keyFor('ann', 'registry:write'), body: pierWeather });
    expect((await ask('GET', '/agents/pier-weather')).status).toBe(200);
  });

  it('is foreseen as private by a dry run', async () => {
    const { ask, keyFor } = await start({ 'auth.mode': 'required' });
    const key = await keyFor('ann', 'registry:write');
    const answer = await ask('POST', '/agents', { key, body: pierWeather, headers: { 'x-dry-run': 'true' } });
    expect(await answer.json()).toMatchObject({ dry_run: true, agent: { visibility: 'private' } });
  });
});

describe('a service at an address that may not be called', () => {
  const endpoints = [
    'https://10.1.2.3/in',
    'https://169.254.169.254/latest',
    'https://[::1]/in',
    'https://localhost:8443/in',
    'https://metadata.google.internal/in',
  ];

  it('is reported by every way of registering', async () => {
    const { ask } = await start();
    for (const [at, endpoint] of endpoints.entries()) {
      const document = { ...pierWeather, id: `agent-${at}`, endpoint };
      const posted = await ask('POST', '/agents?diagnostics=true', { body: document });
      expect(posted.status).toBe(201);
      const { diagnostics } = (await posted.json()) as { diagnostics: Found[] };
      expect(reportsOf(diagnostics)).toEqual([expect.stringContaining(new URL(endpoint).origin)]);
      const imported = await ask('POST', '/imports', { body: { items: [{ document }] } });
      const { results } = (await imported.json()) as { results: { findings: Found[] }[] };
      expect(results[0]?.findings.map(({ code }) => code)).toEqual(['address/not-callable']);
    }
  });

  it('is not reported where the operator allows the address, and for public ones', async () => {
    const allow = ['10.0.0.0/8', '169.254.169.254', '[::1]', 'localhost:8443', 'metadata.google.internal'];
    const { ask } = await start({ 'outbound.allow': allow });
    for (const [at, endpoint] of [...endpoints, 'https://weather.example/in'].entries()) {
      const document = { ...pierWeather, id: `agent-${at}`, endpoint };
      const posted = await ask('POST', '/agents?diagnostics=true', { body: document });
      const { diagnostics } = (await posted.json()) as { diagnostics: Found[] };
      expect([endpoint, reportsOf(diagnostics)]).toEqual([endpoint, []]);
    }
  });
});

describe('a service whose host name resolves to an address that may not be called', () => {
  const names: Record<string, string[]> = {
    'intranet.harbour.dev': ['10.1.2.3'],
    'half.harbour.dev': ['93.184.216.34', '127.0.0.1'],
    'public.harbour.dev': ['93.184.216.34'],
  };
  const dnsLookup = async (hostname: string) => {
    const found = names[hostname];
    if (found === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    return found.map((address) => ({ address, family: 4 }));
  };

  async function reported(flags: Record<string, unknown> = {}) {
    const { ask } = await start(flags, { dnsLookup });
    const found: string[] = [];
    for (const host of [...Object.keys(names), 'unknown.harbour.dev']) {
      const document = { ...pierWeather, id: host.replaceAll('.', '-'), endpoint: `https://${host}/in` };
      const posted = await ask('POST', '/agents?diagnostics=true', { body: document });
      expect(posted.status).toBe(201);
      const { diagnostics } = (await posted.json()) as { diagnostics: Found[] };
      found.push(...reportsOf(diagnostics));
    }
    return found;
  }

  it('is reported, unless the operator allows the address or the name', async () => {
    expect(await reported()).toEqual([
      expect.stringMatching(/intranet.*resolves to an address that may not be called/),
      expect.stringMatching(/half.*resolves to an address that may not be called/),
    ]);
    expect(await reported({ 'outbound.allow': ['10.0.0.0/8', 'half.harbour.dev'] })).toEqual([]);
  });
});

describe('a dry run of a call', () => {
  const dry = { 'x-dry-run': 'true' };
  const call = { body: { pier: 'Hel' }, headers: dry };
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

  it('fails where the call would lack a credential', async () => {
    const { ask } = await start();
    await ask('POST', '/agents', { body: { ...pierWeather, authentication: { type: 'api_key' } } });
    const real = await codeOf(await ask('POST', '/agents/pier-weather/invoke', { body: { pier: 'Hel' } }));
    const answer = await codeOf(await ask('POST', '/agents/pier-weather/invoke', call));
    expect(answer).toEqual(real);
    expect(answer[0]).toBeGreaterThanOrEqual(400);
    const own = { ...call, headers: { ...dry, 'x-agent-authorization': 'Bearer mine' } };
    expect((await ask('POST', '/agents/pier-weather/invoke', own)).status).toBe(502);
  });

  it('fails where the address may not be called', async () => {
    const { ask } = await start();
    await ask('POST', '/agents', { body: { ...pierWeather, endpoint: 'https://10.1.2.3/in' } });
    for (const headers of [dry, {}]) {
      const answer = await ask('POST', '/agents/pier-weather/invoke', { body: { pier: 'Hel' }, headers });
      expect(await codeOf(answer)).toEqual([502, 'UPSTREAM_REFUSED']);
    }
  });

  it('answers with a preview where nothing is in the way, and sends nothing', async () => {
    const checked: string[] = [];
    const upstream = {
      send: () => Promise.reject(new Error('nothing may be sent')),
      check: async (url: string) => void checked.push(url),
      close: async () => {},
    };
    const { ask } = await start({}, { upstream });
    await ask('POST', '/agents', { body: pierWeather });
    const answer = await ask('POST', '/agents/pier-weather/invoke', call);
    expect([answer.status, checked]).toEqual([200, ['https://weather.example']]);
  });
});
