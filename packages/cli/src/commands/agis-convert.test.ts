/** `dragoman agis convert` and `dragoman add` with AGIS files. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call, openRegistry } from '../cli.support.js';

const text = (name: string) =>
  readFileSync(new URL(`../../../core/src/protocols/agis/fixtures/${name}.agis`, import.meta.url), 'utf8');

const files = {
  'freight.agis': text('tarn-freight'),
  'broken.agis': text('tarn-freight').replace('method: QUOTE', 'method: QUOTING'),
  'unreadable.agis': 'agis: "1.0"\nservice: [',
  'tools.json': {
    tools: [
      { name: 'get_data', description: 'Gets data.', inputSchema: { type: 'object', properties: {}, required: [] } },
    ],
  },
  'other.json': { hello: 'world' },
};

describe('dragoman agis convert', () => {
  it('writes MCP tools to standard output and the report to standard error', async () => {
    const { code, stdout, stderr } = await call(['agis', 'convert', 'freight.agis', '--to', 'mcp'], { files });
    expect(code).toBe(0);
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain('amend_delivery-slot');
    expect(stderr).toContain('mcp/not-carried');
    const underscored = await call(['agis', 'convert', 'freight.agis', '--to', 'mcp', '--underscores', '--quiet'], {
      files,
    });
    expect(underscored.stdout).toContain('amend_delivery_slot');
    expect(underscored.stderr).toBe('');
  });

  it('locates findings about the result by pointer, prints notes first, and offers only verbs that AGIS permits', async () => {
    const vent = {
      operationId: 'openVent',
      summary: 'Open the vent of a kiln',
      responses: { '204': { description: 'Open' } },
    };
    const api = {
      openapi: '3.1.0',
      info: { title: 'Kilns', version: '1' },
      paths: { '/kilns/{id}/vent/open': { post: vent } },
    };
    const { stderr } = await call(['agis', 'convert', 'kilns.json'], { files: { 'kilns.json': JSON.stringify(api) } });
    expect(stderr).toMatch(/^result \/endpoints\/0/m);
    expect(stderr).not.toMatch(/^result:\d/m);
    expect(stderr).toMatch(/becomes START: its sentence says "open"\. Others: UNLOCK, CREATE/);
    const severities = [...stderr.matchAll(/^result.*?: (info|warning): /gm)].map(([, severity]) => severity);
    expect(severities).toEqual([...severities].sort());
    expect(new Set(severities).size).toBe(2);
  });

  it('puts the verb of a name at the requested position', async () => {
    const namesWith = async (...more: string[]) => {
      const { stdout } = await call(['agis', 'convert', 'tools.json', '--to', 'mcp', ...more], { files });
      return (JSON.parse(stdout) as { tools: { name: string }[] }).tools.map(({ name }) => name);
    };
    expect([await namesWith(), await namesWith('--verbs', 'last'), await namesWith('--verbs', 'first')]).toEqual([
      ['get_data'],
      ['data_get'],
      ['get_data'],
    ]);
    expect((await call(['agis', 'convert', 'tools.json', '--verbs', 'middle'], { files })).code).toBe(2);
  });

  it('[AGIS-SER-07] writes AGIS from tools, as JSON or with --yaml as YAML, with the reason for each verb', async () => {
    const { code, stdout, stderr } = await call(['agis', 'convert', 'tools.json'], { files });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ agis: '1.0', endpoints: [{ method: 'RETRIEVE', path: '/data' }] });
    expect(stderr).toContain('get_data becomes RETRIEVE');
    const yaml = await call(['agis', 'convert', 'tools.json', '--yaml'], { files });
    expect(yaml.stdout).toMatch(/^agis: "1.0"\n/);
  });

  it('writes OpenAPI that can be read again', async () => {
    const { stdout } = await call(['agis', 'convert', 'freight.agis', '--to', 'openapi'], { files });
    const there = JSON.parse(stdout) as object;
    expect(there).toMatchObject({ openapi: '3.1.0' });
    const back = await call(['agis', 'convert', 'openapi.json', '--json'], { files: { 'openapi.json': there } });
    expect(JSON.parse(back.stdout)).toMatchObject({
      ok: true,
      from: 'openapi',
      document: { service: 'Tarn Valley Road Freight' },
    });
  });

  it('fails with every finding for a document that does not conform', async () => {
    const { code, stdout, stderr } = await call(['agis', 'convert', 'broken.agis', '--to', 'mcp'], { files });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('QUOTING');
  });

  it('distinguishes a file that cannot be read from one that is not a description', async () => {
    const unreadable = await call(['agis', 'convert', 'unreadable.agis'], { files });
    expect(unreadable.code).toBe(2);
    expect(unreadable.stderr).toMatch(/line \d+, column \d+/);
    const other = await call(['agis', 'convert', 'other.json'], { files });
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('AGIS documents');
    expect(other.stderr).toContain('1 error, 0 warnings, 0 notes');
    expect((await call(['agis', 'convert', 'freight.agis', '--to', 'word'], { files })).code).toBe(2);
  });
});

describe('dragoman add with AGIS', () => {
  it('registers an AGIS file, privately if requested, and reports every error in another', async () => {
    const registry = await openRegistry();
    try {
      const added = await call(['add', 'freight.agis', 'broken.agis', '--private', '--json'], { files, ...registry });
      expect(added.code).toBe(1);
      const { results } = JSON.parse(added.stdout) as {
        results: { outcome: string; id?: string; error?: { field_errors: { field: string; detail: string }[] } }[];
      };
      expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'failed']);
      expect(results[1]?.error?.field_errors).toContainEqual(
        expect.objectContaining({ field: 'endpoints[0].method', detail: expect.stringContaining('QUOTING') }),
      );
      const shown = await call(['show', results[0]?.id ?? '', '--json'], { files, ...registry });
      expect(JSON.parse(shown.stdout)).toMatchObject({ name: 'Tarn Valley Road Freight', visibility: 'private' });
    } finally {
      await registry.close();
    }
  });
});
