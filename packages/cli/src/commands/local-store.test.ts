import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@dragoman/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Situation } from '../cli.support.js';
import { call } from '../cli.support.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-cli-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a command on a store that no server has opened. */
const local = (argv: string[], situation: Situation = {}) =>
  call([...argv, '--store', join(folder, 'r.db')], { cwd: folder, ...situation });

describe('keys in the store', () => {
  it('creates a key before the first server start: the key on standard output, explanations on standard error', async () => {
    const made = await local(['keys', 'create', 'build job', '--scope', 'registry:write', '--expires', '90d']);
    expect(made.code).toBe(0);
    expect(made.stdout).toMatch(/^dgm_\S+\n$/);
    expect(made.stderr).toContain('shown only once');
    const listed = await local(['keys', 'list', '--json']);
    expect(listed.stdout).not.toContain(made.stdout.trim());
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { name: 'build job', scopes: ['registry:write'], usable: true, expiresAt: '2027-02-13T00:00:00.000Z' },
    ]);
    expect(listed.stdout).not.toContain('hash');
  });

  it('rotates and revokes', async () => {
    const made = JSON.parse((await local(['keys', 'create', 'me', '--scope', 'admin', '--json'])).stdout) as {
      id: string;
    };
    const next = await local(['keys', 'rotate', made.id, '--overlap', '1d', '--json']);
    expect(next.code).toBe(0);
    expect(await local(['keys', 'rotate', made.id])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('already'),
    });
    expect((await local(['keys', 'revoke', made.id])).stdout).toMatch(/^revoked/);
    const states = (await local(['keys', 'list'])).stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t')[2]);
    expect(states.sort()).toEqual(['revoked', 'usable']);
    expect(await local(['keys', 'revoke', 'nope'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('NOT_FOUND'),
    });
  });

  it('suggests the scope that was probably meant, and rejects invalid values', async () => {
    expect((await local(['keys', 'create', 'x', '--scope', 'registry:wirte'])).stderr).toContain(
      'did you mean "registry:write"',
    );
    expect(await local(['keys', 'create', 'x', '--scope', 'a"b'])).toMatchObject({ code: 2 });
    expect(await local(['keys', 'create', ' '])).toMatchObject({ code: 2 });
    expect(await local(['keys', 'create', 'x', '--expires', '2020-01-01'])).toMatchObject({ code: 2 });
    expect(await local(['keys', 'create', 'x', '--expires', 'soon'])).toMatchObject({ code: 2 });
  });
});

