import type { ToolSignature } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { call, type Situation } from '../cli.support.js';

const first: ToolSignature = {
  toolId: '0479a45d-ad0a-49d4-94db-75edf00d2ca4',
  name: 'lookup_weather_by_city',
  description: 'Reports the weather in a city.',
  version: 1,
  currentVersion: 1,
  tags: [],
  input_parameters: [{ id: 'city', name: 'City', description: 'Where.', type: 'string', required: true }],
  output_parameters: [{ id: 'temperature', name: 'Temperature', description: 'In Fahrenheit.', type: 'int' }],
};
const wind = { id: 'wind', name: 'Wind', description: 'Tell the wind too.', type: 'boolean' } as const;
const second: ToolSignature = {
  ...first,
  version: 2,
  currentVersion: 2,
  input_parameters: [...first.input_parameters, { ...wind, required: false }],
};
const moved = { ...first, currentVersion: 2 };

function moduleOf(...signatures: ToolSignature[]): Pick<Situation, 'modules'> {
  return { modules: { 'tools.js': { tools: [{ signatures }] } } };
}

/** An API that serves these signatures in pages, to clients with the token. */
function apiOf(signatures: ToolSignature[], asked: string[] = []): Pick<Situation, 'fetch' | 'env'> {
  return {
    env: { API_TOKEN: 'secret' },
    async fetch(input, init) {
      const url = new URL(String(input));
      asked.push(url.pathname + url.search);
      if (new Headers(init?.headers).get('authorization') !== 'Bearer secret') return new Response('', { status: 401 });
      const list = url.pathname.endsWith('/versions')
        ? [...signatures].reverse()
        : signatures.filter(({ version, currentVersion }) => version === currentVersion);
      const at = Number(url.searchParams.get('pageCursor') ?? 0);
      const next = at + 1 < list.length ? String(at + 1) : null;
      return Response.json({ items: list.slice(at, at + 1), paging: { pageLimit: 1, next } });
    },
  };
}

