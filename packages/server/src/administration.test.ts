import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdministration } from './administration.js';
import { loadConfig } from './config/load-config.js';
import { createServer } from './create-server.js';
import { createLogger } from './observe/logger.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-administration-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('administration on the store', () => {
  it('works before the server first runs, and its changes apply when the server runs', async () => {
    const config = loadConfig({ cwd: folder, environment: {}, flags: { store: join(folder, 'deep', 'dragoman.db') } });
    const administration = await openAdministration(config);
    const { key, record } = await administration.keys.create({ name: 'first', scopes: ['admin'] });
    const rotated = await administration.keys.rotate(record.id, 60);
    const doomed = await administration.keys.create({ name: 'doomed', scopes: ['admin'] });
    await administration.keys.revoke(doomed.record.id);
    expect((await administration.keys.list()).map(({ name, usable }) => [name, usable])).toEqual(
      expect.arrayContaining([
        ['first', true],
        ['doomed', false],
      ]),
    );
    const exported: { seq: number; action: string; actor: string }[] = [];
    for await (const line of administration.audit.export()) exported.push(JSON.parse(line));
    expect(exported.map(({ seq, action, actor }) => [seq, action, actor])).toEqual([
      [1, 'key.create', 'operator'],
      [2, 'key.create', 'operator'],
      [3, 'key.rotate', 'operator'],
      [4, 'key.create', 'operator'],
      [5, 'key.revoke', 'operator'],
    ]);
    expect(await administration.audit.verify()).toMatchObject({ ok: true, checked: 5 });
    expect(await administration.audit.list({ limit: 1, after: 4 })).toMatchObject([{ action: 'key.revoke' }]);
    await administration.close();
    const server = await createServer(config, { logger: createLogger({ level: 'silent', pretty: false }) });
    const status = async (credential: string) =>
      (
        await server.fetch(
          new Request('http://127.0.0.1:4780/keys', { headers: { authorization: `Bearer ${credential}` } }),
        )
      ).status;
    expect(await server.isOpen()).toBe(false);
    expect([await status(key), await status(rotated.key), await status(doomed.key)]).toEqual([200, 200, 401]);
    await server.close();
  });
});
