/** Tests tools that a framework executes in its own loop: the AI SDK calls `execute`, and nothing runs twice. */
import { describe, expect, it } from 'vitest';
import { createRig } from './session.support.js';
import { createToolServer, refill, weather } from './tool-server.support.js';

const omaha = { City: 'Omaha' };

async function start() {
  const server = createToolServer({ tools: [weather] });
  const { executor } = createRig([server], { tools: [{ tool: weather.name, retrySeconds: 0 }] });
  const session = await executor.startSession();
  const execute = session.tools('vercel')[weather.name]?.execute;
  if (execute === undefined) throw new Error('the tool has no execute');
  return { server, session, execute };
}

describe('execute of a tool for the AI SDK', () => {
  it('returns the outputs, and throws what the model must know', async () => {
    const { server, execute } = await start();
    expect(await execute(omaha, { toolCallId: 'c1' })).toMatchObject({
      output_parameters: [{ name: 'Temperature in Fahrenheit', value: 'done' }, { name: 'Sky' }],
    });
    await expect(execute({ City: 7 }, { toolCallId: 'c2' })).rejects.toThrow(/was not called: 1 problem/);
    server.faults.push({ status: 503 });
    await expect(execute(omaha, { toolCallId: 'c3' })).rejects.toThrow(/the server answered 503/);
  });

  it('is not repeated by run, which reports its outcome', async () => {
    const { server, session, execute } = await start();
    const output = await execute(omaha, { toolCallId: 'c1' });
    const toolCalls = [
      { toolCallId: 'c1', toolName: weather.name, input: omaha },
      { toolCallId: 'own', toolName: 'tool_of_the_application', input: {} },
    ];
    const toolResults = [
      { toolCallId: 'c1', output },
      { toolCallId: 'own', output: 1 },
    ];
    const turn = await session.run('vercel', { toolCalls, toolResults, content: [] });
    expect(turn.outcomes.map(({ kind }) => kind)).toEqual(['succeeded']);
    expect(turn.messages).toEqual([]);
    expect(server.invoked()).toHaveLength(1);
  });

  it('also counts a failed execution as executed', async () => {
    const { server, session, execute } = await start();
    await execute({}, { toolCallId: 'c1' }).catch(() => undefined);
    const toolCalls = [{ toolCallId: 'c1', toolName: weather.name, input: {} }];
    const content = [{ type: 'tool-error', toolCallId: 'c1', error: 'x' }];
    const turn = await session.run('vercel', { toolCalls, toolResults: [], content });
    expect(turn.outcomes.map(({ kind }) => kind)).toEqual(['refused']);
    expect([turn.messages, server.invoked()]).toEqual([[], []]);
  });

  it('passes the abort signal on', async () => {
    const { server, execute } = await start();
    await execute(omaha, { toolCallId: 'c1', abortSignal: new AbortController().signal });
    expect(server.invoked()[0]?.headers.get('prefer')).toBe('cancel-on-disconnect');
  });
});

describe('a call with a signal', () => {
  it('asks the gateway to cancel it when the connection closes', async () => {
    const { server, session } = await start();
    const call = { id: 'c', name: weather.name, inputs: omaha };
    await session.execute(call, { signal: new AbortController().signal });
    await session.execute({ ...call, inputs: { City: 'Lund' } });
    expect(server.invoked().map(({ headers }) => headers.get('prefer'))).toEqual(['cancel-on-disconnect', null]);
  });
});

describe('tools by a query', () => {
  const many = Array.from({ length: 30 }, (_, at) => ({
    ...weather,
    toolId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    name: `tool_${at}`,
    description: at === 7 ? 'Cancels a visit of a patient.' : 'Does something.',
  }));
  const namesOf = async (tools: Parameters<typeof createRig>[1]['tools'], searches = false) => {
    const server = createToolServer({ tools: [refill, ...many], pageSize: 9, searches });
    const sources = [{ label: 'one', root: server.root, fetch: server.fetch, searches }];
    const { executor } = createRig([], { sources, watchVersions: true, ...(tools === undefined ? {} : { tools }) });
    const session = await executor.startSession();
    expect(server.arrived.every(({ url }) => url.pathname.endsWith('/tools'))).toBe(true);
    return session.aliases.map(({ name }) => name);
  };

  it('are all tools, or at most as many as wanted', async () => {
    expect(await namesOf('all')).toHaveLength(31);
    expect(await namesOf({ limit: 3 })).toEqual([refill.name, 'tool_0', 'tool_1']);
    expect(await namesOf({ tags: ['refills'] })).toEqual([refill.name]);
  });

  it('are the best for a task, by the search of the server or by its words', async () => {
    expect(await namesOf({ text: 'tool_2', limit: 4 }, true)).toEqual(['tool_2', 'tool_20', 'tool_21', 'tool_22']);
    expect(await namesOf({ text: 'cancel the visit of a patient', limit: 1 })).toEqual(['tool_7']);
    expect(await namesOf({ text: 'zeppelin' })).toEqual([]);
  });

  it('are read again for each session in fresh mode', async () => {
    const server = createToolServer({ tools: [weather] });
    const { executor } = createRig([server], { tools: 'all', mode: 'fresh' });
    expect((await executor.startSession()).aliases).toHaveLength(1);
    server.publish(refill);
    expect((await executor.startSession()).aliases).toHaveLength(2);
  });

  it('must be a query of a known source with at most 1,000 tools', async () => {
    await expect(namesOf({ source: 'nobody' })).rejects.toThrow('no source with the label nobody');
    await expect(namesOf('every' as 'all')).rejects.toThrow("a list, a query or 'all'");
    const tools = Array.from({ length: 1_001 }, (_, at) => ({
      ...weather,
      toolId: crypto.randomUUID(),
      name: `t_${at}`,
    }));
    const { executor } = createRig([createToolServer({ tools, pageSize: 500 })], { tools: 'all' });
    await expect(executor.startSession()).rejects.toThrow('more than 1000 tools; set a limit');
  });
});
