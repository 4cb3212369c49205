/** The server's own secrets are sealed in the store, and readable after a change of the key. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createMemoryStore } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { describe, expect, it } from 'vitest';
import { openAdministration } from '../administration.js';
import { loadConfig } from '../config/load-config.js';
import { openStore } from '../open-store.js';
import { openSqliteStore } from '../stores/index.js';
import { withFolder } from '../stores/sqlite/sqlite-files.support.js';
import { keysOf } from './credentials.support.js';
import { resealSecrets, withSealedSecrets } from './own-secrets.js';
import { openSealingKeys } from './sealing-keys.js';

const logger = { info: () => {}, warn: () => {} };

describe('own secrets', () => {
  it('are sealed when they are made, and existing ones when they are used', async () => {
    const raw = createMemoryStore();
    const before = await raw.secret('signing');
    const unsealed: string[] = [];
    const store = withSealedSecrets(raw, keysOf(1), (name) => unsealed.push(name));
    expect(await store.secret('signing')).toBe(before);
    const made = await store.secret('cursor');
    for (const [name, secret] of [
      ['signing', before],
      ['cursor', made],
    ] as const) {
      expect(await raw.secrets.read(name)).toMatch(/^sealed:[0-9a-f]{16}:v1\./);
      expect(await raw.secrets.read(name)).not.toContain(secret);
      expect(await store.secret(name)).toBe(secret);
    }
    expect(unsealed).toEqual([]);
  });

  it('do not open under another name, and name a missing key', async () => {
    const raw = createMemoryStore();
    const store = withSealedSecrets(raw, keysOf(1), () => {});
    await store.secret('signing');
    await raw.secrets.add('cursor', (await raw.secrets.read('signing')) ?? '');
    await expect(store.secret('cursor')).rejects.toThrow('the seal of the secret cursor is broken');
    const other = withSealedSecrets(raw, keysOf(2), () => {});
    await expect(other.secret('signing')).rejects.toThrow('sealed with a missing key');
  });

  it('stay unsealed with a warning where the operator has to provide a key', async () => {
    const raw = createMemoryStore();
    const unsealed: string[] = [];
    const origin = { kind: 'file', setting: 'secrets.keyFile', path: '/nowhere/none', mayCreate: false } as const;
    const store = withSealedSecrets(raw, openSealingKeys(origin), (name) => unsealed.push(name));
    const secret = await store.secret('signing');
    expect(await raw.secrets.read('signing')).toBe(secret);
    expect(unsealed).toEqual(['signing']);
  });

  it('are sealed again with the current key', async () => {
    const raw = createMemoryStore();
    const secret = await withSealedSecrets(raw, keysOf(1), () => {}).secret('signing');
    expect(await resealSecrets(raw.secrets, keysOf(2, 1))).toBe(1);
    expect(await resealSecrets(raw.secrets, keysOf(2, 1))).toBe(0);
    expect(await withSealedSecrets(raw, keysOf(2), () => {}).secret('signing')).toBe(secret);
  });

  it('are not in a copy of the database, and survive a rotation of the key', () =>
    withFolder(async (path) => {
      const config = loadConfig({ cwd: dirname(path), environment: {}, flags: { store: path } });
      const first = await openStore(config, { clock: systemClock, logger });
      const secret = await first.secret('signing');
      await first.close();
      expect(await readdir(dirname(path))).toContain('secrets.key');
      expect((await readFile(path)).includes(secret)).toBe(false);
      const administration = await openAdministration(config);
      await administration.credentials.rotateKey({ dropOld: true });
      await administration.close();
      const second = await openStore(config, { clock: systemClock, logger });
      expect(await second.secret('signing')).toBe(secret);
      await second.close();
      await rm(join(dirname(path), 'secrets.key'));
      const third = await openStore(config, { clock: systemClock, logger });
      await expect(third.secret('signing')).rejects.toThrow('missing key');
      await third.close();
      const raw = await openSqliteStore({ path, clock: systemClock });
      expect(await raw.secrets.names()).toEqual(['signing']);
      await raw.close();
    }));
});
