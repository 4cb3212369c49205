/** Forged cursors, and cursors of another request or caller, over real sockets and real keys. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

let folder: string;
let server: ServerProcess;
let ann: string;
let bob: string;

async function ask(path: string, key?: string, body?: unknown) {
  const response = await fetch(`${server.url}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
  });
  const text = await response.text();
  return {
    status: response.status,
    link: response.headers.get('link') ?? '',
    body: text === '' ? {} : JSON.parse(text),
  };
}

async function createKey(name: string, ...scopes: string[]): Promise<string> {
  const { body } = await ask('/keys', rootKey, { name, subject: name, scopes });
  return body.key;
}

let rootKey: string | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-cursor-'));
  server = await startServerProcess({ cwd: folder, env: { DRAGOMAN_STORE_PATH: join(folder, 'cursor.db') } });
  for (let n = 0; n < 9; n += 1) await ask('/agents', undefined, agentDocument(`page-${n}`));
  rootKey = await createKey('root', 'admin');
  ann = await createKey('ann', 'registry:read');
  bob = await createKey('bob', 'registry:read');
});
afterAll(async () => {
  await server?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** The cursor of the next page, and its URL. */
async function nextPage(path: string, key: string) {
  const { link } = await ask(path, key);
  const target = /<([^>]+)>; rel="next"/.exec(link)?.[1] ?? '';
  const cursor = new URL(target, server.url).searchParams.get('cursor') ?? '';
  expect(cursor).not.toBe('');
  return { target, cursor };
}

describe('cursors', () => {
  it('work for their caller and request', async () => {
    const { target } = await nextPage('/agents?top=4', ann);
    const page = await ask(target, ann);
    expect(page.status).toBe(200);
    expect(page.body.map(({ id }: { id: string }) => id)).toEqual(['page-4', 'page-5', 'page-6', 'page-7']);
  });

  it('are rejected with the same error if they are forged or belong to another caller or request', async () => {
    const { cursor, target } = await nextPage('/agents?top=4', ann);
    const flipped = `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}`;
    const encoded = (text: string) => encodeURIComponent(text);
    const answers = await Promise.all([
      ask(target, bob),
      ask(target),
      ask(`/agents?top=4&tag=sea&cursor=${encoded(cursor)}`, ann),
      ask(`/agents?top=4&cursor=${encoded(flipped)}`, ann),
      ask(`/agents?top=4&cursor=${encoded(cursor.slice(0, 10))}`, ann),
      ask(`/agents?top=4&cursor=${encoded(`${cursor}x`)}`, ann),
      ask('/agents?top=4&cursor=made-up', ann),
      ask(`/agents?top=4&cursor=${encoded(Buffer.from('{"after":{"name":"","id":""}}').toString('base64url'))}`, ann),
      ask(`/agents?top=4&cursor=${'A'.repeat(4_000)}`, ann),
    ]);
    for (const { status, body } of answers)
      expect([status, body.code, body.detail]).toEqual([400, 'INVALID_CURSOR', answers[0].body.detail]);
  });
});