describe('dragoman nact', () => {
  it('locks new signatures, and then finds nothing to report', async () => {
    const files: Record<string, unknown> = {};
    const locked = await call(['nact', 'lock', 'tools.js'], { files, ...moduleOf(first) });
    expect([locked.code, locked.stdout]).toEqual([0, 'locked  lookup_weather_by_city version 1\n']);
    const written = JSON.parse(String(files['nact.lock.json']));
    expect(written).toMatchObject({ lockVersion: 1, signatures: [{ signature: { version: 1 } }] });
    expect((await call(['nact', 'check', './tools.js'], { files, ...moduleOf(first) })).code).toBe(0);
    const unlocked = await call(['nact', 'check', 'tools.js'], { files, ...moduleOf(moved, second) });
    expect([unlocked.code, unlocked.stdout]).toEqual([1, expect.stringMatching(/^unlocked .*version 2/)]);
    expect((await call(['nact', 'lock', 'tools.js'], { files, ...moduleOf(moved, second) })).code).toBe(0);
    expect((await call(['nact', 'check', 'tools.js'], { files, ...moduleOf(moved, second) })).code).toBe(0);
  });

  it('fails when a locked signature changed without a new version, and does not change the lock file', async () => {
    const files: Record<string, unknown> = {};
    await call(['nact', 'lock', 'tools.js'], { files, ...moduleOf(first) });
    const before = files['nact.lock.json'];
    const changed = moduleOf({ ...first, description: 'Reports whether it rains.' });
    for (const verb of ['lock', 'check']) {
      const { code, stdout } = await call(['nact', verb, 'tools.js'], { files, ...changed });
      expect([code, stdout]).toEqual([1, expect.stringContaining('The description has little in common')]);
    }
    const gone = await call(['nact', 'check', 'tools.js', '--json'], { files, modules: { 'tools.js': { tools: [] } } });
    expect([gone.code, JSON.parse(gone.stdout).findings]).toMatchObject([1, [{ kind: 'missing' }]]);
    expect(files['nact.lock.json']).toBe(before);
  });

  it('rejects a version that breaks clients, and lists each change', async () => {
    const files: Record<string, unknown> = {};
    await call(['nact', 'lock', 'tools.js'], { files, ...moduleOf(first) });
    const breaking = { ...second, input_parameters: [wind], output_parameters: [{ ...wind, id: 'x', name: 'X' }] };
    const outcome = await call(['nact', 'lock', 'tools.js', '--json'], { files, ...moduleOf(moved, breaking) });
    expect(outcome.code).toBe(1);
    const [finding] = JSON.parse(outcome.stdout).findings;
    expect(finding).toMatchObject({ kind: 'breaking', version: 2 });
    expect(finding.changes.map(({ kind }: { kind: string }) => kind)).toEqual(['removed', 'added_required', 'removed']);
    const wider = { ...second, input_parameters: [{ ...first.input_parameters[0], required: false }] } as ToolSignature;
    const narrow = await call(['nact', 'lock', 'tools.js'], { files, ...moduleOf(moved, wider) });
    const wide = await call(['nact', 'lock', 'tools.js', '--allow-widening'], { files, ...moduleOf(moved, wider) });
    expect([narrow.code, wide.code]).toEqual([1, 0]);
  });

  it('reads all versions from the API itself, page by page, with a token from the environment', async () => {
    const files: Record<string, unknown> = {};
    const asked: string[] = [];
    const api = apiOf([moved, second], asked);
    const argv = ['nact', 'lock', 'https://api.example/v3/', '--token-env', 'API_TOKEN'];
    const { code, stdout } = await call(argv, { files, ...api });
    expect([code, stdout.split('\n').length - 1]).toEqual([0, 2]);
    const versions = `/v3/tools/${first.toolId}/versions`;
    expect(asked).toEqual(['/v3/tools', versions, `${versions}?pageCursor=1`]);
    expect((await call(['nact', 'check', 'https://api.example/v3/tools'], { files, ...api })).code).toBe(2);
    const unset = await call(['nact', 'check', 'https://api.example', '--token-env', 'NONE'], { files, ...api });
    expect([unset.code, unset.stderr]).toEqual([2, expect.stringContaining('NONE is not set')]);
  });

  it('treats the plain list of a server as the newest versions only', async () => {
    const files: Record<string, unknown> = { 'list.json': { items: [second], paging: { pageLimit: 50, next: null } } };
    await call(['nact', 'lock', 'tools.js'], { files, ...moduleOf(moved, second) });
    expect((await call(['nact', 'check', 'list.json'], { files })).code).toBe(0);
    const all = { ...files, 'list.json': [second] };
    expect((await call(['nact', 'check', 'list.json'], { files: all })).stdout).toContain('missing');
  });

  it('stops at a repeated cursor, and reports invalid input', async () => {
    const files: Record<string, unknown> = {};
    const round = async () => Response.json({ items: [first], paging: { pageLimit: 1, next: 'again' } });
    const circle = await call(['nact', 'lock', 'https://api.example'], { files, fetch: round });
    expect([circle.code, circle.stderr]).toEqual([2, expect.stringContaining('same cursor')]);
    const faulty = moduleOf({ ...first, toolId: 'weather-1' }, { ...second, name: '' });
    const invalid = await call(['nact', 'lock', 'tools.js'], { files, ...faulty });
    expect([invalid.code, invalid.stdout]).toEqual([1, expect.stringMatching(/UUID[\s\S]*blank/)]);
    const twice = await call(['nact', 'lock', 'tools.js'], { files, ...moduleOf(first, first) });
    expect([twice.code, twice.stdout]).toEqual([1, expect.stringContaining('twice')]);
    expect(files).toEqual({});
    const missing = await call(['nact', 'check', 'tools.js'], { files, ...moduleOf(first) });
    expect([missing.code, missing.stdout]).toEqual([1, expect.stringContaining('nact.lock.json does not exist')]);
    const other = { files, modules: { 'tools.js': { something: 1 } } };
    expect((await call(['nact', 'lock', 'tools.js'], other)).code).toBe(2);
    expect((await call(['nact', 'lock', 'none.js'], { files })).code).toBe(2);
    files['nact.lock.json'] = '{"lockVersion":7}';
    expect((await call(['nact', 'lock', 'tools.js'], { files, ...moduleOf(first) })).code).toBe(1);
    files['nact.lock.json'] = '{';
    expect((await call(['nact', 'lock', 'tools.js'], { files, ...moduleOf(first) })).code).toBe(2);
  });
});
