/** The commands around MCP: the bridge over stdio, the configuration of clients, servers beside the registry. */
import { afterEach, describe, expect, it } from 'vitest';
import { call, openRegistry, pierWeather } from './cli.support.js';
import { splitWords } from './split-words.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function registry() {
  const opened = await openRegistry();
  closers.push(opened.close);
  await call(['add', 'pier.json'], { fetch: opened.fetch, files: { 'pier.json': pierWeather } });
  return opened.fetch;
}

const lines = (...messages: unknown[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join('');
const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const answers = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as { id: number; result?: Record<string, unknown>; error?: { code: number } });

describe('dragoman mcp', () => {
  it('carries messages of both generations, and answers each', async () => {
    const fetch = await registry();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const stdin = lines(
      request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      request(2, 'tools/list'),
      request(3, 'tools/call', { name: 'search_tools', arguments: { query: 'wind' }, _meta }),
      request(4, 'no/such', {}),
    );
    const { code, stdout } = await call(['mcp'], { fetch, stdin });
    const all = answers(stdout);
    expect(code).toBe(0);
    expect(all.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4]);
    const found = all.find(({ id }) => id === 3)?.result;
    expect(found).toMatchObject({
      resultType: 'complete',
      structuredContent: { tools: [{ agent: 'pier-weather-001' }] },
    });
    expect(all.find(({ id }) => id === 4)?.error?.code).toBe(-32601);
  });

  it('offers one agent, and says what is wrong with a line, an address and a registry', async () => {
    const fetch = await registry();
    const list = lines(request(1, 'tools/list'));
    const one = await call(['mcp', '--agent', 'pier-weather-001'], { fetch, stdin: list });
    expect(answers(one.stdout)[0]?.result).toMatchObject({ tools: [{ name: expect.any(String) }] });
    const lost = await call(['mcp', '--toolset', 'nobody'], { fetch, stdin: `{\n${list}` });
    expect(answers(lost.stdout).map(({ error }) => error?.code)).toEqual([-32700, -32603]);
    const dead = await call(['mcp'], { stdin: list });
    expect(dead.stdout).toContain('dragoman serve');
    expect((await call(['mcp', '--toolset', 'a', '--agent', 'b'])).code).toBe(2);
  });
});

describe('dragoman connect', () => {
  const env = { HOME: '/home/ada' };
  const read = (files: Record<string, unknown>, name: string) => JSON.parse(String(files[name])) as unknown;

  it('adds one server and keeps everything else, with a copy of the file', async () => {
    const before = { theme: 'dark', servers: { other: { url: 'https://other.example' } } };
    const files: Record<string, unknown> = { 'mcp.json': before };
    const { code, stdout, stderr } = await call(['connect', 'vscode', '--toolset', 'desk'], {
      env,
      files,
      cwd: '/work',
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining('.vscode/mcp.json')]);
    expect(stderr).toContain('.backup');
    expect(read(files, '.vscode/mcp.json')).toEqual({
      theme: 'dark',
      servers: {
        other: { url: 'https://other.example' },
        'dragoman-desk': { type: 'http', url: 'http://127.0.0.1:4780/toolsets/desk/mcp' },
      },
    });
  });

  it.each([
    ['claude', 'mcpServers', { command: 'dragoman', args: ['mcp', '--server', 'https://reg.example'] }],
    ['cursor', 'mcpServers', { url: 'https://reg.example/mcp', headers: expect.anything() }],
    ['gemini', 'mcpServers', { httpUrl: 'https://reg.example/mcp', headers: expect.anything() }],
    ['claude-code', 'mcpServers', { type: 'http', url: 'https://reg.example/mcp', headers: expect.anything() }],
  ])('prints the entry of %s without any key in it', async (client, member, entry) => {
    const argv = ['connect', client, '--print', '--server', 'https://reg.example', '--key', 'dgm_secret'];
    const { stdout } = await call(argv, { env });
    expect(JSON.parse(stdout)).toEqual({ [member]: { dragoman: entry } });
    expect(stdout).not.toContain('secret');
  });

  it('touches no file that it does not understand, and no server of somebody else', async () => {
    const files: Record<string, unknown> = { 'mcp.json': '{ // mine\n}' };
    expect((await call(['connect', 'cursor'], { env, files })).code).toBe(2);
    expect(Object.keys(files)).toEqual(['mcp.json']);
    const taken: Record<string, unknown> = { 'mcp.json': { mcpServers: { dragoman: { command: 'other' } } } };
    expect((await call(['connect', 'cursor'], { env, files: taken })).stderr).toContain('--force');
    expect((await call(['connect', 'cursor', '--force'], { env, files: taken })).code).toBe(0);
    expect((await call(['connect', 'emacs'], { env })).code).toBe(2);
  });
});

describe('dragoman add --stdio', () => {
  it('writes the command into the configuration, keeps the rest, and registers', async () => {
    const fetch = await registry();
    const files: Record<string, unknown> = { 'dragoman.config.json': { server: { port: 4999 } } };
    const made = await call(['add', '--stdio', "npx -y @acme/file-server '/srv/my docs'"], { fetch, files });
    expect(JSON.parse(String(files['dragoman.config.json']))).toEqual({
      server: { port: 4999 },
      mcp: { stdio: [{ name: 'file-server', command: 'npx', args: ['-y', '@acme/file-server', '/srv/my docs'] }] },
    });
    expect(made.code).toBe(1);
    expect(made.stdout + made.stderr).toContain('stdio:file-server');
    expect((await call(['add', '--stdio', 'x', '--name', 'Not So'], { fetch, files })).code).toBe(2);
    expect((await call(['add'], { fetch, files })).code).toBe(2);
  });

  it.each([
    ['a b', ['a', 'b']],
    ['a "b c" d\\ e', ['a', 'b c', 'd e']],
    [`a ''`, ['a', '']],
    ['  ', []],
  ])('splits %j as a shell would', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });
});