describe('a store that does not exist', () => {
  it.each([
    ['keys', 'list'],
    ['keys', 'rotate', 'x'],
    ['keys', 'revoke', 'x'],
    ['audit', 'list'],
    ['audit', 'verify'],
    ['audit', 'export'],
    ['credentials', 'rotate-key'],
  ])('is not created by %s %s, which fails', async (...argv) => {
    const refused = await local(argv);
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('There is no database at') });
    expect(refused.stderr).toContain('--store');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is created by the first key, with a note', async () => {
    expect((await local(['keys', 'create', 'me'])).stderr).toContain('Created a new database');
    expect((await local(['keys', 'create', 'you'])).stderr).not.toContain('Created a new database');
  });

  it.each(['--server', '--key'])('cannot be combined with %s', async (option) => {
    expect(await local(['keys', 'create', 'me', option, 'http://127.0.0.1:1'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--store'),
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('the audit log in the store', () => {
  it('lists, verifies and exports', async () => {
    for (const name of ['a', 'b', 'c']) await local(['keys', 'create', name]);
    const last = await local(['audit', 'list', '--limit', '2', '--json']);
    expect(JSON.parse(last.stdout)).toMatchObject([{ seq: 3, action: 'key.create', actor: 'operator' }, { seq: 2 }]);
    const first = await local(['audit', 'list', '--after', '0', '--limit', '1', '--action', 'key.create']);
    expect(first.stdout.split('\n')[1]).toMatch(/^1\t/);
    const exported = (await local(['audit', 'export'])).stdout.trim().split('\n');
    expect(exported.map((text) => (JSON.parse(text) as { seq: number }).seq)).toEqual([1, 2, 3]);

    const intact = await local(['audit', 'verify']);
    expect(intact).toMatchObject({ code: 0, stderr: '3 records checked\n' });
    const checkpoint = intact.stdout.trim().split(/\s+/)[1] ?? '';
    expect(await local(['audit', 'verify', '--expect', checkpoint])).toMatchObject({ code: 0 });
    const other = await local(['audit', 'verify', '--expect', `2:${'0'.repeat(64)}`, '--json']);
    expect(other.code).toBe(1);
    expect(JSON.parse(other.stdout)).toMatchObject({ ok: false });
    expect(await local(['audit', 'verify', '--expect', 'yesterday'])).toMatchObject({ code: 2 });
    const [seq, hash] = checkpoint.split(':');
    const anchor = { seq: Number(seq), hash, at: '2026-02-02T08:00:00.000Z', key: 'k', signature: '' };
    await writeFile(join(folder, 'anchors.jsonl'), `${JSON.stringify(anchor)}\n`);
    expect(await local(['audit', 'verify', '--anchors', 'anchors.jsonl'])).toMatchObject({
      code: 0,
      stderr: '3 records checked, 1 anchors compared\n',
    });
    await writeFile(join(folder, 'anchors.jsonl'), `${JSON.stringify({ ...anchor, seq: 9 })}\n`);
    const cut = await local(['audit', 'verify', '--anchors', 'anchors.jsonl']);
    expect(cut).toMatchObject({ code: 1, stdout: expect.stringContaining('cut off') });
  });

  it('reports a call that was started by a killed server and has no end', async () => {
    await local(['keys', 'create', 'me']);
    const store = await openSqliteStore({ path: join(folder, 'r.db'), clock: { now: Date.now } });
    const at = '2026-02-02T08:00:00.000Z';
    const draft = {
      at,
      actor: 'ann',
      action: 'call',
      target: 'desk',
      outcome: 'unknown',
      code: '',
      traceId: '',
    } as const;
    await store.intents.open({ id: 'c1', node: 'gone', leaseUntil: at, draft });
    await store.close();
    expect(await local(['audit', 'verify'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('ann called desk; call c1 has no end'),
      stderr: '1 records checked, 1 calls without an end\n',
    });
  });
});

describe('the configuration', () => {
  it('prints the effective settings and their origin, with secrets hidden', async () => {
    await writeFile(join(folder, 'dragoman.config.json'), JSON.stringify({ server: { port: 5001 } }));
    const env = { DATABASE_URL: 'postgres://anna:geheim@db.example/reg', DRAGOMAN_KEY: 'k' };
    const { code, stdout } = await call(['config', '--set', 'limits.bodyBytes=2000', '--json'], { cwd: folder, env });
    expect(code).toBe(0);
    expect(stdout).not.toContain('geheim');
    const settings = JSON.parse(stdout) as { key: string; value: unknown; origin: string }[];
    const found = (key: string) => settings.find((setting) => setting.key === key);
    expect(found('server.port')).toMatchObject({ value: 5001, origin: expect.stringContaining('file ') });
    expect(found('limits.bodyBytes')).toMatchObject({ value: 2000, origin: 'flag --limits.bodyBytes' });
    expect(found('store.databaseUrl')).toMatchObject({ origin: 'environment DATABASE_URL' });
    const table = await call(['config', '--port', '7'], { cwd: folder });
    expect(table.stderr).toContain('in this folder; --running shows those of the running server');
    expect(table.stdout).toContain('server.port\t7\tflag --port');
  });

  it('reports every problem of an invalid configuration, with exit code 2', async () => {
    const { code, stderr } = await call(['config', '--port', 'many', '--set', 'limits.bodyByts=1'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('server.port');
    expect(stderr).toContain('limits.bodyBytes');
    expect(await call(['config', '--set', 'nonsense'], { cwd: folder })).toMatchObject({ code: 2 });
    expect(await call(['serve', '--port', 'many'], { cwd: folder })).toMatchObject({ code: 2 });
  });

  it('reports what to do when the store cannot be opened', async () => {
    await writeFile(join(folder, 'r.db'), 'this is no database, and long enough to be looked at closely'.repeat(40));
    const { code, stderr } = await local(['keys', 'list']);
    expect(code).toBe(2);
    expect(stderr.trim().split('\n').length).toBeGreaterThan(1);
  });
});

describe('migrate', () => {
  it('shows what it would do, does it, and then has nothing to do', async () => {
    await local(['keys', 'create', 'me', '--scope', 'admin']);
    expect(await local(['migrate'])).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing to do') });
    const plan = JSON.parse((await local(['migrate', '--dry-run', '--json'])).stdout) as {
      current: number;
      newest: number;
    };
    expect(plan).toMatchObject({ pending: [], current: plan.newest });
  });

  it('says that there is no store', async () => {
    expect(await local(['migrate', '--dry-run'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no database'),
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
