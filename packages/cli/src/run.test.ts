import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { call, freightDesk, openRegistriesPerTest, pierWeather } from './cli.support.js';
import { commands } from './commands/index.js';

const openRegistry = openRegistriesPerTest();
async function registry(cards?: Record<string, unknown>) {
  const opened = await openRegistry(cards);
  return opened.fetch;
}

const files = { 'pier.json': pierWeather, 'both.json': [pierWeather, freightDesk] };

async function filled() {
  const fetch = await registry();
  await call(['add', 'both.json'], { fetch, files });
  return fetch;
}

describe('help and version', () => {
  it('prints an overview without a command, and help with examples for each command', async () => {
    const overview = await call([]);
    expect(overview.code).toBe(0);
    for (const { name } of commands) expect(overview.stdout).toContain(`  ${name} `);
    for (const { name, examples } of commands) {
      const asked = await call(['help', ...name.split(' ')]);
      const flagged = await call([...name.split(' '), '--help']);
      expect(asked.stdout).toContain(examples[0]?.line);
      expect(flagged.stdout).toBe(asked.stdout);
      expect([asked.code, flagged.code, asked.stderr]).toEqual([0, 0, '']);
    }
    const group = await call(['keys', '-h']);
    expect(group.stdout).toContain('keys rotate');
    expect(group.stdout).not.toContain('audit');
  });

  it('prints help after the values of global options', async () => {
    const { stdout } = await call(['--server', 'http://127.0.0.1:1', '--key', 'k', 'agis', 'convert', '--help']);
    expect(stdout).toBe((await call(['help', 'agis', 'convert'])).stdout);
  });

  it('prints all commands as JSON', async () => {
    const { stdout } = await call(['help', '--json']);
    const described = JSON.parse(stdout) as { commands: { name: string; usage: string }[]; exitCodes: unknown[] };
    expect(described.commands.map(({ name }) => name)).toEqual(commands.map(({ name }) => name));
    expect(described.commands.find(({ name }) => name === 'remove')?.usage).toBe('dragoman remove <id…> [options]');
    expect(described.exitCodes).toHaveLength(4);
  });

  it('prints its version', async () => {
    expect(await call(['--version'])).toMatchObject({ code: 0, stdout: '1.2.3\n' });
  });
});

