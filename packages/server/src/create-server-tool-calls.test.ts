/** Calls of tools on a whole server: accepted inputs, inputs rejected before anything is sent, and responses. */
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Page, Script } from './tools.support.js';
import {
  agent,
  body,
  delivery,
  grown,
  invoke,
  order,
  problemsOf,
  rx,
  start,
  third,
  withVersions,
} from './tools.support.js';

describe('running tools', () => {
  it('[NACT-INV-01] runs at an address with the colon in either spelling, by POST only', async () => {
    const { server, path } = await withVersions(agent('linden'));
    for (const end of [':invoke', '%3Ainvoke']) {
      const answer = await invoke(server, `${path}${end}`, body(), { target: `${path}${end}` });
      expect(answer.status).toBe(200);
      const read = await server.ask('GET', `${path}${end}`, { target: `${path}${end}` });
      expect([read.status, read.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
    }
    expect(server.sent[0]).toMatchObject({
      url: 'https://linden.example/call',
      body: { rx: 'RX-1', delivery: 'pickup' },
    });
  });

  it('[NACT-INV-02] [NACT-INV-03] [NACT-INV-10] [NACT-VER-10] [NACT-RES-04] runs and validates with the requested version, else the current one', async () => {
    const { server, path } = await withVersions(agent('linden'), grown, third);
    const generic = body({ input_parameters: [rx, delivery, { name: 'generic', value: true }] });
    const refused = await invoke(server, `${path}/versions/1:invoke`, generic);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'InvalidInput',
        message: expect.stringContaining("has no input 'generic'"),
        details: [{ parameter: 'generic', problem: 'unknown_parameter' }],
      },
    });
    expect(server.sent).toEqual([]);
    const outputs = async (end: string, given: unknown) =>
      (
        (await (await invoke(server, `${path}${end}`, given)).json()) as { output_parameters: { name: string }[] }
      ).output_parameters.map(({ name }) => name);
    expect(await outputs('/versions/1:invoke', body())).toEqual(['rx', 'days', 'delivery']);
    expect(await outputs('/versions/2:invoke', generic)).toEqual(['rx', 'days', 'delivery']);
    expect(await outputs(':invoke', generic)).toEqual(['rx', 'days', 'delivery', 'generic']);
    for (const version of ['99', '0', 'abc'])
      expect((await invoke(server, `${path}/versions/${version}:invoke`, body())).status).toBe(404);
  });

  it.each<[unknown, string[]]>([
    [body({ input_parameters: { rx: 'RX-1' } }), ['input_parameters: malformed']],
    [{ input_parameters: [rx, delivery] }, ['name: malformed']],
    [body({ name: 'other__order_refill' }), ['name: wrong_tool_name']],
    [body({ input_parameters: [delivery] }), ['rx: missing_required']],
    [body({ input_parameters: [rx] }), ['delivery: missing_required']],
    [body({ input_parameters: [rx, delivery, { name: 'generic', value: 1 }] }), ['generic: wrong_type']],
    [body({ input_parameters: [{ name: 'rx', value: true }, delivery] }), ['rx: wrong_type']],
    [body({ input_parameters: [] }), ['rx: missing_required', 'delivery: missing_required']],
    [body({ input_parameters: [rx, delivery, { name: 'days', value: '5' }] }), ['days: wrong_type']],
    [body({ input_parameters: [rx, delivery, { name: 'days', value: 5.5 }] }), ['days: wrong_type']],
    [body({ input_parameters: [rx, delivery, { name: 'days', value: 91 }] }), ['days: above_maximum']],
    [body({ input_parameters: [rx, delivery, { name: 'days', value: 0 }] }), ['days: below_minimum']],
    [body({ input_parameters: [rx, { name: 'delivery', value: 'pickup' }] }), ['delivery: not_an_allowed_value']],
    [body({ input_parameters: [{ name: 'rx', value: 'x'.repeat(11) }, delivery] }), ['rx: too_long']],
    [body({ input_parameters: [{ name: 'rx', value: ['RX-1'] }, delivery] }), ['rx: wrong_type']],
    [body({ input_parameters: [{ name: 'rx', value: { a: 1 } }, delivery] }), ['rx: wrong_type']],
    [body({ input_parameters: [rx, rx, delivery] }), ['rx: given_twice']],
    [null, [': malformed']],
  ])(
    '[NACT-INV-04] [NACT-INV-05] [NACT-INV-07] [NACT-INV-08] [NACT-INV-09] [NACT-IN-13] rejects %j and runs nothing',
    async (given, problems) => {
      const { server, path } = await withVersions(grown, agent('other'));
      const answer = await invoke(server, `${path}:invoke`, given);
      expect(answer.status).toBe(400);
      expect(await problemsOf(answer)).toEqual(problems);
      expect(server.sent).toEqual([]);
      expect((await invoke(server, `${path}:invoke`, body())).status).toBe(200);
    },
  );

  it('[NACT-IN-04] [NACT-GEN-09] reads inputs from the body only, and does not require the optional ones', async () => {
    const { server, path } = await withVersions(agent('linden'));
    const bare = body({ input_parameters: [delivery] });
    expect(await problemsOf(await invoke(server, `${path}:invoke`, bare, { headers: { rx: 'RX-1' } }))).toEqual([
      'rx: missing_required',
    ]);
    expect((await invoke(server, `${path}:invoke?rx=RX-1`, bare)).status).toBe(400);
    expect(
      (
        await invoke(
          server,
          `${path}:invoke`,
          body({ input_parameters: [rx, delivery, { name: 'days', value: null }], spare: 1 }),
        )
      ).status,
    ).toBe(200);
  });

  it('reads JSON text and decimal numbers, and names the place of an error inside them', async () => {
    const line = { type: 'object', properties: { sku: { type: 'string' }, until: { type: 'string', format: 'date' } } };
    const more = { lines: { type: 'array', items: line }, price: { type: 'number', minimum: 0 } };
    const { server, path } = await withVersions(agent('linden', { operations: [order(['rx'], more)] }));
    const given = (name: string, value: string) => body({ input_parameters: [rx, { name, value }] });
    const faults: [string, string, string, string][] = [
      ['lines', '[{"sku":5}]', 'input/type', '[0].sku must be string'],
      ['lines', '[{"sku":"a","until":"yesterday"}]', 'input/format', '[0].until must be a date such as 2026-01-31'],
      ['lines', '[{"sku":', 'malformed', 'not valid JSON'],
      ['lines', '['.repeat(400_000), 'malformed', 'nested deeper than 64 levels'],
      ['price', '-1', 'input/minimum', 'must be >= 0'],
      ['price', 'ten', 'wrong_type', 'the text of a decimal number'],
    ];
    for (const [parameter, value, problem, message] of faults) {
      const answer = await invoke(server, `${path}:invoke`, given(parameter, value));
      const { error } = (await answer.json()) as { error: { message: string; details: unknown[] } };
      expect([answer.status, error.details]).toEqual([
        400,
        [{ parameter, problem, message: expect.stringContaining(message) }],
      ]);
      expect(error.message).toContain(message);
    }
    expect(server.sent).toEqual([]);
    const lines = [{ sku: 'a', until: '2026-02-03' }];
    const both = [rx, { name: 'lines', value: JSON.stringify(lines) }, { name: 'price', value: '2.50' }];
    expect((await invoke(server, `${path}:invoke`, body({ input_parameters: both }))).status).toBe(200);
    expect(server.sent[0]).toMatchObject({ body: { rx: 'RX-1', lines, price: 2.5 } });
  });

  it('[NACT-INV-06] uses the names of inputs, not their ids', async () => {
    const { server } = await withVersions(agent('linden'));
    const document = {
      root: 'https://tools.example/v1',
      items: [
        {
          toolId: 'c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77',
          name: 'lookup_weather_by_city',
          description: 'Looks the weather up.',
          version: 1,
          currentVersion: 1,
          input_parameters: [
            { id: 'city', name: 'City', description: 'Town.' },
            { id: 'n', name: 'Count', type: 'int', description: 'How many.', required: false },
          ],
          output_parameters: [{ id: 'temp-fh', name: 'Temperature in Fahrenheit', type: 'int', description: 'Now.' }],
        },
      ],
    };
    const imported = await server.ask('POST', '/imports', { body: { items: [{ document }] } });
    expect([imported.status, await imported.text()]).toEqual([200, expect.stringContaining('created')]);
    const { items } = await server.read<Page>('/tools?text=weather');
    const given = (name: string) => ({ name: items[0]?.name, input_parameters: [{ name, value: 'Omaha' }] });
    const path = `/tools/${items[0]?.toolId}:invoke`;
    expect(await problemsOf(await invoke(server, path, given('city')))).toEqual([
      'city: unknown_parameter',
      'City: missing_required',
    ]);
    const counted = (value: number) => ({
      ...given('City'),
      input_parameters: [
        { name: 'City', value: 'Omaha' },
        { name: 'Count', value },
      ],
    });
    expect(await problemsOf(await invoke(server, path, counted(65_536)))).toEqual(['Count: above_maximum']);
    await invoke(server, path, given('City'));
    expect(server.sent[0]).toMatchObject({
      body: { name: 'lookup_weather_by_city', input_parameters: [{ name: 'City', value: 'Omaha' }] },
    });
  });

  it('[NACT-GEN-06] accepts the credentials that are accepted everywhere else', async () => {
    const { server, path } = await withVersions(agent('linden'));
    const reader = await server.keyFor('bob', 'registry:read');
    const nobody = await server.server.fetch(
      new Request(`http://127.0.0.1${path}:invoke`, {
        method: 'POST',
        body: JSON.stringify(body()),
        headers: { 'content-type': 'application/json' },
      }),
    );
    expect(nobody.status).toBe(401);
    expect((await invoke(server, `${path}:invoke`, body(), { key: reader })).status).toBe(403);
    expect((await invoke(server, `${path}:invoke`, body())).status).toBe(200);
  });

  it.each<[string, Script, number]>([
    ['is not reachable', () => Promise.reject(new Failure('UPSTREAM_ERROR')), 502],
    ['takes too long', () => Promise.reject(new Failure('UPSTREAM_TIMEOUT')), 504],
    ['is overloaded', () => ({ status: 503, body: {} }), 503],
    ['breaks down', () => ({ status: 500, body: { error: 'x' } }), 502],
    ['rejects the form', () => ({ status: 400, body: { error: 'x' } }), 409],
    ['rejects the content', () => ({ status: 422, body: { error: 'x' } }), 409],
    ['is rate-limited', () => ({ status: 429, body: {} }), 429],
    ['returns a text for a number, which is a warning,', () => ({ body: { days: '80' } }), 200],
  ])('[NACT-INV-11] [NACT-INV-13] reports a service that %s by its status', async (_, script, status) => {
    const server = await start(script);
    await server.register(agent('linden'));
    const { items } = await server.read<Page>('/tools');
    const path = `/tools/${items[0]?.toolId}:invoke`;
    expect((await invoke(server, path, body())).status).toBe(status);
    expect((await server.ask('POST', path, { key: 'dgm_nobody_knows', body: body() })).status).toBe(401);
    expect((await invoke(server, path, '{"name":')).status).toBe(400);
    expect((await invoke(server, '/tools/c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77:invoke', body())).status).toBe(404);
    expect((await server.ask('POST', path, { body: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });

  it('[NACT-RES-01] [NACT-RES-02] [NACT-RES-03] [NACT-RES-05] returns every declared output by its name, and nothing else', async () => {
    const server = await start(() => ({ body: { rx: 'RX-1', days: 1_200_000, secret: 1 } }));
    await server.register(agent('linden'));
    const { items } = await server.read<Page>('/tools');
    const answer = await invoke(server, `/tools/${items[0]?.toolId}:invoke`, body());
    expect(await answer.json()).toEqual({
      output_parameters: [
        { name: 'rx', value: 'RX-1' },
        { name: 'days', value: 1_200_000 },
        { name: 'delivery', value: null },
      ],
    });
    expect(answer.headers.get('x-dragoman-trust')).toBe('untrusted');
  });

  it('runs a call with a key once, and previews the effect on a dry run', async () => {
    const { server, path } = await withVersions(agent('linden'));
    const headers = { 'idempotency-key': 'call-7f1c' };
    const [first, second] = [
      await invoke(server, `${path}:invoke`, body(), { headers }),
      await invoke(server, `${path}:invoke`, body(), { headers }),
    ];
    expect(await second.json()).toEqual(await first.json());
    expect([second.headers.get('idempotency-replayed'), server.sent.length]).toEqual(['true', 1]);
    const preview = await invoke(server, `${path}:invoke`, body(), { headers: { 'x-dry-run': 'true' } });
    expect(await preview.json()).toMatchObject({ dry_run: true, agent: 'linden' });
    expect(server.sent).toHaveLength(1);
  });
});
