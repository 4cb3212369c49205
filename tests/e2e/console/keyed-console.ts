/** A server that requires keys, with its console, for the tests of scopes and sessions. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@dragoman/sdk';
import { createClient } from '@dragoman/sdk';
import { loadConfig, openAdministration } from '@dragoman/server';
import type { OpenedConsole } from './open-console.js';
import { openConsole } from './open-console.js';

/** The server, and keys for it. */
export interface KeyedConsole extends OpenedConsole {
  /** The key of an administrator named ada. */
  admin: string;
  /** Path of the store. */
  path: string;
  /** Creates a key with these scopes. */
  keyFor(name: string, ...scopes: string[]): Promise<string>;
  /** Calls the server with a key. */
  clientOf(key: string): Client;
}

/** Starts the server; its first key exists before it starts. */
export async function openKeyedConsole(env: Record<string, string> = {}): Promise<KeyedConsole> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-keyed-'));
  const path = join(folder, 'store.db');
  const admin = await createFirstKey(path);
  const opened = await openConsole({ DRAGOMAN_STORE_PATH: path, ...env });
  const clientOf = (apiKey: string) =>
    createClient({ baseUrl: opened.server.url, credential: { apiKey }, allowInsecure: true });
  return {
    ...opened,
    admin,
    path,
    clientOf,
    keyFor: async (name, ...scopes) => (await clientOf(admin).keys.create({ name, subject: name, scopes })).key,
    async close() {
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createFirstKey(path: string): Promise<string> {
  const config = loadConfig({ cwd: tmpdir(), environment: {}, flags: { 'store.path': path } });
  const administration = await openAdministration(config);
  const { key } = await administration.keys.create({ name: 'ada', subject: 'ada', scopes: ['admin'] });
  await administration.close();
  return key;
}
