/** The commands around MCP: the stdio bridge and the configuration of clients. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { call, openRegistriesPerTest, pierWeather } from '../cli.support.js';
import { bridgeMcp } from '../mcp/bridge-mcp.js';

const openRegistry = openRegistriesPerTest();

async function registry() {
  const opened = await openRegistry();
  await call(['add', 'pier.json'], { fetch: opened.fetch, files: { 'pier.json': pierWeather } });
  return opened.fetch;
}

const risky: JsonObject = {
  ...pierWeather,
  authentication: { type: 'none' },
  operations: [
    {
      name: 'clear_alerts',
      description: 'Deletes all alerts for good.',
      impact: 'irreversible',
      inputs: { type: 'object' },
      outputs: { type: 'object' },
    },
  ],
};

const lines = (...messages: unknown[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join('');
const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const answers = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as { id: number; result?: Record<string, unknown>; error?: { code: number } });

describe('dragoman mcp', () => {
  it('forwards messages of both protocol revisions, and responds to each', async () => {
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

  it('offers one service, and reports an invalid line, URL and registry', async () => {
    const fetch = await registry();
    const list = lines(request(1, 'tools/list'));
    const one = await call(['mcp', '--agent', 'pier-weather-001'], { fetch, stdin: list });
    expect(answers(one.stdout)[0]?.result).toMatchObject({
      tools: [{ name: expect.any(String) }, { name: 'read_result' }, { name: 'confirm_call' }],
    });
    const lost = await call(['mcp', '--toolset', 'nobody'], { fetch, stdin: `{\n${list}` });
    expect(answers(lost.stdout).map(({ error }) => error?.code)).toEqual([-32700, -32603]);
    const dead = await call(['mcp'], { stdin: list });
    expect(dead.stdout).toContain('dragoman serve');
    expect((await call(['mcp', '--toolset', 'a', '--agent', 'b'])).code).toBe(2);
  });
});

describe('the bridge', () => {
  it('passes on questions of the registry and the answers of the client, which get no response', async () => {
    const { fetch } = await openRegistry();
    await call(['add', 'pier.json'], { fetch, files: { 'pier.json': risky } });
    const written: JsonObject[] = [];
    const waiting: ((message: object | undefined) => void)[] = [];
    async function* input() {
      const params = { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo: {} };
      yield Buffer.from(lines(request(1, 'initialize', params)));
      const answer = new Promise<object | undefined>((resolve) => waiting.push(resolve));
      yield Buffer.from(lines(request(2, 'tools/call', { name: 'clear_alerts', arguments: {} })));
      yield Buffer.from(lines((await answer) ?? {}));
    }
    await bridgeMcp(input(), {
      endpoint: 'http://127.0.0.1:4780/agents/pier-weather-001/mcp',
      fetch,
      credential: {},
      write(message) {
        const { id, method } = message as JsonObject;
        written.push(message as JsonObject);
        if (id === 1) return;
        waiting[0]?.(method === undefined ? undefined : { jsonrpc: '2.0', id, result: { action: 'decline' } });
      },
      signal: new AbortController().signal,
    });
    expect(written.map(({ id, method }) => method ?? id)).toEqual([1, 'elicitation/create', 2]);
    expect(JSON.stringify(written.at(-1))).toContain('DECLINED');
  });

  it('reopens the stream of a session after it ends, and notifies the client that the list changed', async () => {
    const written: JsonValue[] = [];
    const pauses: number[] = [];
    let opened = 0;
    let tellSeen: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => {
      tellSeen = resolve;
    });
    const fetch = async (_: unknown, { method }: RequestInit = {}) => {
      if (method === 'POST')
        return Response.json({ jsonrpc: '2.0', id: 1, result: {} }, { headers: { 'mcp-session-id': 's' } });
      opened += 1;
      if (opened === 2) throw new TypeError('fetch failed');
      if (opened === 3) return new Response(null, { status: 503 });
      return new Response(opened === 1 ? '' : new ReadableStream(), {
        headers: { 'content-type': 'text/event-stream' },
      });
    };
    async function* input() {
      yield Buffer.from(lines(request(1, 'initialize'), { jsonrpc: '2.0', method: 'notifications/initialized' }));
      await seen;
    }
    await bridgeMcp(input(), {
      endpoint: 'http://registry.example/mcp',
      fetch,
      credential: {},
      write(message) {
        written.push(message);
        if (JSON.stringify(message).includes('list_changed')) tellSeen();
      },
      signal: new AbortController().signal,
      pause: async (ms) => void pauses.push(ms),
    });
    expect(pauses).toEqual([1000, 2000, 4000]);
    expect(written.at(-1)).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  });

  it('repeats subscriptions and the log level in a new session after the registry has lost the last one', async () => {
    const posted: string[] = [];
    const written: JsonValue[] = [];
    let sessions = 0;
    const fetch = async (_: unknown, { method, headers, body }: RequestInit = {}) => {
      if (method !== 'POST') return new Response(null, { status: 405 });
      const message = JSON.parse(String(body)) as JsonObject;
      const session = new Headers(headers).get('mcp-session-id');
      if (message.method === 'initialize') sessions += 1;
      else if (sessions === 1 && message.id === 5) return new Response(null, { status: 404 });
      posted.push(`${session} ${message.method} ${JSON.stringify(message.params)}`);
      const answer = { jsonrpc: '2.0', id: message.id ?? null, result: {} };
      return Response.json(answer, { headers: { 'mcp-session-id': `s${sessions}` } });
    };
    async function* input() {
      for (const message of [
        request(1, 'initialize'),
        request(2, 'resources/subscribe', { uri: 'a:b' }),
        request(3, 'resources/subscribe', { uri: 'a:c' }),
        request(4, 'resources/unsubscribe', { uri: 'a:c' }),
        request(6, 'logging/setLevel', { level: 'debug' }),
        request(5, 'tools/list'),
      ]) {
        yield Buffer.from(lines(message));
        await expect.poll(() => written.some((each) => (each as JsonObject).id === message.id)).toBe(true);
      }
    }
    const credential = {};
    const { signal } = new AbortController();
    const endpoint = 'http://registry.example/mcp';
    await bridgeMcp(input(), { endpoint, fetch, credential, write: (message) => void written.push(message), signal });
    expect(posted.slice(-4)).toEqual([
      'null initialize {}',
      's2 resources/subscribe {"uri":"a:b"}',
      's2 logging/setLevel {"level":"debug"}',
      's2 tools/list {}',
    ]);
    expect(written).toContainEqual({
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { uri: 'a:b' },
    });
  });

  it('names in a header what the body names, for every method of the stateless revision that requires it', async () => {
    const names: [string, string | null][] = [];
    const fetch = async (_: unknown, { headers, body }: RequestInit = {}) => {
      const { id, method } = JSON.parse(String(body)) as { id: number; method: string };
      names.push([method, new Headers(headers).get('mcp-name')]);
      return Response.json({ jsonrpc: '2.0', id, result: {} });
    };
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const stdin = lines(
      request(1, 'tools/call', { name: 'find', _meta }),
      request(2, 'prompts/get', { name: 'brief', _meta }),
      request(3, 'resources/read', { uri: 'note://today', _meta }),
      request(4, 'tasks/get', { taskId: 't1', _meta }),
      request(5, 'resources/list', { name: 'other', _meta }),
    );
    await call(['mcp'], { fetch, stdin });
    expect(names).toEqual([
      ['tools/call', 'find'],
      ['prompts/get', 'brief'],
      ['resources/read', 'note://today'],
      ['tasks/get', 't1'],
      ['resources/list', null],
    ]);
  });
});

describe('tools that ask before they run', () => {
  it('are named by add and connect, with whom they ask', async () => {
    const { fetch } = await openRegistry();
    const files: Record<string, unknown> = { 'pier.json': risky };
    const added = await call(['add', 'pier.json'], { fetch, files });
    expect(added.stderr).toContain('1 tool (clear_alerts) requires a confirmation: "dragoman call" asks for it');
    const options = { fetch, files, env: { HOME: '/home/ada' }, cwd: '/work' };
    const one = await call(['connect', 'vscode', '--agent', 'pier-weather-001'], options);
    expect(one.stderr).toContain('1 tool (clear_alerts) requires a confirmation: "dragoman call" asks for it');
    const all = await call(['connect', 'vscode', '--force'], options);
    expect(all.stderr).toContain(
      'Through call_tool, 1 tool (pier-weather-001/clear_alerts) requires a confirmation: "dragoman call" asks for it',
    );
    for (const only of ['--print', '--link']) {
      const shown = await call(['connect', 'vscode', '--agent', 'pier-weather-001', only], options);
      expect(shown.stderr).toContain('1 tool (clear_alerts) requires a confirmation: "dragoman call" asks for it');
      expect(shown.stdout).not.toContain('clear_alerts');
    }
    const { stdout } = await call(['connect', 'vscode', '--agent', 'pier-weather-001', '--json'], options);
    expect(JSON.parse(stdout)).toMatchObject({
      confirmations: [{ by: 'agent', operations: 1, names: ['clear_alerts'] }],
    });
    const listed = await call(['connections', '--json'], options);
    expect(JSON.parse(listed.stdout)).toEqual([]);
    const away = { ...options, fetch: () => Promise.reject(new TypeError('refused')) };
    expect((await call(['connect', 'vscode', '--agent', 'pier', '--force'], away)).stderr).toContain('did not respond');
  });
});

describe('dragoman connect', () => {
  it('writes no entry for a service or toolset that does not exist, unless with --force', async () => {
    const { fetch } = await openRegistry();
    const files: Record<string, unknown> = {};
    const options = { fetch, files, env: { HOME: '/home/ada' }, cwd: '/work' };
    for (const [part, said] of [
      [['--agent', 'nothing'], "No agent with id 'nothing'; nothing was written"],
      [['--toolset', 'nothing'], "No toolset with id 'nothing'; nothing was written"],
    ] as const) {
      const refused = await call(['connect', 'vscode', ...part], options);
      expect([refused.code, refused.stderr, files]).toEqual([2, expect.stringContaining(said), {}]);
    }
    const forced = await call(['connect', 'vscode', '--agent', 'nothing', '--force'], options);
    expect([forced.code, Object.keys(files)]).toEqual([0, ['.vscode/mcp.json']]);
    expect(forced.stderr).toContain("are unknown: No agent with id 'nothing'.");
  });

  const env = { HOME: '/home/ada' };
  const read = (files: Record<string, unknown>, name: string) => JSON.parse(String(files[name])) as unknown;

  it('adds one server, keeps everything else, and writes a backup', async () => {
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
  ])('prints the entry for %s without a key', async (client, member, entry) => {
    const argv = ['connect', client, '--print', '--server', 'https://reg.example', '--key', 'dgm_secret'];
    const { stdout } = await call(argv, { env });
    expect(JSON.parse(stdout)).toEqual({ [member]: { dragoman: entry } });
    expect(stdout).not.toContain('secret');
  });

  it('selects a part of the tools in the address and in the command', async () => {
    const part = ['--agent', 'pier', '--query', 'read wind', '--tag', 'weather', '--limit', '5'];
    const http = await call(['connect', 'cursor', '--print', ...part], {});
    expect(http.stdout).toContain('/agents/pier/mcp?query=read+wind&tags=weather&limit=5');
    const stdio = await call(['connect', 'claude', '--print', ...part], {});
    expect(JSON.parse(stdio.stdout).mcpServers['dragoman-pier'].args).toEqual(expect.arrayContaining(['mcp', ...part]));
    for (const wrong of [
      ['--query', ' '],
      ['--tag', 'a,b'],
      ['--limit', '0'],
    ]) {
      expect((await call(['connect', 'cursor', '--print', ...wrong], {})).code).toBe(2);
    }
  });

  it('prints a link for clients that have one, without a key', async () => {
    const argv = (client: string) => ['connect', client, '--link', '--agent', 'pier', '--key', 'dgm_secret'];
    const { stdout } = await call(argv('cursor'), { env });
    expect(stdout).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=dragoman-pier&config=/);
    expect(atob(new URL(stdout.trim()).searchParams.get('config') ?? '')).not.toContain('secret');
    expect((await call(argv('vscode'), { env })).stdout).toMatch(/^vscode:mcp\/install\?%7B/);
    expect(await call(argv('gemini'), { env })).toMatchObject({ code: 2, stderr: expect.stringContaining('no link') });
  });

  it('does not change a file that it cannot parse, or a server that it did not write', async () => {
    for (const text of ['{ // mine', '[]', 'servers:', '{"mcpServers": []}']) {
      const files: Record<string, unknown> = { 'mcp.json': text };
      expect((await call(['connect', 'cursor'], { env, files })).code).toBe(2);
      expect(files).toEqual({ 'mcp.json': text });
    }
    const linear = { mcpServers: { linear: { url: 'https://mcp.linear.example/mcp' } } };
    for (const more of [[], ['--remove']]) {
      const files = { 'mcp.json': linear };
      expect((await call(['connect', 'cursor', '--name', 'linear', ...more], { env, files })).stderr).toContain(
        '--force',
      );
      expect(files).toEqual({ 'mcp.json': linear });
    }
    const taken: Record<string, unknown> = { 'mcp.json': { mcpServers: { dragoman: { command: 'other' } } } };
    expect((await call(['connect', 'cursor'], { env, files: taken })).stderr).toContain('--force');
    expect((await call(['connect', 'cursor', '--force'], { env, files: taken })).code).toBe(0);
    expect((await call(['connect', 'emacs'], { env })).code).toBe(2);
  });
});

describe('dragoman connect --remove', () => {
  const env = { HOME: '/home/ada' };
  const text =
    '{\n    // mine\n    "servers": { "a": { "url": "https://a.example" } }, /* all */\n    "inputs": [1, 2],\n}\n';

  it('keeps comments and layout of the file, and removes the server again', async () => {
    const files: Record<string, unknown> = { 'mcp.json': text };
    expect((await call(['connect', 'vscode'], { env, files, cwd: '/work' })).code).toBe(0);
    const made = String(files['.vscode/mcp.json']);
    expect(made).toBe(text.replace(' } },', ' },"dragoman": {"type":"http","url":"http://127.0.0.1:4780/mcp"} },'));
    const back: Record<string, unknown> = { 'mcp.json': made };
    const removed = await call(['connect', 'vscode', '--remove'], { env, files: back, cwd: '/work' });
    expect([removed.code, removed.stdout]).toEqual([0, expect.stringMatching(/^removed +dragoman /)]);
    expect(back['.vscode/mcp.json']).toBe(text);
    expect((await call(['connect', 'vscode', '--remove'], { env, files: { 'mcp.json': text } })).stdout).toContain(
      'unchanged',
    );
  });

  it.each([
    [
      'zed',
      '/home/ada/.config/zed/settings.json',
      'context_servers',
      { source: 'custom', command: expect.any(String) },
    ],
    ['cline', expect.stringMatching(/cline_mcp_settings\.json$/), 'mcpServers', { disabled: false }],
    [
      'continue',
      expect.stringMatching(/\.continue\/mcpServers\/dragoman\.json$/),
      'mcpServers',
      { args: expect.anything() },
    ],
    [
      'opencode',
      expect.stringMatching(/opencode\.json$/),
      'mcp',
      { type: 'remote', url: expect.stringMatching(/\/mcp$/) },
    ],
  ])('configures %s in its own file and format', async (client, path, member, entry) => {
    const files: Record<string, unknown> = {};
    const made = await call(['connect', client, '--json'], { env, files });
    expect(made.code, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ path, outcome: 'created' });
    const [text] = Object.values(files);
    expect(JSON.parse(String(text))[member].dragoman).toMatchObject(entry);
  });

  it('configures Codex in TOML, keeps comments and other tables, and removes only its own', async () => {
    const before = '# mine\nmodel = "x"\n\n[mcp_servers.files]\ncommand = "npx"\n\n[tui]\ntheme = "dark" # nice\n';
    const files: Record<string, unknown> = { '../home/ada/.codex/config.toml': before };
    const file = () => String(files['../home/ada/.codex/config.toml']);
    const made = await call(['connect', 'codex', '--key', 'dgm_secret'], { env, files });
    expect(made.code, made.stderr).toBe(0);
    expect(file()).toContain(
      '[mcp_servers.dragoman]\nurl = "http://127.0.0.1:4780/mcp"\nbearer_token_env_var = "DRAGOMAN_KEY"',
    );
    expect(file().startsWith(before.trimEnd())).toBe(true);
    expect(file()).not.toContain('dgm_secret');
    expect((await call(['connect', 'codex', '--key', 'dgm_secret'], { env, files })).stdout).toContain('unchanged');
    await call(['connect', 'codex'], { env, files });
    expect(file()).not.toContain('bearer_token_env_var');
    expect((await call(['connect', 'codex', '--remove'], { env, files })).code).toBe(0);
    expect(file().trimEnd()).toBe(before.trimEnd());
    files['../home/ada/.codex/config.toml'] = 'not = = toml';
    expect((await call(['connect', 'codex'], { env, files })).stderr).toContain('is not TOML');
    expect((await call(['connect', 'codex', '--print'], { env, files })).stdout).toContain('[mcp_servers.dragoman]');
  });

  it('reports how to pass the key to a client that starts its servers', async () => {
    const key = ['--key', 'dgm_secret'];
    const windsurf = await call(['connect', 'windsurf', '--print', ...key], { env });
    expect(windsurf.stdout).toContain('DRAGOMAN_KEY');
    expect((await call(['connect', 'claude', ...key], { env, files: {} })).stderr).toContain('DRAGOMAN_KEY');
  });
});
