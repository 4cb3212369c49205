/** The executor on our own server: a service of the catalogue, served as N-ACT tools, called by a scripted model. */
import { createExecutor, createToolRoot } from '@dragoman/sdk/executor';
import { afterEach, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import { startGatewayServer } from './gateway-server.js';
import { startHttpHost } from './http-host.js';
import { converse, startScriptedModel } from './scripted-model.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startHarbour() {
  const calls: unknown[] = [];
  const harbour = await startHttpHost(async (_url, init) => {
    calls.push(JSON.parse(String(init.body)));
    return Response.json({ high_water: '06:12', metres: 3 });
  });
  const { server, url, ask } = await startGatewayServer();
  closers.push(harbour.close, () => server.close());
  const inputs = {
    type: 'object',
    properties: {
      harbour: { type: 'string', description: 'Name of the harbour.', maxLength: 40 },
      days_ahead: { type: 'integer', description: 'Days from today.', minimum: 0, maximum: 14 },
    },
    required: ['harbour'],
    additionalProperties: false,
  };
  const outputs = {
    type: 'object',
    properties: {
      high_water: { type: 'string', description: 'Time of high water.' },
      metres: { type: 'integer', description: 'Height.' },
    },
    required: ['high_water', 'metres'],
  };
  const document = agentDocument('tide-desk', { endpoint: `${harbour.origin}/tides`, inputs, outputs });
  expect((await ask('POST', '/agents', document)).status).toBeLessThan(300);
  return { url, calls, ask, document, inputs };
}

it('gives the tools of the catalogue and of one service to a model, validates its calls, and calls through the gateway', async () => {
  const { url, calls } = await startHarbour();
  for (const root of [url, `${url}/agents/tide-desk`]) {
    const source = { label: 'harbour', root, allowInsecure: true };
    const { value: tool } = await createToolRoot(source)
      .list({ tags: ['sea'] })
      .next();
    if (tool === undefined) throw new Error('the list has no tools');
    const session = await createExecutor({
      sources: [source],
      tools: [{ tool: tool.toolId, version: 1 }],
    }).startSession();
    const [shown] = session.tools('anthropic');
    const [harbour = ''] = shown?.input_schema.required ?? [];
    const model = await startScriptedModel([
      [[tool.name, { [harbour]: 7 }]],
      [[tool.name, { [harbour]: 'Gdansk' }]],
      (reply) => `High water is at ${/\d\d:\d\d/.exec(reply)?.[0]}.`,
    ]);
    closers.push(model.close);
    calls.length = 0;
    const { words, turns } = await converse(session, model, 'When is high water in Gdansk?');
    expect(turns.map(({ outcomes }) => outcomes[0]?.kind)).toEqual(['refused', 'succeeded', undefined]);
    expect(words).toBe('High water is at 06:12.');
    expect(calls).toEqual([{ harbour: 'Gdansk' }]);
  }
});

it('keeps the pinned version when the service gets a new one, and reports it', async () => {
  const { url, ask, document, inputs } = await startHarbour();
  const source = { label: 'harbour', root: `${url}/agents/tide-desk`, allowInsecure: true };
  const { value: tool } = await createToolRoot(source).list().next();
  const chosen = { tool: tool?.toolId ?? '' };
  const pinned = createExecutor({ sources: [source], tools: [{ ...chosen, version: 1 }] });
  const fresh = createExecutor({ sources: [source], tools: [chosen], mode: 'fresh' });
  const before = await fresh.startSession();
  expect([await pinned.watch(), before.aliases[0]?.version]).toEqual([[], 1]);

  const properties = { ...inputs.properties, metric: { type: 'boolean', description: 'Metres, not feet.' } };
  const changed = { ...document, version: '1.1.0', inputs: { ...inputs, properties } };
  expect((await ask('PUT', '/agents/tide-desk', changed)).status).toBeLessThan(300);

  expect(await pinned.watch()).toMatchObject([
    { type: 'newer-version', currentVersion: 2, changes: [{ subject: 'input', kind: 'added', effect: 'compatible' }] },
  ]);
  const after = await fresh.startSession();
  const session = await pinned.startSession();
  expect([session, before, after].map(({ aliases }) => aliases[0]?.version)).toEqual([1, 1, 2]);
  const shown = [session, before, after].map((each) =>
    JSON.stringify(each.tools('google')).includes('Metres, not feet'),
  );
  expect(shown).toEqual([false, false, true]);
  for (const each of [session, before, after]) {
    const [{ name, input_schema } = { name: '', input_schema: { required: [] } }] = each.tools('anthropic');
    const [harbour = ''] = input_schema.required;
    expect(await each.execute({ id: 'c', name, inputs: { [harbour]: 'Gdansk' } })).toMatchObject({ kind: 'succeeded' });
  }
});

it('executes an irreversible tool through the gateway after the approval of a person, and only then', async () => {
  const { url, calls, ask, document } = await startHarbour();
  const operation = { name: 'drain', description: 'Drains the dock.', impact: 'irreversible', inputs: document.inputs };
  const { inputs: _, outputs: __, ...rest } = document;
  const changed = { ...rest, version: '2.0.0', operations: [{ ...operation, outputs: document.outputs }] };
  expect((await ask('PUT', '/agents/tide-desk', changed)).status).toBeLessThan(300);
  const source = { label: 'harbour', root: `${url}/agents/tide-desk`, allowInsecure: true };
  const { value: tool } = await createToolRoot(source).list().next();
  const run = async (approved: boolean) => {
    const executor = createExecutor({
      sources: [source],
      tools: [{ tool: tool?.toolId ?? '' }],
      escalate: { ask: () => approved },
    });
    const session = await executor.startSession();
    const [shown] = session.tools('anthropic');
    const input = { [shown?.input_schema.required?.[0] ?? '']: 'Gdansk' };
    const { outcomes } = await session.run('anthropic', {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'a', name: shown?.name ?? '', input }],
    });
    return outcomes[0]?.kind;
  };
  expect(await run(false)).toBe('declined');
  expect(calls).toEqual([]);
  expect(await run(true)).toBe('succeeded');
  expect(calls).toHaveLength(1);
});

it('cancels the upstream call when the signal of the caller aborts', async () => {
  let canceled: Promise<unknown> = Promise.resolve();
  const waiting = new AbortController();
  const slow = await startHttpHost(async (_url, { signal }) => {
    canceled = new Promise((resolve) => signal?.addEventListener('abort', resolve));
    waiting.abort();
    await canceled;
    return Response.json({});
  });
  const { server, url, ask } = await startGatewayServer();
  closers.push(slow.close, () => server.close());
  const document = agentDocument('slow-desk', { endpoint: `${slow.origin}/slow` });
  expect((await ask('POST', '/agents', document)).status).toBeLessThan(300);
  const source = { label: 'slow', root: `${url}/agents/slow-desk`, allowInsecure: true };
  const session = await createExecutor({ sources: [source], tools: 'all' }).startSession();
  const [{ name, input_schema } = { name: '', input_schema: { required: [] } }] = session.tools('anthropic');
  const inputs = Object.fromEntries(input_schema.required.map((input) => [input, 'Gdansk']));
  const abort = new AbortController();
  const call = session.execute({ id: 'c', name, inputs }, { signal: abort.signal });
  await new Promise((resolve) => waiting.signal.addEventListener('abort', resolve));
  abort.abort();
  await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
  await canceled;
});
