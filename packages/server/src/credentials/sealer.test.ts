import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isStartRefused } from '../config/start-refused.js';
import { keysOf, keyText, openBench, owner } from './credentials.support.js';
import { findUnreadable, resealCredentials } from './reseal-credentials.js';
import { createSealer } from './sealer.js';
import { openSealingKeys } from './sealing-keys.js';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = { id: 'one', agentId: 'pier-weather', kind: 'bearer' } as const;
const secret = 'correct-horse-battery-staple';

function refusalOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (isStartRefused(error)) return error;
    throw error;
  }
  throw new Error('nothing was rejected');
}

describe('sealing', () => {
  it('opens what it sealed, and seals the same text differently each time', () => {
    const sealer = createSealer(keysOf(1));
    const sealed = sealer.seal(secret, place);
    expect(sealer.open({ ...place, ...sealed })).toBe(secret);
    expect(sealed.sealed).not.toContain(secret);
    expect(sealer.seal(secret, place).sealed).not.toBe(sealed.sealed);
  });

  it.each([
    ['another credential', { id: 'two' }],
    ['another agent', { agentId: 'other' }],
    ['another caller', { subject: 'mallory' }],
    ['another kind', { kind: 'mtls' as const }],
  ])('does not open for %s', (_, moved) => {
    const sealer = createSealer(keysOf(1));
    const sealed = sealer.seal(secret, place);
    expect(() => sealer.open({ ...place, ...sealed, ...moved })).toThrow('the seal of credential');
  });

  it('does not open after one changed byte, a cut, or with another key', () => {
    const sealer = createSealer(keysOf(1));
    const { sealed, sealedWith } = sealer.seal(secret, place);
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const record = { ...place, sealed: `v1.${changed.toString('base64url')}`, sealedWith };
      expect(() => sealer.open(record)).toThrow('is broken');
    }
    for (const cut of ['', 'v1.', sealed.slice(0, 30), sealed.slice(3)]) {
      expect(() => sealer.open({ ...place, sealed: cut, sealedWith })).toThrow('is broken');
    }
    expect(() => createSealer(keysOf(2)).open({ ...place, sealed, sealedWith })).toThrow('which is missing');
  });
});

describe('the keys', () => {
  it('are created in a file of mode 0600 on first use, and not before', () => {
    const path = join(folder, 'new', 'secrets.key');
    const origin = { kind: 'file', setting: 'secrets.keyFile', path, mayCreate: true } as const;
    const keys = openSealingKeys(origin);
    expect(() => statSync(path)).toThrow('ENOENT');
    const { name } = keys.current();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(openSealingKeys(origin).current().name).toBe(name);
  });

  it('are rejected with an explanation where they cannot be created, and where they are invalid', () => {
    const absent = openSealingKeys({
      kind: 'file',
      setting: 'secrets.keyFile',
      path: join(folder, 'absent'),
      mayCreate: false,
    });
    expect(refusalOf(() => absent.current()).message).toContain('There is no key');
    for (const text of ['short', `${keyText(1)},x`, '!'.repeat(43), 'ff'.repeat(31)]) {
      const refusal = refusalOf(() => openSealingKeys({ kind: 'text', setting: 'secrets.key', text }));
      expect(refusal.message).toContain('not 32 bytes');
      expect(refusal.message).not.toContain(keyText(1));
    }
  });

  it('are requested with an explanation by a server that has none', async () => {
    const path = join(folder, 'never');
    const keys = openSealingKeys({ kind: 'file', setting: 'secrets.keyFile', path, mayCreate: false });
    const { administration, by } = await openBench({ keys });
    const request = { name: 'x', audience: 'everyone', secret: { kind: 'bearer', token: secret } } as const;
    await expect(administration.add('pier-weather', request, by(owner))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('DRAGOMAN_SECRETS_KEY'),
    });
  });

  it('accept hexadecimal, comments and empty lines', () => {
    const path = join(folder, 'mixed.key');
    writeFileSync(path, `# old keys below\n\n${'01'.repeat(32)}\n${keyText(2)}\n`);
    const keys = openSealingKeys({ kind: 'file', setting: 'secrets.keyFile', path, mayCreate: false });
    expect(keys.current().name).toBe(keysOf(1).current().name);
    expect(keys.find(keysOf(2).current().name)).toBeDefined();
  });

  it('of a text are not changed by the server', () => {
    expect(refusalOf(() => keysOf(1).renew()).message).toContain('cannot write');
  });
});

describe('rotation', () => {
  const bearer = { name: 'token', audience: 'everyone', secret: { kind: 'bearer', token: secret } } as const;

  it('reseals while a server with the file open continues to read and write', async () => {
    const path = join(folder, 'rotated.key');
    const origin = { kind: 'file', setting: 'secrets.keyFile', path, mayCreate: true } as const;
    const serving = await openBench({ keys: openSealingKeys(origin) });
    const { administration, store, cache, by } = serving;
    for (let count = 0; count < 3; count += 1) await administration.add('pier-weather', bearer, by(owner));
    const before = (await store.credentials.listFor('pier-weather')).map(({ sealedWith }) => sealedWith);

    const operating = openSealingKeys(origin);
    operating.renew();
    const ports = { credentials: store.credentials, keys: operating, sealer: createSealer(operating) };
    const done = await resealCredentials(ports);
    expect(done).toEqual({ key: operating.current().name, resealed: 3 });
    expect(before).not.toContain(done.key);
    operating.dropOld();
    expect(readFileSync(path, 'utf8').match(/^[\w-]{43}$/gm)).toHaveLength(1);

    expect((await cache.of('pier-weather')).map(({ content }) => content.secret)).toContainEqual(bearer.secret);
    const added = await administration.add('pier-weather', bearer, by(owner));
    expect((await store.credentials.find(added.id))?.sealedWith).toBe(done.key);
    expect(await resealCredentials(ports)).toMatchObject({ resealed: 0 });
  });

  it('does not undo a concurrent change', async () => {
    const { administration, store, by } = await openBench({ keys: keysOf(1) });
    const { id } = await administration.add('pier-weather', bearer, by(owner));
    const keys = keysOf(2, 1);
    const sealer = createSealer(keys);
    let raced = false;
    const resealing = resealCredentials({
      keys,
      sealer,
      credentials: {
        notSealedWith: (key, limit) => store.credentials.notSealedWith(key, limit),
        async reseal(...change) {
          if (!raced) {
            raced = true;
            const newer = { ...bearer, secret: { kind: 'bearer', token: 'newer' } } as const;
            await administration.replace('pier-weather', id, newer, by(owner));
          }
          return store.credentials.reseal(...change);
        },
      },
    });
    expect(await resealing).toMatchObject({ resealed: 1 });
    const record = await store.credentials.find(id);
    expect(JSON.parse(sealer.open(record ?? fail()))).toMatchObject({ secret: { token: 'newer' } });
  });

  it('stops at a credential that no key opens, and names it', async () => {
    const { administration, store, by } = await openBench({ keys: keysOf(1) });
    await administration.add('pier-weather', bearer, by(owner));
    const keys = keysOf(2);
    const ports = { credentials: store.credentials, keys, sealer: createSealer(keys) };
    await expect(resealCredentials(ports)).rejects.toThrow('which is missing');
    expect(await findUnreadable(ports, 10)).toHaveLength(1);
  });
});

function fail(): never {
  throw new Error('not found');
}
