/** `dragoman diff`: two files, and two versions of the tools of a service on a real server. */
import { describe, expect, it } from 'vitest';
import { call, openRegistry, pierWeather } from '../cli.support.js';

const tool = (change: object = {}) => ({
  toolId: 'c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77',
  name: 'order_refill_for_prescription',
  description: 'Orders a refill.',
  version: 1,
  currentVersion: 1,
  input_parameters: [{ id: 'rx', name: 'Prescription Number', description: 'On the label.' }],
  output_parameters: [{ id: 'no', name: 'Order Number', type: 'int', description: 'Number.' }],
  ...change,
});
const second = { version: 2, currentVersion: 2 };
const more = {
  input_parameters: [...tool().input_parameters, { id: 'n', name: 'Note', description: 'A note.', required: false }],
};

describe('dragoman diff', () => {
  it('shows added inputs, for people and as JSON', async () => {
    const files = { 'a.json': tool(), 'b.json': { items: [tool({ ...second, ...more })] } };
    const shown = await call(['diff', 'a.json', 'b.json'], { files });
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining("The optional input 'Note' was added.")]);
    const result = await call(['diff', 'a.json', 'b.json', '--json'], { files });
    expect(JSON.parse(result.stdout)).toMatchObject({
      breaking: false,
      tools: [
        { before: 1, after: 2, state: 'changed', changes: [{ parameter: 'n', kind: 'added', effect: 'compatible' }] },
      ],
    });
  });

  it('reads any file that exists, and says what a source is that is neither a file nor a service', async () => {
    const openapi = (version: string) => ({
      openapi: '3.1.0',
      info: { title: 'Kilns', version },
      paths: { '/kilns': { get: { operationId: 'listKilns', responses: { 200: { description: 'All' } } } } },
    });
    const files = { 'v1.txt': JSON.stringify(openapi('1')), 'v2.yaml': openapi('2'), 'tools.json': tool() };
    const shown = await call(['diff', 'v1.txt', 'v2.yaml'], { files });
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('no change')]);
    const { fetch, close } = await openRegistry();
    const missing = await call(['diff', 'nofile', 'v2.yaml'], { files, fetch });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('v2.yaml is an API description')]);
    expect(missing.stderr).toContain('no such file, and a description cannot be compared with the tools of a service');
    const unknown = await call(['diff', 'nofile', 'tools.json'], { files, fetch });
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('nofile is neither a file nor a service'),
    ]);
    await close();
  });

  it('reports a tool whose meaning changed under the same name, with the rule', async () => {
    const files = { 'a.json': tool(), 'b.json': tool({ ...second, description: 'Purges archived invoices.' }) };
    const shown = await call(['diff', 'a.json', 'b.json'], { files });
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('[operation-meaning-changed]')]);
    const result = await call(['diff', 'a.json', 'b.json', '--json'], { files });
    expect(JSON.parse(result.stdout).tools).toMatchObject([
      { changes: [{ subject: 'tool', effect: 'meaning', rule: 'operation-meaning-changed' }] },
    ]);
  });

  it.each<[string, unknown]>([
    ['The output', { items: [tool({ ...second, output_parameters: [{ id: 'x', name: 'X', description: 'X.' }] })] }],
    ['removed', []],
    ['A published version has changed', [tool({ description: 'Other.' })]],
    [
      'required input',
      [tool({ ...second, input_parameters: [...tool().input_parameters, { id: 'n', name: 'N', description: 'N.' }] })],
    ],
  ])('exits with 1 for a breaking change: %s', async (words, after) => {
    const { code, stdout } = await call(['diff', 'a.json', 'b.json'], {
      files: { 'a.json': [tool()], 'b.json': after },
    });
    expect([code, stdout]).toEqual([1, expect.stringContaining(words)]);
  });

  it('reports when nothing changed, and rejects unreadable input', async () => {
    const files = { 'a.json': [tool()], 'b.json': [tool()], 'bad.json': [tool({ version: 'x' })] };
    expect(await call(['diff', 'a.json', 'b.json'], { files })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('same'),
    });
    expect((await call(['diff', 'a.json', 'bad.json'], { files })).code).toBe(2);
    expect((await call(['diff', 'a.json@7', 'b.json'], { files })).code).toBe(2);
  });
});

