/** Behavior that needs real sockets: TLS, ports in use, stopping while requests run, and exit codes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { createMemoryStore } from '@dragoman/core/engine';
import { createClient } from '@dragoman/sdk';
import type { DragomanServer } from '@dragoman/server';
import { createLogger, createServer, loadConfig } from '@dragoman/server';
import { afterEach, describe, expect, it } from 'vitest';

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/tls/${name}`, import.meta.url));
const certificate = readFileSync(fixture('localhost.cert.pem'), 'utf8');
const tls = {
  'server.tls.certFile': fixture('localhost.cert.pem'),
  'server.tls.keyFile': fixture('localhost.key.pem'),
};
const logger = createLogger({ level: 'silent', pretty: false });
const program = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url));

const running: DragomanServer[] = [];

async function start(flags: Record<string, unknown> = {}, store = createMemoryStore()) {
  const config = loadConfig({ cwd: '/nowhere', environment: {}, flags: { port: 0, 'crawl.enabled': false, ...flags } });
  const server = await createServer(config, { store, logger });
  running.push(server);
  return { server, store, ...(await server.listen()) };
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

/** One request on a separate connection; resolves to its status, or to the error's code. */
function ask(send: typeof httpRequest | typeof httpsRequest, options: object): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const sent = send({ host: '127.0.0.1', path: '/agents', agent: false, ...options }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    sent.end();
  });
}

describe('TLS', () => {
  it('[AIDIP-SEC-01] serves others over TLS only, and clients refuse plain http and certificates they cannot trust', async () => {
    const store = createMemoryStore();
    const config = loadConfig({
      cwd: '/nowhere',
      environment: {},
      flags: { host: '0.0.0.0', 'auth.jwt.issuers': [issuer] },
    });
    await expect(createServer(config, { store, logger })).rejects.toThrow(/without TLS/);
    const { port, url } = await start({ host: '0.0.0.0', 'auth.jwt.issuers': [issuer], ...tls });
    expect(url).toMatch(/^https:/);
    expect(await ask(httpsRequest, { port, ca: certificate })).toBe(200);
    expect(await ask(httpRequest, { port })).toBe('ECONNRESET');
    expect(await ask(httpsRequest, { port })).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(await ask(httpsRequest, { port, ca: certificate, servername: 'other.example' })).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
    let sent = 0;
    const counting = async () => {
      sent += 1;
      return new Response('[]');
    };
    expect(() => createClient({ baseUrl: 'http://registry.example', fetch: counting })).toThrow(/not an https URL/);
    expect(sent).toBe(0);
    const strict = createClient({ baseUrl: `https://127.0.0.1:${port}`, fetch, retry: { attempts: 1 } });
    await expect(strict.agents.search({ query: 'x' })).rejects.toThrow();
  });

  it('offers TLS 1.3, and accepts 1.2 only if configured', async () => {
    const speak = async (port: number, version: 'TLSv1.2' | 'TLSv1.3') => {
      const socket = connectTls({ port, host: '127.0.0.1', ca: certificate, minVersion: version, maxVersion: version });
      const outcome = await Promise.race([
        once(socket, 'secureConnect').then(() => socket.getProtocol()),
        once(socket, 'error').then(() => 'refused'),
      ]).catch(() => 'refused');
      socket.destroy();
      return outcome;
    };
    const modern = await start(tls);
    expect(await speak(modern.port, 'TLSv1.3')).toBe('TLSv1.3');
    expect(await speak(modern.port, 'TLSv1.2')).toBe('refused');
    const lenient = await start({ ...tls, 'server.tls.minVersion': '1.2' });
    expect(await speak(lenient.port, 'TLSv1.2')).toBe('TLSv1.2');
  });
});

const issuer = { issuer: 'https://id.example', audience: 'dragoman', jwks: { keys: [] } };

describe('listening', () => {
  it('reports a port in use with a message that says what to do', async () => {
    const { port } = await start();
    await expect(start({ port })).rejects.toMatchObject({
      message: expect.stringContaining(`Port ${port} on 127.0.0.1 is in use`),
      help: expect.stringContaining('--port'),
    });
  });

  it('returns its own URL when it listens on a free port', async () => {
    const { url } = await start();
    const card = (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as { endpoint: string };
    expect(card.endpoint).toBe(`${url}/agents/search`);
  });

  it('finishes running requests when it stops, and accepts no new ones', async () => {
    const store = createMemoryStore();
    const { server, port } = await start({}, store);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let entered = () => {};
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const { ping } = store;
    store.ping = async () => {
      entered();
      await held;
      return ping();
    };
    let closedStore = false;
    store.close = async () => {
      closedStore = true;
    };
    const agent = new HttpAgent({ keepAlive: true });
    const slow = ask(httpRequest, { port, path: '/readyz', agent });
    await inside;
    const closing = server.close();
    expect(await ask(httpRequest, { port })).toBe('ECONNREFUSED');
    expect(closedStore).toBe(false);
    release();
    expect(await slow).toBe(200);
    await closing;
    expect(closedStore).toBe(true);
    agent.destroy();
  });
});

describe('the program', () => {
  async function run(flags: string[], environment: Record<string, string> = {}) {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-listening-'));
    const child = spawn(process.execPath, [program, ...flags], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    const listening = new Promise<void>((resolve) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        errors += text;
        if (errors.includes('Dragoman listens on')) resolve();
      });
    });
    const exited = once(child, 'close') as Promise<[number | null]>;
    await Promise.race([listening, exited]);
    if (child.exitCode === null) child.kill('SIGTERM');
    const [code] = await exited;
    await rm(folder, { recursive: true, force: true });
    return { code, errors };
  }

  it('prints its URL and access mode at startup, and exits with 0 when stopped', async () => {
    const { code, errors } = await run(['--port', '0', '--log-level', 'warn']);
    expect(errors).toMatch(/Dragoman listens on http:\/\/127\.0\.0\.1:\d+\n {2}store {3}SQLite.*\n {2}access {2}open/);
    expect(errors).toContain('Dragoman stops (SIGTERM)');
    expect(code).toBe(0);
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['an unknown flag', ['--prot', '1'], {}, /--prot/],
    ['an invalid setting', ['--port', 'x'], {}, /server\.port \(flag --port\): "x" is not an integer/],
    ['an unknown variable', [], { DRAGOMAN_PROT: '1' }, /DRAGOMAN_PROT.*did you mean DRAGOMAN_PORT\?/],
    [
      'an open door to the world',
      ['--host', '0.0.0.0', '--port', '0'],
      {},
      /without authentication[\s\S]*dragoman keys create/,
    ],
    ['a store that cannot be opened', ['--port', '0', '--store', '/dev/null/x.db'], {}, /./],
  ])('exits with 2 and a reason for %s', async (_, flags, environment, words) => {
    const { code, errors } = await run(flags, environment);
    expect(errors).toMatch(words);
    expect(errors).not.toMatch(/ {4}at .*\.js:\d+/);
    expect(code).toBe(2);
  });
});
