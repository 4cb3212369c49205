import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Situation } from '../cli.support.js';
import { call, openRegistry, pierWeather } from '../cli.support.js';

let registry: Awaited<ReturnType<typeof openRegistry>>;
beforeAll(async () => {
  registry = await openRegistry();
  await call(['add', '-'], { stdin: JSON.stringify(pierWeather), fetch: registry.fetch });
});
afterAll(() => registry.close());

const run = (argv: string[], situation: Situation = {}) => call(argv, { fetch: registry.fetch, ...situation });
const add = (...rest: string[]) => ['credentials', 'add', 'pier-weather-001', ...rest];
const secret = 'weasel-55';

async function stored(): Promise<Record<string, string>[]> {
  return JSON.parse((await run(['credentials', 'list', 'pier-weather-001', '--json'])).stdout);
}

describe('dragoman credentials', () => {
  it.each<[string, string[], Situation]>([
    ['standard input', [], { stdin: `${secret}\n` }],
    ['a variable', ['--secret-env', 'KEY'], { env: { KEY: secret } }],
    ['a file', ['--secret-file', 'key.txt'], { files: { 'key.txt': `${secret}\n` } }],
    ['a hidden question', [], { terminal: { stdin: true }, answer: secret }],
  ])('adds with the secret from %s, lists without it, removes', async (_, options, situation) => {
    const added = await run(add('--header', 'X-Weather-Key', '--name', 'weather', ...options), situation);
    expect([added.code, added.stdout]).toEqual([0, expect.stringMatching(/^stored {2}\S+ {2}weather\n$/)]);
    const [credential] = await stored();
    expect(credential).toMatchObject({ kind: 'api_key', name: 'weather', for: 'everyone' });
    const table = await run(['credentials', 'list', 'pier-weather-001']);
    expect(table.stdout).toContain('weather');
    expect(JSON.stringify([added, table, credential])).not.toContain(secret);
    const removed = await run(['credentials', 'remove', 'pier-weather-001', credential?.id ?? '']);
    expect([removed.code, await stored()]).toEqual([0, []]);
  });

  it('accepts every kind, and replaces a stored secret', async () => {
    const token = ['--kind', 'oauth2_client', '--token-url', 'https://id.example/t', '--client-id', 'us'];
    const kinds = [
      ['--kind', 'bearer', '--mine'],
      [...token, '--scope', 'a b', '--client-auth', 'form'],
      ['--query', 'appid'],
    ];
    for (const options of kinds) expect((await run(add(...options), { stdin: secret })).code).toBe(0);
    const all = await stored();
    // Credentials of the same millisecond are listed in the order of their ids.
    expect(all.map(({ kind }) => kind).sort()).toEqual(['api_key', 'bearer', 'oauth2_client']);
    expect(all.find(({ kind }) => kind === 'bearer')?.subject).toBe('local');
    const { id = '' } = all.find(({ kind }) => kind === 'oauth2_client') ?? {};
    const replaced = await run(add('--kind', 'bearer', '--replace', id), { stdin: secret });
    expect(replaced.stdout).toMatch(/^replaced/);
    expect((await stored()).find((each) => each.id === id)).toMatchObject({ kind: 'bearer', id });
  });

  it('shows what would change, and stores or removes nothing', async () => {
    const before = await stored();
    const added = await run(add('--header', 'X-Weather-Key', '--dry-run'), { stdin: secret });
    expect([added.code, added.stdout]).toEqual([
      0,
      expect.stringMatching(/would be stored.+sent as {3}header X-Weather-Key/s),
    ]);
    expect(added.stdout).not.toContain(secret);
    const [{ id = '' } = {}] = before;
    const removed = await run(['credentials', 'remove', 'pier-weather-001', id, '--dry-run']);
    expect([removed.code, removed.stdout]).toEqual([0, expect.stringContaining('would be removed')]);
    expect(await stored()).toEqual(before);
  });

  it('reports why a token exchange is not allowed', async () => {
    const options = ['--kind', 'token_exchange', '--token-url', 'https://id.example/t', '--audience', 'w'];
    const { code, stderr } = await run(add(...options));
    expect([code, stderr]).toEqual([1, expect.stringContaining('secrets.exchangeAt')]);
  });

  it.each<[string, string[], Situation]>([
    ['no secret', [], { stdin: '' }],
    ['a variable that is not set', ['--secret-env', 'NONE'], {}],
    ['a missing file', ['--secret-file', 'none'], {}],
    ['two sources of the secret', ['--secret-env', 'A', '--secret-file', 'b'], {}],
    ['two locations of the key', ['--header', 'a', '--query', 'b'], { stdin: secret }],
    ['an unknown kind', ['--kind', 'palm'], { stdin: secret }],
    ['a client without an id', ['--kind', 'oauth2_client'], { stdin: secret }],
    ['an exchange without a token endpoint', ['--kind', 'token_exchange'], { stdin: secret }],
    ['an enterprise without its identity provider', ['--kind', 'enterprise'], { stdin: secret }],
    ['a certificate without a file', ['--kind', 'mtls'], { stdin: secret }],
    ['the secret as an argument', ['--secret', secret], {}],
  ])('rejects %s as a usage error', async (_, options, situation) => {
    const { code, stderr } = await run(add(...options), situation);
    expect([code, stderr]).toEqual([2, expect.any(String)]);
  });

  it('replaces the encryption key of the store, and refuses if the key is configured elsewhere', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dragoman-cli-keys-'));
    try {
      const rotate = (...rest: string[]) =>
        run(['credentials', 'rotate-key', '--store', join(folder, 'dragoman.db'), ...rest], { cwd: folder });
      await run(['keys', 'create', 'me', '--store', join(folder, 'dragoman.db')], { cwd: folder });
      const first = await rotate();
      expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^encrypted with {2}[0-9a-f]{16}\n$/)]);
      expect((await rotate('--json')).code).toBe(0);
      const keys = () => readFileSync(join(folder, 'secrets.key'), 'utf8').match(/^[\w-]{43}$/gm);
      expect(keys()).toHaveLength(2);
      expect((await rotate('--reseal-only', '--drop-old', '--drop-unreadable')).code).toBe(0);
      expect(keys()).toHaveLength(1);
      const fixed = await rotate('--set', `secrets.key=${'0'.repeat(64)}`);
      expect([fixed.code, fixed.stderr]).toEqual([2, expect.stringContaining('which this command cannot write')]);
      expect(fixed.stderr).not.toContain('0'.repeat(64));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