describe('add', () => {
  it('registers documents with one line per item, and again without harm', async () => {
    const fetch = await registry();
    const first = await call(['add', 'both.json'], { fetch, files });
    expect(first).toMatchObject({ code: 0, stderr: '2 created\n' });
    expect(first.stdout.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^created +pier-weather-001 +both\.json#0/),
      expect.stringMatching(/^created +freight-desk +both\.json#1/),
    ]);
    const again = await call(['add', '-'], { fetch, stdin: JSON.stringify(pierWeather) });
    expect(again.stdout).toMatch(/^(unchanged|updated) +pier-weather-001 +standard input/);
  });

  it('reports failed items one by one with their fields, and exits with 1', async () => {
    const fetch = await registry();
    const broken = {
      ...files,
      'wrong.json': { ...pierWeather, id: 'w', endpoint: 'ftp://x', capabilities: 'x' },
      'text.json': 'hello',
      'latin.json': new Uint8Array([0x22, 0xe9, 0x22]),
      'list.json': [1],
      'empty.json': [],
    };
    const argv = ['add', 'pier.json', 'wrong.json', 'text.json', 'latin.json', 'list.json', 'empty.json', 'none.json'];
    const { code, stdout, stderr } = await call(argv, { fetch, files: broken });
    expect(code).toBe(1);
    expect(stdout).toMatch(/created +pier-weather-001 +pier\.json/);
    for (const [file, reason] of [
      ['wrong.json', 'INVALID_INPUT'],
      ['text.json', 'not JSON'],
      ['latin.json', 'not UTF-8'],
      ['list.json', 'not a JSON object'],
      ['empty.json', 'empty'],
      ['none.json', 'file not found'],
    ] as const) {
      expect(stdout.split('\n').find((text) => text.includes(file))).toMatch(new RegExp(`^failed.*${reason}`));
    }
    expect(stderr).toContain('capabilities: ');
    expect(stderr).toContain('endpoint: ');
    expect(stderr).toContain('1 created, 6 failed');
    const json = await call([...argv, '--json'], { fetch, files: broken });
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ summary: { failed: 6 } });
  });

  it('registers only the first of several documents with the same id, however they are sent', async () => {
    const fetch = await registry();
    const many = Array.from({ length: 250 }, (_, index) => ({ ...pierWeather, id: `p-${index}` }));
    const twins = [...many, { ...pierWeather, id: 'p-0', name: 'Second' }];
    const { code, stdout } = await call(['add', 'twins.json'], { fetch, files: { 'twins.json': twins } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/failed +p-0 +twins\.json#250: skipped, because twins\.json#0 has the same id/);
    expect((await call(['show', 'p-0'], { fetch })).stdout).toContain('Pier Weather');
  });

  it('registers the other documents when one makes the registry reject the whole batch', async () => {
    const fetch = await registry();
    const nested = `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`;
    const bomb = JSON.stringify(pierWeather).replace('"id":"pier-weather-001"', `"id":"bomb","x":${nested}`);
    const documents = [pierWeather, freightDesk].map((document) => JSON.stringify(document));
    const hostile = {
      'mixed.json': `[${documents[0]},${bomb},${documents[1]}]`,
      'deep.json': `{"a":${'['.repeat(200_000)}`,
    };
    const { code, stdout } = await call(['add', 'mixed.json', 'deep.json'], { fetch, files: hostile });
    expect(code).toBe(1);
    expect(stdout).toMatch(/created +pier-weather-001/);
    expect(stdout).toMatch(/created +freight-desk/);
    expect(stdout).toMatch(/failed +\S+ +mixed\.json#1/);
    const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect(await call(['add', 'deep.json'], { fetch, files: { 'deep.json': deep } })).toMatchObject({ code: 1 });
  });

  it('passes URLs to the registry', async () => {
    const address = 'https://pierweather.example/.well-known/agent-card.json';
    const fetch = await registry({ [address]: pierWeather });
    const added = await call(['add', address, 'https://gone.example/card.json'], { fetch });
    expect(added.code).toBe(1);
    expect(added.stdout).toMatch(/created +pier-weather-001 +https:\/\/pierweather/);
    expect(added.stdout).toMatch(/failed +- +https:\/\/gone/);
  });

  it('registers with the visibility that is given, from files and URLs', async () => {
    const card = 'https://pier.example/card.json';
    const fetch = await registry({ [card]: { ...pierWeather, id: 'fetched' } });
    for (const visibility of ['private', 'public']) {
      for (const [source, id] of [
        ['pier.json', 'pier-weather-001'],
        [card, 'fetched'],
      ] as const) {
        const added = await call(['add', source, `--${visibility}`], { fetch, files });
        expect(added.code).toBe(0);
        const shown = await call(['show', id, '--json'], { fetch });
        expect([source, JSON.parse(shown.stdout).visibility ?? 'public']).toEqual([source, visibility]);
      }
    }
  });

  it('prints which address may not be called, without --report', async () => {
    const fetch = await registry();
    const moved = { 'pier.json': { ...pierWeather, endpoint: 'https://192.168.1.5/in' } };
    const added = await call(['add', 'pier.json'], { fetch, files: moved });
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('1 warning') });
    expect(added.stderr).toContain('calls to https://192.168.1.5 will be rejected');
    expect(added.stderr).toContain('outbound.allow');
  });

  it('registers privately, with grants', async () => {
    const fetch = await registry();
    const argv = ['add', 'pier.json', '--private', '--grant', 'scope:harbour', '--grant', 'caller:anna'];
    expect((await call(argv, { fetch, files })).code).toBe(0);
    const shown = await call(['show', 'pier-weather-001', '--json'], { fetch });
    expect(JSON.parse(shown.stdout)).toMatchObject({ visibility: 'private', grants: ['scope:harbour', 'caller:anna'] });
    expect((await call(['show', 'pier-weather-001'], { fetch })).stdout).toContain(
      'private  scope:harbour  caller:anna',
    );
  });

  it('sends many documents in batches, with progress in a terminal', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ({ ...pierWeather, id: `p-${index}` }));
    const real = await registry();
    let calls = 0;
    const fetch: typeof real = (input, init) => {
      calls += 1;
      return real(input, init);
    };
    const { code, stdout, stderr } = await call(['add', 'many.json'], {
      fetch,
      files: { 'many.json': many },
      terminal: { stderr: true },
    });
    expect([code, calls, stdout.trim().split('\n').length]).toEqual([0, 3, 450]);
    expect(stderr).toContain('200 of 450');
    expect(stderr).toContain('450 created');
  });

  it.each([
    [['add'], '<file|url> is missing'],
    [['add', 'https://x.example/', '--private', '--grant', 'scope:x'], 'files only'],
    [['add', 'pier.json', '--private', '--public'], 'either --private or --public'],
    [['add', 'pier.json', '--grant', 'scope:x'], 'needs --private'],
    [['add', 'pier.json', '--private', '--grant', 'anna'], 'caller:<subject>'],
    [['add', 'pier.json', '--crawl', '1h'], 'URLs only'],
    [['add', 'https://x.example/', '--crawl', 'often'], '15m'],
    [['add', '-', '-'], 'only once'],
  ])('rejects %j', async (argv, message) => {
    const { code, stderr } = await call(argv, { files });
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

describe('list, search and show', () => {
  it('lists by filters: tab-separated in a pipe, ruled and colored in a terminal', async () => {
    const fetch = await filled();
    const piped = await call(['list', '--tag', 'sea', '--language', 'pl'], { fetch });
    expect(
      piped.stdout
        .split('\n')
        .slice(0, 3)
        .map((row) => row.split('\t')[0]),
    ).toEqual(['ID', 'freight-desk', 'pier-weather-001']);
    expect(piped.stdout.split('\n')[0]).toMatch(/^ID\tNAME\tPROTOCOL\tOPERATIONS\tCALLS\tERRORS\tBREAKER\t/);
    const narrowed = await call(['list', '--capability', 'freight_quote', '--tag', 'sea', '--json'], { fetch });
    expect(JSON.parse(narrowed.stdout)).toMatchObject([{ id: 'freight-desk', protocol: 'aidip', usage: { calls: 0 } }]);
    const terminal = await call(['list'], { fetch, terminal: { stdout: true, columns: 100 } });
    expect(terminal.stdout).toContain('┌');
    expect(terminal.stdout).toContain('\u001b[');
    expect(
      Math.max(...terminal.stdout.split('\n').map((row) => stripVTControlCharacters(row).length)),
    ).toBeLessThanOrEqual(100);
    const narrow = await call(['list'], { fetch, terminal: { stdout: true, columns: 80 }, env: { NO_COLOR: '1' } });
    expect(narrow.stdout).toContain('credential missing');
    expect(Math.max(...narrow.stdout.split('\n').map((row) => row.length))).toBeLessThanOrEqual(80);
    for (const plain of [{ env: { NO_COLOR: '1' } }, {}]) {
      const argv = plain.env === undefined ? ['list', '--no-color'] : ['list'];
      expect((await call(argv, { fetch, ...plain, terminal: { stdout: true } })).stdout).not.toContain('\u001b');
    }
    expect(await call(['list', '--tag', 'nowhere'], { fetch })).toMatchObject({ code: 0, stdout: '' });
  });

  it('stops at the limit and reports that, or reads all pages', async () => {
    const fetch = await registry();
    const many = Array.from({ length: 230 }, (_, index) => ({ ...pierWeather, id: `p-${index}` }));
    await call(['add', 'many.json'], { fetch, files: { 'many.json': many } });
    const some = await call(['list', '--limit', '120', '--json'], { fetch });
    expect(JSON.parse(some.stdout)).toHaveLength(120);
    expect(some.stderr).toContain('--all');
    const every = await call(['list', '--all', '--json'], { fetch });
    expect(JSON.parse(every.stdout)).toHaveLength(230);
    expect(every.stderr).toBe('');
  });

  it('searches by words and filters; nothing found is exit code 1', async () => {
    const fetch = await filled();
    const found = await call(['search', 'windy', 'harbour', '--top', '1', '--json'], { fetch });
    expect(JSON.parse(found.stdout)).toMatchObject({ hits: [{ id: 'pier-weather-001', score: expect.any(Number) }] });
    const table = await call(['search', 'container rates'], { fetch });
    expect(table.stdout).toMatch(/^SCORE\tID/);
    expect(await call(['search', 'zebra crossing'], { fetch })).toMatchObject({ code: 1, stderr: 'Nothing found.\n' });
    const full = await call(['search', 'harbour', '--full', '--json'], { fetch });
    expect(JSON.parse(full.stdout)).toMatchObject({ hits: [{ operations: [{ name: 'forecast' }] }] });
    const wrong = await call(['search', 'x', '--filter', 'publsher=x'], { fetch });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('publsher') });
  });

  it('shows a service, its document, or its versions', async () => {
    const fetch = await filled();
    const card = await call(['show', 'pier-weather-001'], { fetch });
    for (const word of ['Pier Weather', 'weather_forecast', 'api_key', '4.1', 'forecast  Wind at a pier.']) {
      expect(card.stdout).toContain(word);
    }
    const document = await call(['show', 'pier-weather-001', '--json'], { fetch });
    expect(JSON.parse(document.stdout)).toMatchObject({ id: 'pier-weather-001', operations: [{ name: 'forecast' }] });
    const versions = await call(['show', 'pier-weather-001', '--versions'], { fetch });
    expect(versions.stdout.split('\n')[1]).toMatch(/^1\t.*\tentry\.create\tlocal$/);
    const old = await call(['show', 'pier-weather-001', '--revision', '1', '--json'], { fetch });
    expect(JSON.parse(old.stdout)).toMatchObject({ id: 'pier-weather-001' });
  });

  it('makes third-party text safe to print everywhere', async () => {
    const fetch = await registry();
    const evil = {
      ...pierWeather,
      id: 'evil',
      name: 'Nice\u001b]0;owned\u0007\u001b[2J\u202e',
      description: 'first\nfake prompt$ \u009b31m',
      publisher: '\u001b[8mhidden',
      operations: [{ ...pierWeather.operations[0], name: 'op\u001b[1A' }],
    };
    await call(['add', 'evil.json'], { fetch, files: { 'evil.json': evil } });
    for (const argv of [
      ['list'],
      ['search', 'nice'],
      ['show', 'evil'],
      ['list', '--json'],
      ['show', 'evil', '--json'],
    ]) {
      const { stdout, stderr } = await call(argv, {
        fetch,
        terminal: { stdout: true, stderr: true },
        env: { NO_COLOR: '1' },
      });
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(stderr.replaceAll('\r\u001b[2K', '').replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(stdout).toContain('Nice');
    }
  });
});

describe('remove', () => {
  it('asks in a terminal, accepts no, and can restore', async () => {
    const fetch = await filled();
    const terminal = { stdin: true, stderr: true };
    const no = await call(['remove', 'freight-desk'], { fetch, terminal, answer: 'n' });
    expect(no).toMatchObject({ code: 1, questions: ['Delete freight-desk? [y/N] '] });
    expect((await call(['show', 'freight-desk'], { fetch })).code).toBe(0);
    expect((await call(['remove', 'freight-desk'], { fetch, terminal, answer: 'y' })).stdout).toBe(
      'removed  freight-desk\n',
    );
    expect((await call(['show', 'freight-desk'], { fetch })).code).toBe(1);
    expect((await call(['remove', 'freight-desk', '--restore'], { fetch, terminal })).stdout).toBe(
      'restored  freight-desk\n',
    );
    const quiet = await call(['remove', 'freight-desk', 'pier-weather-001', '--yes'], { fetch, terminal });
    expect(quiet).toMatchObject({ code: 0, questions: [] });
  });

  it('continues after a service that does not exist', async () => {
    const fetch = await filled();
    const { code, stdout } = await call(['remove', 'nope', 'freight-desk', '--json'], { fetch });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      { id: 'nope', outcome: 'failed', error: { code: 'NOT_FOUND' } },
      { id: 'freight-desk', outcome: 'removed' },
    ]);
  });
});

