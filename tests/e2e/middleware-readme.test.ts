/** The examples in the middleware's README: compiled, run here on real sockets, and compared with the page. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNact } from '@dragoman/middleware';
import { describe, expect, it } from 'vitest';
import { app as expressApp } from '../../packages/middleware/src/readme/express.support.js';
import { app as fastifyApp } from '../../packages/middleware/src/readme/fastify.support.js';
import { serve } from '../../packages/middleware/src/readme/fetch.support.js';
import { app as honoApp } from '../../packages/middleware/src/readme/hono.support.js';
import { server as nodeServer } from '../../packages/middleware/src/readme/node.support.js';
import { lookupWeather } from '../../packages/middleware/src/readme/tools.support.js';
import { lookupTemperature } from '../../packages/middleware/src/readme/versions.support.js';

const root = '/api/v3';
const folder = new URL('../../packages/middleware/', import.meta.url);

type Send = (path: string, init?: RequestInit) => Response | Promise<Response>;

/** Listens while a test runs. */
async function listening(server: Server, tell: (send: Send) => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await tell((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function answers(send: Send): Promise<void> {
  const response = await send(`${root}/tools/${lookupWeather.toolId}:invoke`, {
    method: 'POST',
    headers: { authorization: 'Bearer example', 'content-type': 'application/json' },
    body: JSON.stringify({
      name: lookupWeather.name,
      input_parameters: [
        { name: 'City', value: 'Omaha' },
        { name: 'Unit', value: 'CELSIUS' },
      ],
    }),
  });
  expect(await response.json()).toEqual({ output_parameters: [{ name: 'Temperature', value: 25 }] });
  expect(await (await send(`${root}/health`)).json()).toEqual({ well: true });
}

async function isClosed(send: Send): Promise<void> {
  expect((await send(`${root}/tools`)).status).toBe(401);
}

/** Runs the real command, with a loader for modules in TypeScript. */
function dragoman(...words: string[]): Promise<{ code: number; stdout: string }> {
  const bin = fileURLToPath(new URL('../cli/bin/dragoman.js', folder));
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', bin, ...words], (error, stdout) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout }),
    );
  });
}

describe('the examples of the README', () => {
  const servers = { Express: createServer(expressApp), 'node:http': nodeServer };

  it.each(Object.entries(servers))('work on %s', async (_, server) => {
    await listening(server, async (send) => {
      await answers(send);
      await isClosed(send);
    });
  });

  it('work on Fastify', async () => {
    const address = await fastifyApp.listen({ host: '127.0.0.1', port: 0 });
    const send: Send = (path, init) => fetch(`${address}${path}`, init);
    await answers(send);
    await isClosed(send);
    await fastifyApp.close();
  });

  it('work on Hono and on plain fetch', async () => {
    await answers((path, init) => honoApp.request(path, init));
    await isClosed((path, init) => honoApp.request(path, init));
    await answers((path, init) => serve(new Request(`http://127.0.0.1${path}`, init)));
  });

  it('keep an older version callable', async () => {
    const nact = createNact({ tools: [lookupTemperature] });
    const invoke = async (path: string) => {
      const body = JSON.stringify({
        name: lookupTemperature.name,
        input_parameters: [{ name: 'City', value: 'Omaha' }],
      });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      return (await nact(new Request(`http://127.0.0.1/tools/${lookupTemperature.toolId}${path}`, init)))?.json();
    };
    expect(await invoke('/versions/1:invoke')).toEqual({ output_parameters: [{ name: 'Temperature', value: 20 }] });
    const current = (await invoke(':invoke')) as { output_parameters: unknown[] };
    expect(current.output_parameters).toHaveLength(2);
  });

  it('are locked by the command as documented', async () => {
    const place = await mkdtemp(join(tmpdir(), 'dragoman-lock-'));
    const module = fileURLToPath(new URL('src/readme/tools.support.ts', folder));
    const committed = fileURLToPath(new URL('src/readme/nact.lock.json', folder));
    try {
      const made = join(place, 'nact.lock.json');
      expect((await dragoman('nact', 'check', module, '--lock', made)).code).toBe(1);
      expect(await dragoman('nact', 'lock', module, '--lock', made)).toMatchObject({
        code: 0,
        stdout: `locked  ${lookupWeather.name} version 1\n`,
      });
      expect(JSON.parse(readFileSync(made, 'utf8'))).toEqual(JSON.parse(readFileSync(committed, 'utf8')));
      expect((await dragoman('nact', 'check', module, '--lock', made)).code).toBe(0);
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  });

  it('are printed on the page as they run', () => {
    const page = readFileSync(new URL('README.md', folder), 'utf8');
    const shown = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    const sources = readdirSync(new URL('src/readme/', folder)).filter((file) => file.endsWith('.support.ts'));
    const run = sources.map((file) => readFileSync(new URL(`src/readme/${file}`, folder), 'utf8'));
    expect(shown.sort()).toEqual(run.map((code) => code.replaceAll('.support.js', '.js')).sort());
  });
});