describe('dragoman diff of API descriptions', () => {
  const api = (operation: object, version = '1.0.0') =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version },
      paths: { '/t': { get: { operationId: 't_get', ...operation } } },
    });

  it('[PROF-VER-07] reports every change with its effect, and exits with 1 for breaking changes', async () => {
    const files = {
      'a.json': api({}),
      'b.json': api({ operationId: 't_read' }),
      'c.json': api({ description: 'Reads.' }),
    };
    const broken = await call(['diff', 'a.json', 'b.json'], { files });
    expect(broken.code).toBe(1);
    expect(broken.stdout).toContain('[operation-id-changed]');
    expect(broken.stdout).toContain('[breaking-change-without-version]');
    const result = await call(['diff', 'a.json', 'c.json', '--json'], { files });
    expect(result.code).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ breaking: false, counts: { description: 1 } });
    expect((await call(['diff', 'a.json', 'a.json'], { files })).stdout).toContain('no change');
  });

  it('writes Markdown, HTML and a changelog, with the counterexample, and escapes third-party text', async () => {
    const response = (schema: object) =>
      api({ responses: { '200': { description: 'x', content: { 'application/json': { schema } } } } });
    const files = {
      'a.json': response({ type: 'object', properties: { '<b>': { enum: ['x'] } } }),
      'b.json': response({ type: 'object', properties: { '<b>': { enum: ['x', 'y'] } } }),
    };
    const write = async (format: string) =>
      (await call(['diff', 'a.json', 'b.json', '--format', format], { files })).stdout;
    expect(await write('markdown')).toContain(
      '- **breaking** response 200: The value "y" of \\<b\\> was added. Counterexample: `"y"`',
    );
    expect(await write('html')).toContain('The value &quot;y&quot; of &lt;b&gt; was added.');
    expect(await write('changelog')).toContain('## 2.0.0\n\n### Breaking changes\n\n- `t_get`: response 200:');
    expect(await write('text')).toContain('the changes call for 2.0.0 (major)');
  });

  it('fails from the effect of --fail-on on', async () => {
    const files = { 'a.json': api({}), 'b.json': api({ description: 'Reads.' }), 'c.json': api({ deprecated: true }) };
    const exit = async (other: string, level: string) =>
      (await call(['diff', 'a.json', other, '--fail-on', level], { files })).code;
    expect(await Promise.all(['breaking', 'compatible', 'description'].map((level) => exit('b.json', level)))).toEqual([
      0, 0, 1,
    ]);
    expect(await Promise.all(['meaning', 'compatible', 'none'].map((level) => exit('c.json', level)))).toEqual([
      0, 1, 0,
    ]);
  });

  it('rejects a file that is not an API description', async () => {
    const files = { 'a.json': api({}), 'b.json': '{"swagger": "1.2"}' };
    const refused = await call(['diff', 'a.json', 'b.json'], { files });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('b.json is neither OpenAPI 3.x nor Swagger 2.0'),
    ]);
  });
});

describe('dragoman diff of tools with schemas', () => {
  const inputs = (code: object) => ({ type: 'object', properties: { code: { type: 'string', ...code } } });
  const versions = [
    { pattern: '^[a-c]$' },
    { pattern: '^[a-d]$' },
    { pattern: '^[b-d]$' },
    { pattern: '^(?=b)\\b.*$' },
  ];

  it('compares stored versions of a service by containment, with counterexamples, --fail-on and the formats', async () => {
    const { fetch, close } = await openRegistry();
    for (const code of versions) {
      const operations = [{ ...pierWeather.operations[0], inputs: inputs(code) }];
      await call(['add', 'pier.json'], { fetch, files: { 'pier.json': { ...pierWeather, operations } } });
    }
    const compare = (from: string, to: string, ...more: string[]) =>
      call(['diff', `pier-weather-001${from}`, `pier-weather-001${to}`, ...more], { fetch });
    const wider = await compare('@1', '@2', '--json');
    expect(JSON.parse(wider.stdout)).toMatchObject({
      breaking: false,
      versions: { before: '1.0', after: '1.0' },
      changes: [{ effect: 'compatible', operation: 'forecast', where: 'input' }],
    });
    expect([wider.code, (await compare('@1', '@2', '--fail-on', 'compatible')).code]).toEqual([0, 1]);
    const narrower = await compare('@2', '@3');
    expect(narrower).toMatchObject({ code: 1, stdout: expect.stringContaining('for example "a"') });
    const undecided = await compare('@3', '');
    expect(undecided).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('undecided    input: pattern of code'),
    });
    expect((await compare('@3', '@4', '--fail-on', 'undecided')).code).toBe(1);
    expect((await compare('@2', '@3', '--format', 'markdown')).stdout).toContain('Counterexample: `"a"`');
    expect((await compare('', '')).stdout).toContain('no change');
    const missing = await compare('@1', '@9');
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('pier-weather-001@9 cannot be read') });
    expect((await call(['diff', 'pier-weather-001', 'nobody'], { fetch })).code).toBe(2);
    await close();
  });

  it('compares a service that describes its only operation at the top level', async () => {
    const { operations: _, ...service } = pierWeather;
    const files = {
      'a.json': { ...service, inputs: inputs({ maxLength: 5 }), outputs: { type: 'object' } },
      'b.json': { ...service, inputs: inputs({ maxLength: 4 }), outputs: { type: 'object' } },
    };
    const { code, stdout } = await call(['diff', 'a.json', 'b.json'], { files });
    expect([code, stdout]).toEqual([1, expect.stringContaining('maxLength of code was 5 and is 4.')]);
  });

  it('compares two lists of MCP tools, also as responses of tools/list', async () => {
    const tools = (code: object) => [{ name: 'read_tide', description: 'Reads the tide.', inputSchema: inputs(code) }];
    const files = {
      'a.json': { tools: tools({ maxLength: 5 }) },
      'b.json': { jsonrpc: '2.0', id: 1, result: { tools: tools({ maxLength: 4 }) } },
      'api.yaml': 'openapi: 3.1.0\ninfo: {title: T, version: 1.0.0}\npaths: {}\n',
      'other.json': { name: 'x' },
    };
    const { code, stdout } = await call(['diff', 'a.json', 'b.json'], { files });
    expect([code, stdout]).toEqual([1, expect.stringContaining('maxLength of code was 5 and is 4.')]);
    expect(stdout).toContain('the changes call for a new version (major)');
    const mixed = await call(['diff', 'a.json', 'api.yaml'], { files });
    expect(mixed).toMatchObject({ code: 2, stderr: expect.stringContaining('compare two of one kind') });
    const neither = await call(['diff', 'a.json', 'other.json'], { files });
    expect(neither).toMatchObject({ code: 2, stderr: expect.stringContaining('no list of tools') });
  });
});
