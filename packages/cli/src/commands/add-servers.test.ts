/** Commands that add MCP servers next to the registry: one by its command line, or all of a client's configuration. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { call, openRegistriesPerTest } from '../cli.support.js';
import { splitWords } from '../command/split-words.js';

const openRegistry = openRegistriesPerTest();

async function registry() {
  const opened = await openRegistry();
  return opened.fetch;
}

describe('dragoman add --stdio', () => {
  it('shows why the command does not start, and does not keep it', async () => {
    const fetch = await registry();
    const line = `${process.execPath} -e 'console.error("TICKETS_TOKEN is missing"); process.exit(3)'`;
    const made = await call(['add', '--stdio', line, '--name', 'tickets'], { fetch, files: {} });
    expect(made.code).toBe(1);
    expect(made.stdout).toContain('The MCP server ended (exit code 3)');
    expect(made.stderr).toContain('TICKETS_TOKEN is missing');
    expect(made.stderr).toContain('It was not added');
    const chatty = `${process.execPath} -e 'console.error(Array.from({ length: 900 }, (_, at) => "line " + at).join("\\n")); process.exit(3)'`;
    const long = await call(['add', '--stdio', chatty, '--name', 'tickets'], { fetch, files: {} });
    expect(long.stderr).toMatch(/ line 890\n(?: +line 89\d\n){9}/);
    const other = `${process.execPath} -e 'process.exit(5)'`;
    const again = await call(['add', '--stdio', other, '--name', 'tickets'], { fetch, files: {} });
    expect(again.stdout).toContain('exit code 5');
    const bare = await call(['add', '--stdio', 'node', 'server.mjs'], { fetch, files: {} });
    expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('--stdio "node server.mjs"')]);
    const none = await call(['add', '--stdio', 'no-such-program-7 x', '--name', 'none'], { fetch, files: {} });
    expect(none.stdout).toMatch(/ENOENT.*the command "no-such-program-7" does not exist/);
  });

  it('says what is missing of a command that exists, and that its output is not MCP', async () => {
    const fetch = await registry();
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const script = join(folder, 'tickets');
    await writeFile(script, '#!/no/such/interpreter-7\n', { mode: 0o755 });
    const add = async (...words: string[]) => (await call(['servers', 'add', 'tickets', ...words], { fetch })).stdout;
    expect(await add('--', script)).toContain(`"${script}" exists, but not the interpreter that its first line names`);
    expect(await add('--', 'no-such-program-7 x.js')).toContain('if it has arguments, write them separately');
    const nowhere = join(folder, 'nowhere');
    expect(await add('--cwd', nowhere, '--', script)).toContain(`its working directory "${nowhere}" does not exist`);
    const greeting = 'console.log("Open http://localhost:3000"); process.exitCode = 3';
    const chatty = await call(['servers', 'add', 'web', '--', process.execPath, '-e', greeting], { fetch });
    expect(chatty.stderr).toContain('stdout: Open http://localhost:3000');
  });

  it('shows the lines on standard error only of a server that did not start', async () => {
    const fetch = await registry();
    const line = `${process.execPath} -e 'console.error("TICKETS_TOKEN is missing"); process.exit(3)'`;
    const tickets = ['add', '--stdio', line, '--name', 'tickets'];
    const tried = await call([...tickets, '--dry-run'], { fetch, files: {} });
    expect([tried.code, tried.stderr]).toEqual([1, expect.stringContaining('TICKETS_TOKEN is missing')]);
    expect(tried.stderr).toContain('Dry run: nothing was stored.');
    const forced = ['servers', 'add', 'tickets', '--force', '--', process.execPath, '-e', 'console.error("old words")'];
    expect((await call(forced, { fetch })).code).toBe(0);
    expect((await call(['add', 'stdio:tickets'], { fetch })).stderr).toContain('old words');
    const taken = await call(tickets, { fetch, files: {} });
    expect(taken.stdout).toContain('dragoman servers change tickets');
    expect(taken.stderr).not.toContain('old words');
  });

  it('adds all servers of the configuration of a client, from JSON, JSON with comments and TOML', async () => {
    const fetch = await registry();
    const command = { command: process.execPath, args: ['-e', 'process.exit(4)'] };
    const files: Record<string, unknown> = {
      'mcp.json': `// Zed\n${JSON.stringify({ context_servers: { one: { ...command, env: { A: `${'$'}{env:SET_HERE}` } }, off: { ...command, enabled: false } } })}`,
      'config.toml': `[mcp_servers.two]\ncommand = ${JSON.stringify(command.command)}\nargs = ["-e", "process.exit(4)"]\n[mcp_servers.two.env]\nB = "\${NOT_SET}"\n`,
      'web.json': { mcpServers: { far: { url: `http://127.0.0.1:9/\${env:PLACE}`, headers: { 'X-Key': 's' } } } },
    };
    const made = await call(['add', 'mcp.json', 'config.toml', 'web.json'], {
      fetch,
      files,
      env: { SET_HERE: 'x', PLACE: 'mcp' },
    });
    expect(made.code).toBe(1);
    expect(made.stdout).toMatch(/failed\s+one\s+stdio:one: The MCP server ended \(exit code 4\)/);
    expect(made.stdout).toMatch(/failed\s+two\s+stdio:two: .*NOT_SET/);
    expect(made.stdout).toMatch(/failed\s+far\s+mcp\+http:\/\/127\.0\.0\.1:9\/\$\{env:PLACE\}: /);
    expect(made.stderr).toContain('off left out: it is disabled');
    expect(made.stderr).toContain('X-Key');
    const listed = await call(['servers', 'list', '--json'], { fetch });
    expect(JSON.parse(listed.stdout)).toEqual([]);
    files['mcp.json'] = { mcpServers: { one: { url: 'tools.example/mcp' } } };
    const odd = await call(['add', 'mcp.json'], { fetch, files });
    expect([odd.code, odd.stdout]).toEqual([1, expect.stringMatching(/failed\s+one\s+tools\.example\/mcp: /)]);
    expect(odd.stderr).toMatch(/url: .*https/);
    files['mcp.json'] = { mcpServers: { one: { command: 'another' } } };
    expect((await call(['add', 'mcp.json'], { fetch, files })).stdout).toMatch(/failed\s+one\s+stdio:one: .*ENOENT/);
    // Continue has a list in YAML; other documents in YAML are read as before.
    files['config.yaml'] = 'name: Desk\nmcpServers:\n  - name: Three\n    command: another\n';
    files['bad.yaml'] = 'mcpServers:\n  - name: Three\n';
    files['other.yaml'] = 'name: Desk\n';
    const yaml = await call(['add', 'config.yaml', 'bad.yaml', 'other.yaml'], { fetch, files });
    expect(yaml.stdout).toMatch(/failed\s+three\s+stdio:three: .*ENOENT/);
    expect(yaml.stdout).toMatch(/bad\.yaml: .*no MCP server with a command or a URL/);
    expect(yaml.stdout).toMatch(/other\.yaml: The description has 1 problem/);
  });

  it('fills in variables anywhere in the configuration of a client, and names those that are missing', async () => {
    const fetch = await registry();
    const fails = 'console.error(process.argv.slice(1).join(" "), process.env.PORT, process.env.ROOM); process.exit(4)';
    const args = ['-e', fails, '--', `--to=\${env:PLACE}`, `\${HALL:-north}`, `\${userHome}/x`, `\${input:api-key}`];
    const files = {
      'mcp.json': {
        servers: {
          all: { command: `\${NODE}`, args, env: { PORT: 80, ROOM: '$PLACE' } },
          gate: { command: 'x', env: { KEY: '$GATE_KEY' } },
          folder: { command: 'x', args: [`\${workspaceFolder}/a`, `\${input:token}`, `\${command:pick.port}`] },
          hub: { command: 'x', env: { KEY: `\${{ secrets.HUB_KEY }}` } },
          far: { url: `https://\${TENANT}.example/mcp` },
        },
      },
    };
    const env = { NODE: process.execPath, PLACE: 'pier', HOME: '/home/desk', INPUT_API_KEY: 'k' };
    const made = await call(['add', 'mcp.json'], { fetch, files, env });
    const empty = await call(['add', 'none.json'], { fetch, files: { 'none.json': { mcpServers: {} } } });
    expect(empty.stdout).toContain('it has no MCP server with a command or a URL');
    expect(made.stderr).toContain('--to=pier north /home/desk/x k 80 pier');
    expect(made.stdout).toMatch(/stdio:gate: .*: GATE_KEY;/);
    expect(made.stdout).toMatch(
      /stdio:folder: .*workspaceFolder, INPUT_TOKEN \(for \$\{input:token\}\), \$\{command:pick\.port\};/,
    );
    expect(made.stdout).toMatch(/stdio:hub: .*: HUB_KEY;/);
    expect(made.stdout).toMatch(/failed\s+far\s+https:.*: .*TENANT/);
  });

  it('fills in the workspace of a configuration in .cursor or .vscode, but not of the one for all workspaces', async () => {
    const fetch = await registry();
    const fails = 'console.error(process.argv.slice(1).join(" ")); process.exit(4)';
    const args = ['-e', fails, '--', `\${workspaceFolder}/a`, `\${workspaceFolderBasename}`];
    const files = { '.cursor/mcp.json': { mcpServers: { desk: { command: process.execPath, args } } } };
    const made = await call(['add', '.cursor/mcp.json'], {
      fetch,
      files,

      env: { HOME: '/home/desk' },
    });
    expect(made.stderr).toContain('/work/a work');
    const own = await call(['add', '.cursor/mcp.json'], { fetch, files, env: { HOME: '/work' } });
    expect(own.stdout).toMatch(/stdio:desk: .*: workspaceFolder, workspaceFolderBasename;/);
  });

  it('says that another add of the same server does not compare the values of its variables', async () => {
    const fetch = await registry();
    const program = `require('node:readline').createInterface({ input: process.stdin }).on('line', (text) => {
      const { id, method } = JSON.parse(text);
      const tool = { name: 'tide', description: 'Returns the tide.', inputSchema: { type: 'object' } };
      const serverInfo = { name: 'tides', version: '1' };
      const results = { initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo }, 'tools/list': { tools: [tool] } };
      const answer = results[method] ? { result: results[method] } : { error: { code: -32601, message: 'unknown' } };
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    })`;
    const servers = { tides: { command: process.execPath, args: ['-e', program], env: { KEY: 'one' } } };
    const files = { 'mcp.json': { mcpServers: servers } };
    const first = await call(['add', 'mcp.json'], { fetch, files });
    expect([first.stdout, first.stderr]).toEqual([expect.stringMatching(/^created\s+tides/), '']);
    const again = await call(['add', 'mcp.json'], { fetch, files });
    expect(again.stdout).toMatch(/^unchanged\s+tides/);
    expect(again.stderr).toMatch(/not compared \(KEY\)\. Replace one with: dragoman servers change tides --env KEY/);
  });

  it('names the line of a fault in a configuration', async () => {
    const files = {
      'mcp.json': '// servers\n{ "mcpServers": {\n  "a": { "command": "x" }\n  "b": {} } }',
      'config.toml': 'model = "x"\n[mcp_servers.a\ncommand = "x"\n',
    };
    const made = await call(['add', 'mcp.json', 'config.toml'], { fetch: await registry(), files });
    expect(made.stdout).toMatch(/mcp\.json: it is not JSON \(line 4: comma expected\)/);
    expect(made.stdout).toMatch(/config\.toml: it is not valid TOML \(line \d\)/);
  });

  it('says that nothing was added when every server is left out', async () => {
    const files = { 'mcp.json': { mcpServers: { off: { command: 'x', disabled: true }, odd: { command: 5 } } } };
    const made = await call(['add', 'mcp.json'], { fetch: await registry(), files });
    expect(made.stderr).toMatch(/off left out: it is disabled\n.*odd left out.*\n.*no server was added\n/);
  });

  it('leaves out connections to the registry itself, which the registry refuses too', async () => {
    const own = 'http://127.0.0.1:4780/agents/notes/mcp';
    const files = {
      'mcp.json': { mcpServers: { dragoman: { url: own }, bridge: { command: 'dragoman', args: ['mcp'] } } },
    };
    const made = await call(['add', 'mcp.json'], { fetch: await registry(), files });
    expect(made.stderr).toMatch(
      /bridge left out.*\n.*connections to this registry are left out\n.*no server was added\n/,
    );
    expect(made.code).toBe(0);
    const direct = await call(['add', own], { fetch: await registry() });
    expect(direct.stdout).toContain("The server's URL points back to this gateway. [UPSTREAM_REFUSED]");
  });

  it('adds the command to the configuration with --config, and keeps the rest', async () => {
    const fetch = await registry();
    const files: Record<string, unknown> = { 'dragoman.config.json': { server: { port: 4999 } } };
    const config = ['--config', 'dragoman.config.json'];
    const made = await call(['add', '--stdio', "npx -y @acme/file-server '/srv/my docs'", ...config], { fetch, files });
    expect(JSON.parse(String(files['dragoman.config.json']))).toEqual({
      server: { port: 4999 },
      mcp: { stdio: [{ name: 'file-server', command: 'npx', args: ['-y', '@acme/file-server', '/srv/my docs'] }] },
    });
    expect(made.code).toBe(0);
    expect(made.stderr).toContain('stdio:file-server');
    await call(['add', '--stdio', 'npx second', ...config], { fetch, files });
    const written = files['dragoman.config.json'];
    await call(['add', '--stdio', "npx -y @acme/file-server '/srv/my docs'", ...config], { fetch, files });
    expect(files['dragoman.config.json']).toBe(written);
    expect((await call(['add', '--stdio', 'x', '--name', 'Not So'], { fetch, files })).code).toBe(2);
    const taken = await call(['add', '--stdio', 'npx other', '--name', 'file-server', ...config], { fetch, files });
    expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining('the name "file-server" is taken')]);
    expect(String(files['dragoman.config.json'])).not.toContain('other');
    expect((await call(['add'], { fetch, files })).code).toBe(2);
  });

  it.each([
    ['a b', ['a', 'b']],
    ['a "b c" d\\ e', ['a', 'b c', 'd e']],
    [`a ''`, ['a', '']],
    ['  ', []],
  ])('splits %j like a shell', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });
});
