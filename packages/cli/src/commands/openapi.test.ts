/** OpenAPI documents on the command line: referenced files, selected operations with a report, workflows. */
import { describe, expect, it } from 'vitest';
import { call, openRegistriesPerTest } from '../cli.support.js';
import { createHarbourDesk } from '../demo/harbour-desk.js';

const openRegistry = openRegistriesPerTest();

async function registry(cards: Record<string, unknown> = {}) {
  const { fetch } = await openRegistry(cards);
  return fetch;
}

const openapi = `openapi: 3.1.0
info: { title: Berths, version: '1' }
servers: [{ url: https://berths.example }]
paths:
  /berths:
    get:
      operationId: listBerths
      tags: [berths]
      parameters: [{ name: harbour, in: query, required: true, schema: { type: string } }]
      responses: { '200': { description: Berths., content: { application/json: { schema: { $ref: 'schemas/berth.yaml' } } } } }
    post: { operationId: addBerth, tags: [berths], responses: { '204': { description: Done. } } }
  /staff:
    get: { operationId: listStaff, tags: [staff], responses: { '204': { description: Done. } } }
`;

const files = { 'openapi.yaml': openapi, 'schemas/berth.yaml': 'type: object\nproperties: { id: { type: string } }\n' };

const tool = (operation: string) => `arazzo: 1.0.1
info: { title: Berth tool, version: 1.0.0 }
sourceDescriptions: [{ name: berths, type: openapi, url: ./openapi.yaml }]
workflows:
  - workflowId: berthsAt
    summary: Lists the berths of a harbour.
    inputs: { type: object, properties: { harbour: { type: string } }, required: [harbour] }
    steps:
      - stepId: ask
        operationId: ${operation}
        parameters: [{ name: harbour, value: $inputs.harbour }]
        outputs: { found: $response.body }
    outputs: { found: $steps.ask.outputs.found }
`;

