import type { ToolSignature } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { ToolsetExport } from '../toolsets.js';
import type { ToolsetExecutorOptions } from './from-toolset.js';
import { createToolsetExecutor } from './from-toolset.js';
import { ask } from './session.support.js';
import type { ToolServer } from './tool-server.support.js';
import { createToolServer, refill, weather, weather2 } from './tool-server.support.js';

const omaha = { City: 'Omaha' };

function exported(
  server: ToolServer,
  tools: readonly ToolSignature[],
  change: Partial<ToolsetExport> = {},
): ToolsetExport {
  return {
    format: 'dragoman-toolset',
    format_version: 1,
    id: 'desk',
    name: 'Desk',
    description: '',
    version: 1,
    root: server.root,
    mode: 'chosen',
    tools: tools.map((signature) => ({
      alias: signature.name,
      vendor: 'weather',
      agent_id: 'weather',
      signature,
      fingerprint: 'sha256:00',
      follow: 'pinned',
    })),
    ...change,
  };
}

const open = (server: ToolServer, toolset: ToolsetExport, more: ToolsetExecutorOptions = {}) =>
  createToolsetExecutor(toolset, { fetch: server.fetch, watchVersions: false, ...more });

describe('an executor made from an exported toolset', () => {
  it('[NACT-DES-07] starts from the export alone, and calls the pinned versions', async () => {
    const server = createToolServer({ tools: [weather] });
    const { arrived } = server;
    const executor = open(server, exported(server, [weather]));
    const session = await executor.startSession();
    expect(arrived).toHaveLength(0);
    expect(session.tools('anthropic').map(({ name }) => name)).toEqual([weather.name]);
    server.publish(weather2);
    expect(await ask(session, weather.name, omaha)).toMatchObject({ kind: 'succeeded' });
    expect(server.invoked()[0]?.url.pathname).toContain('/versions/1:invoke');
  });

  it('reads the current version of tools that follow their vendor', async () => {
    const server = createToolServer({ tools: [weather] });
    server.publish(weather2);
    const toolset = exported(server, [weather]);
    const follows = { ...toolset, tools: toolset.tools.map((tool) => ({ ...tool, follow: 'latest' as const })) };
    const session = await open(server, follows).startSession();
    await ask(session, weather.name, omaha);
    expect(server.invoked()[0]?.url.pathname).toContain('/versions/2:invoke');
  });

  it('[NACT-DES-20] searches at run time only when the toolset is open', async () => {
    const server = createToolServer({ tools: [weather, refill], searches: true });
    const closed = open(server, exported(server, [weather]));
    await expect(closed.search({ text: 'refill' })).rejects.toThrow('not open');
    expect(() => closed.with([refill])).toThrow('not open');
    const executor = open(server, exported(server, [weather], { mode: 'open' }));
    const found = await executor.search({ text: 'refill' });
    expect(found.map(({ name }) => name)).toEqual([refill.name]);
    const session = await executor.with(found).startSession();
    expect(session.tools('anthropic').map(({ name }) => name)).toEqual([weather.name, refill.name]);
    expect((await executor.search({}, 1)).length).toBe(1);
  });

  it('starts with the ready procedures, unless the host provides one', async () => {
    const server = createToolServer({ tools: [weather] });
    const procedures = [
      { state: 'ready', text: `Call ${weather.name}().` },
      { state: 'draft', text: 'Not yet.' },
    ];
    const toolset = exported(server, [weather], { procedures });
    expect((await open(server, toolset).startSession()).instructions).toBe(`Call ${weather.name}().`);
    expect((await open(server, toolset, { procedure: 'Mine.' }).startSession()).instructions).toBe('Mine.');
  });

  it('knows the impact of a call, so that a person can be asked', async () => {
    const server = createToolServer({ tools: [weather] });
    const toolset = exported(server, [weather]);
    const risky = { ...toolset, tools: toolset.tools.map((tool) => ({ ...tool, impact: 'irreversible' as const })) };
    const escalate = { impacts: ['irreversible' as const], ask: () => false };
    const session = await open(server, risky, { escalate }).startSession();
    expect(await ask(session, weather.name, omaha)).toMatchObject({ kind: 'declined' });
    expect(server.invoked()).toEqual([]);
  });

  const text = (name: string, required = false) => ({
    id: name,
    name,
    type: 'string' as const,
    description: 'x',
    required,
  });
  const task: ToolSignature = {
    ...weather,
    name: 'create_task',
    input_parameters: [
      { ...text('data.name', true), maxLength: 9 },
      text('data.tags'),
      text('data.weight'),
      text('other_inputs'),
    ],
  };
  const whole = (server: ToolServer, change: Partial<ToolsetExport['tools'][number]> = {}) => {
    const toolset = exported(server, [task]);
    const data = {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 9 },
        tags: { type: 'array', items: { type: 'string' } },
        weight: { type: 'number' },
      },
      required: ['name'],
    };
    const schemas = {
      input_schema: {
        type: 'object',
        properties: { data, 'dry run': { type: ['boolean', 'null'] } },
        required: ['data'],
        additionalProperties: false,
      },
      input_map: [
        { name: 'data.name', path: ['data', 'name'], form: 'plain' as const },
        { name: 'data.tags', path: ['data', 'tags'], form: 'json' as const },
        { name: 'data.weight', path: ['data', 'weight'], form: 'number' as const },
        { name: 'other_inputs', path: [], form: 'others' as const },
      ],
    };
    return { ...toolset, tools: toolset.tools.map((tool) => ({ ...tool, ...schemas, ...change })) };
  };
  const sent = (server: ToolServer) => server.invoked().map(({ body }) => body?.input_parameters);

  it('shows the complete schema in every model format, and sends the inputs of the signature', async () => {
    const server = createToolServer({ tools: [task] });
    const session = await open(server, whole(server)).startSession();
    const [anthropic] = session.tools('anthropic');
    expect(anthropic?.input_schema).toMatchObject({
      properties: { data: { properties: { tags: { type: 'array' } } }, dry_run: {} },
      required: ['data'],
    });
    expect(session.tools('openai-chat')[0]?.function.parameters).toEqual(anthropic?.input_schema);
    expect(session.tools('google')[0]?.functionDeclarations[0]).toMatchObject({
      parametersJsonSchema: {
        properties: {
          data: { properties: { name: { description: 'At most 9 characters.' }, tags: { type: 'array' } } },
        },
        required: ['data'],
      },
    });
    const data = { name: 'Call', tags: ['a', 'b'], weight: 1.5 };
    expect(await ask(session, task.name, { data, dry_run: null })).toMatchObject({ kind: 'succeeded' });
    expect(sent(server)).toEqual([
      [
        { name: 'data.name', value: 'Call' },
        { name: 'data.tags', value: '["a","b"]' },
        { name: 'data.weight', value: '1.5' },
        { name: 'other_inputs', value: '{"dry run":null}' },
      ],
    ]);
  });

  it('[NACT-EXEC-03] [NACT-EXEC-06] validates a complete input before anything is sent, and names the place inside it', async () => {
    const server = createToolServer({ tools: [task] });
    const session = await open(server, whole(server), { corrections: { limit: 99 } }).startSession();
    const faulty: [object, string][] = [
      [{}, "'data' is missing"],
      [{ data: { tags: [] } }, "'data.name' is missing"],
      [{ data: { name: 'Call', tags: ['a', 5] } }, "'data.tags[1]' must be string"],
      [{ data: { name: 'Call', tags: 'a' } }, "'data.tags' must be array"],
      [{ data: { name: 'A name that is too long' } }, "Shorten 'data.name' to at most 9"],
      [{ data: { name: 'Call' }, extra: 1 }, "'extra' is unknown"],
    ];
    for (const [inputs, message] of faulty) {
      const outcome = await ask(session, task.name, inputs as Record<string, unknown>);
      expect([outcome.kind, outcome.text]).toEqual(['refused', expect.stringContaining(message)]);
    }
    expect(sent(server)).toEqual([]);
  });

  it('shows the inputs of the signature when the export is older, or the vendor has a newer version', async () => {
    const server = createToolServer({ tools: [task] });
    const names = (session: Awaited<ReturnType<ReturnType<typeof open>['startSession']>>) =>
      Object.keys(session.tools('anthropic')[0]?.input_schema.properties ?? {});
    const old = await open(server, exported(server, [task])).startSession();
    server.publish({ ...task, version: 2 });
    const latest = await open(server, whole(server, { follow: 'latest' })).startSession();
    for (const session of [old, latest]) expect(names(session)).toContain('other_inputs');
    expect(names(latest)).not.toContain('data');
  });

  it('rejects anything that is not an export', () => {
    const server = createToolServer({ tools: [] });
    for (const change of [{ format: 'other' }, { format_version: 2 }, { tools: 'x' }]) {
      const odd = { ...exported(server, []), ...change } as unknown as ToolsetExport;
      expect(() => open(server, odd)).toThrow('not an exported toolset');
    }
  });
});
