/** A server without a usable model: the files were changed, or the package is missing. It searches by words and reports it. */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import { type ServerProcess, startServerProcess } from './server-process.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
let server: ServerProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-model-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(root, 'node_modules/@dragoman'), join(folder, 'node_modules/@dragoman'));
});
afterEach(async () => {
  await server?.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A copy of the installed package with one flipped bit in a file. */
async function copyChanged(file: string): Promise<string> {
  const copy = join(folder, `embedder-${file}`);
  for (const part of ['package.json', 'dist', 'kernel', 'weights']) {
    await cp(join(root, 'packages/embedder', part), join(copy, part), { recursive: true });
  }
  const path = join(copy, 'weights', file);
  const content = await readFile(path);
  content[5_000] = (content[5_000] ?? 0) ^ 1;
  await writeFile(path, content);
  return pathToFileURL(join(copy, 'dist/index.js')).href;
}

/** Node options that resolve the package to this URL, or not at all. */
async function foundAt(address: string | undefined): Promise<string> {
  const hooks = `export function resolve(specifier, context, next) {
    if (specifier !== '@dragoman/embedder') return next(specifier, context);
    const address = ${JSON.stringify(address)};
    if (address !== undefined) return { url: address, shortCircuit: true };
    throw Object.assign(new Error("Cannot find package '@dragoman/embedder'"), { code: 'ERR_MODULE_NOT_FOUND' });
  }`;
  const path = join(folder, 'hooks.mjs');
  await writeFile(path, hooks);
  const register = `import { register } from 'node:module'; register(${JSON.stringify(pathToFileURL(path).href)});`;
  return `--import data:text/javascript,${encodeURIComponent(register)}`;
}

async function start(embedder: string, options: string, more: Record<string, string> = {}): Promise<ServerProcess> {
  server = await startServerProcess({
    cwd: folder,
    env: {
      DRAGOMAN_SEARCH_EMBEDDER: embedder,
      DRAGOMAN_STORE_PATH: join(folder, `${Math.random()}.db`),
      NODE_OPTIONS: options,
      ...more,
    },
  });
  return server;
}

async function expectWords({ url, output }: ServerProcess, reason: RegExp): Promise<void> {
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const ready = (await (await fetch(`${url}/readyz`)).json()) as { status: string; search: object };
  expect(ready).toEqual({
    status: 'ready',
    search: { matched_by: ['words'], reason: expect.stringMatching(reason) },
    limits: { counted_in: 'process' },
    nodes: { share: 'nothing' },
  });
  const document = agentDocument('tide-table');
  expect((await post('/agents', document)).status).toBe(201);
  const search = await post('/agents/search', { query: String(document.name) });
  expect(search.headers.get('x-dragoman-matching')).toMatch(reason);
  expect(await search.json()).toMatchObject({ results: [{ id: 'tide-table' }] });
  const resolved = (await (await post('/agents/resolve', { intent: String(document.name) })).json()) as object;
  expect(resolved).toMatchObject({ matched_by: ['words'], notes: [expect.stringMatching(reason)] });
  // The log is buffered.
  await expect.poll(output).toContain('search uses words only');
}

describe('a server without a usable model', () => {
  it.each([
    ['precise', 'precise-layers.bin'],
    ['instant', 'instant.bin'],
  ])('detects one changed bit of the %s model, and searches by words', async (embedder, file) => {
    const options = await foundAt(await copyChanged(file));
    await expectWords(await start(embedder, options), /not the published ones/);
    expect(server?.output()).toContain(`The file ${file} of @dragoman/embedder is not the published one`);
  });

  it('searches by words if the package is not installed', async () => {
    await expectWords(await start('precise', await foundAt(undefined)), /@dragoman\/embedder is not installed/);
  });

  it('needs no package for a remote model', async () => {
    const { url } = await start('remote', await foundAt(undefined), {
      DRAGOMAN_SEARCH_REMOTE_URL: 'https://models.example/v1/embeddings',
      DRAGOMAN_SEARCH_REMOTE_MODEL: 'any',
      DRAGOMAN_SEARCH_REMOTE_DIMENSIONS: '8',
    });
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
      search: { matched_by: ['words', 'meaning'], compared_in: 'memory' },
    });
  });
});
