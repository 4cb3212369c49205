import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Situation } from '../cli.support.js';
import { call, openRegistry } from '../cli.support.js';

const server = 'http://127.0.0.1:4780';
let registry: Awaited<ReturnType<typeof openRegistry>>;
const keys: Record<'root' | 'ada', string> = { root: '', ada: '' };

beforeAll(async () => {
  registry = await openRegistry();
  const issue = async (name: string, scopes: string[], more: object = {}) => {
    const headers = { 'content-type': 'application/json', ...more };
    const body = JSON.stringify({ name, subject: name, scopes });
    return (
      (await (await registry.fetch(`${server}/keys`, { method: 'POST', headers, body })).json()) as { key: string }
    ).key;
  };
  keys.root = await issue('root', ['admin']);
  keys.ada = await issue('ada', ['registry:read'], { authorization: `Bearer ${keys.root}` });
});
afterAll(() => registry.close());

const run = (who: keyof typeof keys, ...argv: string[]) =>
  call([...argv, '--server', server], {
    fetch: registry.fetch as NonNullable<Situation['fetch']>,
    env: { DRAGOMAN_KEY: keys[who] },
  });

describe('dragoman keys and audit with --server', () => {
  it('creates, lists, rotates and revokes keys of the running server', async () => {
    const made = await run('root', 'keys', 'create', 'build job', '--scope', 'registry:write', '--json');
    expect(made.code).toBe(0);
    const { id, key } = JSON.parse(made.stdout) as { id: string; key: string };
    expect(key).toMatch(/^dgm_/);
    const listed = JSON.parse((await run('root', 'keys', 'list', '--json')).stdout) as {
      id: string;
      createdAt: string;
    }[];
    expect(listed).toContainEqual(expect.objectContaining({ id, name: 'build job', usable: true }));
    expect((await run('root', 'keys', 'rotate', id, '--overlap', '1d')).code).toBe(0);
    expect((await run('root', 'keys', 'revoke', id)).stdout).toContain(`revoked  ${id}`);
    expect(await run('root', 'keys', 'revoke', 'nope')).toMatchObject({ code: 1 });
  });

  it('reads, filters, exports and verifies the audit log, newest first', async () => {
    const records = JSON.parse((await run('root', 'audit', 'list', '--action', 'key.create', '--json')).stdout) as {
      seq: number;
      action: string;
      traceId: string;
    }[];
    expect(records.map(({ action }) => action)).toEqual(records.map(() => 'key.create'));
    expect(records.map(({ seq }) => seq)).toEqual(records.map(({ seq }) => seq).sort((a, b) => b - a));
    const [newest] = records;
    const traced = await run('root', 'audit', 'list', '--trace', newest?.traceId ?? '', '--outcome', 'done', '--json');
    expect(JSON.parse(traced.stdout)).toContainEqual(newest);
    expect(
      JSON.parse((await run('root', 'audit', 'list', '--after', '0', '--limit', '1', '--json')).stdout),
    ).toHaveLength(1);
    const exported = (await run('root', 'audit', 'export')).stdout.trim().split('\n');
    expect(exported.map((text) => (JSON.parse(text) as { seq: number }).seq)).toEqual(exported.map((_, at) => at + 1));
    expect((await run('root', 'audit', 'verify')).stdout).toMatch(/^intact/);
    expect(await run('root', 'audit', 'verify', '--expect', `1:${'0'.repeat(64)}`)).toMatchObject({ code: 2 });
  });

  it('refuses callers without the scope admin, and a store next to a server', async () => {
    expect(await run('ada', 'keys', 'list')).toMatchObject({ code: 1, stderr: expect.stringContaining('admin') });
    const both = await run('root', 'keys', 'list', '--store', 'r.db');
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('use either --server or --store') });
  });
});
