import { describe, expect, it } from 'vitest';
import { readClientServers } from './client-servers.js';

const files = { name: 'files', command: 'npx', args: ['-y', 'server-files'], env: { TOKEN: 'x' } };

describe('the MCP servers of a client', () => {
  it.each([
    { command: 'dragoman', args: ['mcp', '--agent', 'notes'] },
    { command: 'npx', args: ['-y', '@dragoman/cli', 'mcp'] },
    {
      command: '/usr/bin/node',
      args: ['/opt/dragoman/bin/dragoman.js', 'mcp', '--server', 'https://registry.example'],
    },
    { command: ['C:\\tools\\dragoman.cmd', 'mcp'] },
  ])('leave out a connection to a registry: %j', (bridge) => {
    const read = readClientServers({
      mcpServers: { own: bridge, files: { command: 'dragoman-files', args: ['mcp'] } },
    });
    expect(read?.commands.map(({ name }) => name)).toEqual(['files']);
    expect(read?.remarks).toEqual([{ name: 'own', text: expect.stringContaining('dragoman mcp') }]);
  });

  it.each([
    [
      'Claude, Cursor, Windsurf, Gemini',
      { mcpServers: { Files: { command: 'npx', args: ['-y', 'server-files'], env: { TOKEN: 'x' } } } },
    ],
    [
      'VS Code',
      {
        inputs: [],
        servers: { files: { type: 'stdio', command: 'npx', args: ['-y', 'server-files'], env: { TOKEN: 'x' } } },
      },
    ],
    [
      'older VS Code settings',
      { mcp: { servers: { files: { command: 'npx', args: ['-y', 'server-files'], env: { TOKEN: 'x' } } } } },
    ],
    [
      'Continue',
      {
        name: 'Desk',
        mcpServers: [{ name: 'Files', command: 'npx', args: ['-y', 'server-files'], env: { TOKEN: 'x' } }],
      },
    ],
    [
      'Claude Code, for one project and for two that define it alike',
      {
        numStartups: 3,
        projects: {
          '/home/a': { mcpServers: {} },
          '/home/b': { mcpServers: { files: { command: 'npx', args: ['-y', 'server-files'], env: { TOKEN: 'x' } } } },
          '/home/c': { mcpServers: { files: { command: 'npx', args: ['-y', 'server-files'], env: { TOKEN: 'x' } } } },
        },
      },
    ],
    [
      'Codex',
      { model: 'x', mcp_servers: { files: { command: 'npx', args: ['-y', 'server-files'], env: { TOKEN: 'x' } } } },
    ],
    [
      'Zed',
      {
        theme: 'x',
        context_servers: {
          files: { source: 'custom', command: 'npx', args: ['-y', 'server-files'], env: { TOKEN: 'x' } },
        },
      },
    ],
    [
      'older Zed',
      { context_servers: { files: { command: { path: 'npx', args: ['-y', 'server-files'], env: { TOKEN: 'x' } } } } },
    ],
    [
      'OpenCode',
      { mcp: { files: { type: 'local', command: ['npx', '-y', 'server-files'], environment: { TOKEN: 'x' } } } },
    ],
  ])('are read in the format of %s', (_, value) => {
    expect(readClientServers(value)).toEqual({ items: [], commands: [files], remarks: [] });
  });

  it('have URLs under several names, and their headers are reported', () => {
    const { items, remarks } =
      readClientServers({
        mcpServers: {
          a: { url: 'https://a.example/mcp' },
          b: { httpUrl: 'https://b.example', headers: { 'X-Key': 'secret' } },
          c: { serverUrl: 'https://c.example/sse', bearer_token_env_var: 'TOKEN' },
        },
      }) ?? expect.fail('nothing read');
    expect(items.map((item) => 'url' in item && item.url)).toEqual([
      'https://a.example/mcp',
      'mcp+https://b.example',
      'https://c.example/sse',
    ]);
    expect(remarks.map(({ name }) => name)).toEqual(['b', 'c']);
    expect(JSON.stringify(remarks)).toMatch(
      /credentials add mcp\+https:..b\.example --header X-Key.*c\.example.sse --kind bearer/,
    );
    expect(JSON.stringify(remarks)).not.toContain('secret');
  });

  it('are those of all projects, and those with the same name and another command get names of their own', () => {
    const { commands } =
      readClientServers({
        mcpServers: { notes: { command: 'notes' } },
        projects: { '/home/a': { mcpServers: { notes: { command: 'other' } } }, '/home/b': 7 },
      }) ?? expect.fail('nothing read');
    expect(commands.map(({ name, command }) => [name, command])).toEqual([
      ['notes', 'notes'],
      ['notes-2', 'other'],
    ]);
  });

  it('have variables of every type, and those that Codex passes on as references', () => {
    const { commands, remarks } =
      readClientServers({
        mcp_servers: {
          a: { command: 'x', env_vars: ['TOKEN'], env: { PORT: 80, OFF: false, NO: null }, envFile: '.env' },
        },
      }) ?? expect.fail('nothing read');
    expect(commands[0]?.env).toEqual({ TOKEN: `\${TOKEN}`, PORT: '80', OFF: 'false' });
    expect(remarks).toEqual([{ name: 'a', text: expect.stringMatching(/envFile.*dragoman servers change a --env/) }]);
  });

  it('are reported when they are left out, and get names of their own', () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`s${at}`, { command: 'x' }]));
    expect(readClientServers({ mcpServers: many })?.remarks).toEqual([
      { name: 's100', text: expect.stringContaining('first 100') },
    ]);
    const read = readClientServers({
      mcpServers: {
        'My Tool': { command: 'a' },
        'my-tool': { command: 'b' },
        off: { command: 'c', disabled: true },
        odd: 7,
        none: {},
        text: { command: 'd', args: 'server.js' },
        numbers: { command: 'e', args: ['--port', 8080, true] },
      },
    });
    expect(read?.commands.map(({ name }) => name)).toEqual(['my-tool', 'my-tool-2', 'numbers']);
    expect(read?.commands[2]?.args).toEqual(['--port', '8080', 'true']);
    expect(read?.remarks.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'off: left out: it is disabled',
      'odd: left out: it is not an object',
      'none: left out: it has neither a command nor a URL',
      'text: left out: its args are not a list',
    ]);
  });

  it.each([
    [{ openapi: '3.1.0', servers: { a: { url: 'x' } } }],
    [{ mcpServers: {} }],
    [{ servers: [{ url: 'https://a.example' }] }],
    [null],
    ['text'],
  ])('are not seen in %j', (value) => {
    expect(readClientServers(value)).toBeUndefined();
  });
});