describe('dragoman add with an OpenAPI file', () => {
  it('shows what would be stored with --dry-run, and imports chosen operations by name', async () => {
    const fetch = await registry();
    const dry = await call(['add', 'openapi.yaml', '--dry-run'], { fetch, files });
    expect(dry).toMatchObject({ code: 0 });
    expect(dry.stdout).toMatch(/calls\s+https:\/\/berths\.example/);
    expect(dry.stdout).toMatch(/list_berths {2}informational, \d+ tokens/);
    expect(dry.stderr).toContain('Dry run: nothing was stored.');
    const chosen = ['add', 'openapi.yaml', '--id', 'berths', '--operation', 'list_berths', '--operation', 'list_staff'];
    expect((await call(chosen, { fetch, files })).stdout).toMatch(/created.*2 operations/);
    expect(await call(['add', 'openapi.yaml', '--dry-run', '--crawl', '1h'], { fetch, files })).toMatchObject({
      code: 2,
    });
  });

  it('shows with --dry-run what would change in a service that exists', async () => {
    const fetch = await registry();
    await call(['add', 'openapi.yaml', '--id', 'berths'], { fetch, files });
    const renewed = { ...files, 'openapi.yaml': openapi.replace('listStaff', 'listCrew') };
    const dry = await call(['add', 'openapi.yaml', '--id', 'berths', '--dry-run'], { fetch, files: renewed });
    expect(dry.stdout).toMatch(/would update.*\n(?:.*\n)*? {2}changes {5}Adds 1 operation: list_crew/);
    expect(dry.stdout).toMatch(/changes {5}Removes 1 operation: list_staff/);
  });

  it('bundles the files that it references', async () => {
    const fetch = await registry();
    const added = await call(['add', 'openapi.yaml', '--report'], { fetch, files });
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('3 operations') });
    expect(added.stderr).not.toContain('openapi/document-refused');
  });

  it('shows an operation by any of its names, with its inputs', async () => {
    const fetch = await registry();
    await call(['add', 'openapi.yaml', '--id', 'berths'], { fetch, files });
    for (const name of ['list_berths', 'listBerths', 'list-berths']) {
      const shown = await call(['show', 'berths', name], { fetch });
      expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('harbour  (string, required)') });
    }
    const json = await call(['show', 'berths', 'list_berths', '--json'], { fetch });
    expect(JSON.parse(json.stdout)).toMatchObject({ name: 'list_berths', inputs: { required: ['harbour'] } });
    const wrong = await call(['show', 'berths', 'list_berth'], { fetch });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("Did you mean 'list_berths'") });
    expect((await call(['show', 'berths', 'list_berths', '--versions'], { fetch })).code).toBe(2);
  });

  it('shows outputs behind references, and what acts and needs a confirmation', async () => {
    const fetch = await registry();
    const firing = { $ref: '#/components/schemas/Firing' };
    const content = { 'application/json': { schema: firing } };
    const list = { 'application/json': { schema: { type: 'array', items: firing } } };
    const kilns = {
      openapi: '3.1.0',
      info: { title: 'Kilns', version: '1' },
      servers: [{ url: 'https://kilns.example' }],
      paths: {
        '/firings': {
          get: { operationId: 'listFirings', responses: { 200: { description: 'All', content: list } } },
          post: {
            operationId: 'payFiring',
            summary: 'Pay for a firing.',
            requestBody: { required: true, content },
            responses: { 200: { description: 'Paid', content } },
          },
        },
      },
      components: {
        schemas: {
          Firing: {
            type: 'object',
            required: ['id'],
            properties: { id: { type: 'string' }, kilns: { type: 'array', items: { type: 'string' } } },
          },
        },
      },
    };
    await call(['add', 'kilns.json', '--id', 'kilns'], { fetch, files: { 'kilns.json': kilns } });
    const paid = await call(['show', 'kilns', 'payFiring'], { fetch });
    expect(paid.stdout).toContain(
      'impact  irreversible: it cannot be undone (derived from the text of the description)',
    );
    expect(paid.stdout.split('outputs')[1]).toContain('id  (string, required)');
    expect(paid.stdout.split('outputs')[1]).toContain('kilns  (string[])');
    expect(paid.stderr).toContain('1 tool (pay_firing) requires a confirmation');
    const listed = await call(['show', 'kilns', 'listFirings'], { fetch });
    expect(listed.stdout).toMatch(/outputs[\s\S]*id\b/);
    expect(listed.stderr).toBe('');
    const card = await call(['show', 'kilns'], { fetch });
    expect(card.stdout).toMatch(/pay_firing {2}irreversible {2}Pay for a firing/);
    expect(card.stdout).not.toMatch(/list_firings {2}informational/);
    expect(card.stderr).toContain('1 tool (pay_firing) requires a confirmation');
    expect(JSON.parse((await call(['connections', '--json'], { fetch })).stdout)).toEqual([]);
  });

  it('lists fifty operations of a service, and says how to find the others', async () => {
    const fetch = await registry();
    const paths = Array.from(
      { length: 60 },
      (_, at) => `  /p${at}: { get: { operationId: read${at}, responses: {} } }`,
    );
    const many = `${openapi.slice(0, openapi.indexOf('paths:'))}paths:\n${paths.join('\n')}\n`;
    await call(['add', 'many.yaml', '--id', 'many'], { fetch, files: { 'many.yaml': many } });
    const { stdout } = await call(['show', 'many'], { fetch });
    expect(stdout).toContain('… and 10 more: "dragoman toolsets find --agent many <words>" searches them');
    expect(stdout).not.toContain('read59');
  });

  it('rejects JSON with a duplicate key, with its location', async () => {
    const fetch = await registry();
    const twice = '{"openapi":"3.1.0","info":{"title":"B","version":"1"},\n"paths":{"/a":{"get":{}},"/a":{"post":{}}}}';
    const added = await call(['add', 'twice.json'], { fetch, files: { 'twice.json': twice } });
    expect(added).toMatchObject({ code: 1, stdout: expect.stringContaining('"/a" twice (line 2, column 26)') });
  });

  it('reads no file outside its own folder, and no URL', async () => {
    const fetch = await registry();
    const reaching = openapi
      .replace('schemas/berth.yaml', '../../etc/secret.yaml')
      .replace('{ description: Done. } } }\n  /staff', "{ $ref: 'http://169.254.169.254/x' } } }\n  /staff");
    const added = await call(['add', 'api/openapi.yaml', '--report'], {
      fetch,
      files: { 'api/openapi.yaml': reaching, 'secret.yaml': 'type: string' },
    });
    expect(added.code).toBe(0);
    expect(added.stderr).toContain('outside the folder');
    expect(added.stderr).toContain('only local files are bundled');
  });

  it('imports the selected operations, and reports the others', async () => {
    const fetch = await registry();
    const argv = [
      'add',
      'openapi.yaml',
      '--include',
      'tag:berths',
      '--exclude',
      'method:post',
      '--report',
      '--id',
      'berths',
    ];
    const added = await call(argv, { fetch, files });
    expect(added.stdout).toContain('  berths  ');
    expect(added.stderr).toContain('1 operations were excluded by --include');
    expect(added.stderr).toContain('1 operations were excluded by --exclude');
    const odd = await call(['add', 'openapi.yaml', '--include', 'color:red'], { fetch, files });
    expect(odd).toMatchObject({ code: 1 });
    expect(odd.stdout + odd.stderr).toContain('problem');
  });

  it('reads Swagger 2.0, and reports findings at its own locations', async () => {
    const swagger = {
      swagger: '2.0',
      info: { title: 'Old berths', version: '1' },
      host: 'berths.example',
      paths: {
        '/berths': {
          post: {
            operationId: 'addBerth',
            parameters: [{ name: 'berth', in: 'body', required: true, schema: { $ref: '#/definitions/Gone' } }],
            responses: { '204': { description: 'Added.' } },
          },
        },
      },
    };
    const given = { 'swagger.json': JSON.stringify(swagger) };
    const added = await call(['add', 'swagger.json', '--report'], { fetch: await registry(), files: given });
    expect([added.code, added.stdout]).toEqual([0, expect.stringContaining('created')]);
    expect(added.stderr).toContain('/paths/~1berths/post/parameters/0/schema');
  });

  it('reports what to do about a document that is too large', async () => {
    const info = { title: 'Berths', version: '1', description: 'x'.repeat(17 * 1024 * 1024) };
    const given = { 'huge.json': JSON.stringify({ openapi: '3.1.0', info, paths: {} }) };
    const refused = await call(['add', 'huge.json'], { fetch: await registry(), files: given });
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('PAYLOAD_TOO_LARGE')]);
    expect(refused.stderr).toContain('limits.importBodyBytes');
  });

  it('reports the location of a YAML syntax error', async () => {
    const broken = await call(['add', 'openapi.yaml'], {
      fetch: await registry(),
      files: { 'openapi.yaml': 'openapi: 3.0.0\npaths: [\n' },
    });
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(/line \d+, column \d+/);
  });
});

