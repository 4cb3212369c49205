/** Runs the registry suite on our own registry, and on a broken one that must fail. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, loadConfig, openAdministration } from '@dragoman/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegistryUnderTest } from './registry-suite.js';
import { registryChecks } from './registry-suite.js';

let folder: string;
let registry: RegistryUnderTest;
let close: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-conformance-'));
  const flags = { 'store.path': join(folder, 'registry.db'), 'server.port': 0, 'log.level': 'silent' };
  const config = loadConfig({ cwd: folder, environment: {}, flags });
  const administration = await openAdministration(config);
  const { key } = await administration.keys.create({
    name: 'conformance',
    subject: 'conformance',
    scopes: ['registry:write'],
  });
  await administration.close();
  const server = await createServer(config);
  registry = { baseUrl: (await server.listen()).url, credential: key };
  close = () => server.close();
});

afterAll(async () => {
  await close?.();
  await rm(folder, { recursive: true, force: true });
});

describe('the registry suite', () => {
  it.each(registryChecks)('[AIDIP-REG-15] given only a base URL and a credential, passes for ours: $title', ({ run }) =>
    run(registry),
  );

  it('[AIDIP-REG-15] fails for a server that is not a registry', async () => {
    const other = createHttpServer((_, response) => response.end('{}'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    try {
      for (const check of registryChecks) {
        await expect(check.run({ baseUrl, credential: 'x' }), check.title).rejects.toThrow();
      }
    } finally {
      other.close();
    }
  });
});