describe('sources', () => {
  it('adds, lists and removes sources', async () => {
    const fetch = await registry();
    const url = 'https://pierweather.example/card.json';
    const added = await call(['add', url, '--crawl', '6h', '--json'], { fetch });
    expect(JSON.parse(added.stdout)).toMatchObject({ created: 1, sources: [{ url, interval_seconds: 21_600 }] });
    expect((await call(['sources', 'add', 'https://other.example/card.json', '--every', '1d'], { fetch })).code).toBe(
      0,
    );
    const listed = await call(['sources', 'list'], { fetch });
    expect(listed.stdout).toContain('\t6h\t');
    expect(listed.stdout).toContain('\t1d\t');
    const [{ id }] = (JSON.parse(added.stdout) as { sources: [{ id: string }] }).sources;
    expect((await call(['sources', 'remove', id], { fetch })).code).toBe(0);
    expect((await call(['sources', 'list'], { fetch })).stdout).not.toContain(url);
    expect(await call(['sources', 'remove', 'nope'], { fetch })).toMatchObject({ code: 1 });
  });
});

describe('errors', () => {
  it('reports how to start a registry when none responds', async () => {
    const { code, stdout, stderr } = await call(['list']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('No registry responds at http://127.0.0.1:4780 (ECONNREFUSED)');
    expect(stderr).toContain('dragoman serve');
  });

  it('prints code, message and trace id of an error, as JSON for programs', async () => {
    const fetch = await registry();
    const { code, stderr } = await call(['show', 'nope'], { fetch });
    expect(code).toBe(1);
    expect(stderr).toMatch(/NOT_FOUND[\s\S]*trace id: [0-9a-f]{32}/);
    const json = await call(['show', 'nope', '--json'], { fetch });
    expect(JSON.parse(json.stdout)).toMatchObject({
      error: { code: 'NOT_FOUND', status: 404, trace_id: expect.any(String) },
    });
  });

  it('prefers server and credential from options to the environment, and never prints a key', async () => {
    const seen: [string, string | null][] = [];
    const fetch = async (input: string, init: RequestInit) => {
      seen.push([new URL(input).origin, new Headers(init.headers).get('x-api-key')]);
      return Response.json({ code: 'INVALID_CREDENTIAL', detail: 'no' }, { status: 401 });
    };
    const env = { DRAGOMAN_SERVER: 'https://env.example', DRAGOMAN_KEY: 'env-secret' };
    const one = await call(['list'], { fetch, env });
    const two = await call(['list', '--server', 'https://flag.example', '--key', 'flag-secret', '--json'], {
      fetch,
      env,
    });
    expect(seen).toEqual([
      ['https://env.example', 'env-secret'],
      ['https://flag.example', 'flag-secret'],
    ]);
    expect(JSON.stringify([one, two])).not.toContain('-secret');
    expect(one.stderr).toContain('DRAGOMAN_KEY');
  });

  it('rejects an unencrypted registry, and two credentials at once, as usage errors', async () => {
    expect(await call(['list', '--server', 'http://registry.example'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('https'),
    });
    expect(await call(['list'], { env: { DRAGOMAN_KEY: 'a', DRAGOMAN_TOKEN: 'b' } })).toMatchObject({ code: 2 });
    expect(await call(['list', '--limit', '0'])).toMatchObject({ code: 2 });
    expect(await call(['nonsense'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('treats an invalid response as an internal error', async () => {
    const fetch = async () => new Response('<html>');
    expect(await call(['list'], { fetch })).toMatchObject({ code: 3 });
    const other = await call(['list', '--server', 'https://proxy.example'], { fetch });
    expect(other.stderr).toContain(
      'The server at https://proxy.example does not respond like a Dragoman registry of this version.',
    );
  });
});