describe('dragoman sculpt over an OpenAPI file', () => {
  it('checks the steps against it without network access', async () => {
    const good = await call(['sculpt', 'check', 'tool.yaml'], { files: { ...files, 'tool.yaml': tool('listBerths') } });
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('ok') });
    const bad = await call(['sculpt', 'check', 'tool.yaml'], { files: { ...files, 'tool.yaml': tool('sellBerths') } });
    expect(bad).toMatchObject({ code: 1, stdout: expect.stringContaining('sculpt/no-operation') });
  });

  it('reports unknown inputs, suggests each operation once, and names a missing file', async () => {
    const check = (text: string) => call(['sculpt', 'check', 'tool.yaml'], { files: { ...files, 'tool.yaml': text } });
    const misnamed = await check(tool('listBerths').replace('{ name: harbour, value', '{ name: harbor, value'));
    expect(misnamed).toMatchObject({ code: 1, stdout: expect.stringContaining('"listBerths" has no input "harbor"') });
    const offer = /Did you mean (.*)\?/.exec((await check(tool('sellBerths'))).stdout)?.[1]?.match(/'\w+'/g) ?? [];
    expect(offer.length).toBeGreaterThan(0);
    expect(new Set(offer).size).toBe(offer.length);
    const missing = await check(tool('listBerths').replace('./openapi.yaml', './gone.yaml'));
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('./gone.yaml: file not found') });
    const foreign = await check(tool('listBerths').replace('./openapi.yaml', './schemas/berth.yaml'));
    expect(foreign).toMatchObject({ code: 2, stderr: expect.stringContaining('not a valid OpenAPI document') });
  });

  it('registers it and runs the workflow', async () => {
    const harbour = createHarbourDesk();
    const handle = () => ({ body: { id: 'A1' } });
    const { fetch } = await openRegistry({}, { berths: { ...harbour, handle } });
    const argv = ['sculpt', 'run', 'tool.yaml', '--input', 'harbour=Bergen'];
    const run = await call(argv, { fetch, files: { ...files, 'tool.yaml': tool('listBerths') } });
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toEqual({ found: { id: 'A1' } });
  });
});
