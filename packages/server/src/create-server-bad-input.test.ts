/** Input that nobody sends on purpose, or only to do harm, on every face that finds or calls operations. */
import type { JsonObject, ToolSignature } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';

const open: TestServer[] = [];
afterEach(async () => {
  for (const { server } of open.splice(0)) await server.close();
});

async function start(documents: readonly object[] = []) {
  const sent: { body?: unknown }[] = [];
  const upstream = {
    async send(request: { body?: unknown; url: string }) {
      sent.push(request);
      const body = new Blob([JSON.stringify({ done: true })]).stream();
      const { origin } = new URL(request.url);
      return { status: 200, headers: {}, mediaType: 'application/json', body, attempts: 1, origin };
    },
    close: async () => {},
  };
  const made = await startTestServer({ overrides: { upstream } });
  open.push(made);
  const items = documents.map((document) => ({ document }));
  for (let at = 0; at < items.length; at += 50)
    await made.ask('POST', '/imports', { body: { items: items.slice(at, at + 50) } });
  return { ...made, sent };
}

type Server = Awaited<ReturnType<typeof start>>;

const booking = {
  ...pierWeather,
  id: 'booking',
  name: 'Slot booking',
  description: 'Books slots.',
  inputs: undefined,
  outputs: undefined,
  endpoint: 'https://booking.example/in',
  operations: ['book_slot', 'cancel_slot'].map((name) => ({
    name,
    description: `${name === 'book_slot' ? 'Books' : 'Cancels'} a slot for a person.`,
    impact: 'reversible',
    inputs: { type: 'object', properties: { slot: { type: 'string' } }, required: ['slot'] },
    outputs: { type: 'object' },
  })),
};

const rpc = (name: string, given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});
const mcp = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };

/** Sends the text to every search; the status of each. */
async function searchAll({ ask }: Server, text: string): Promise<Record<string, number>> {
  const word = encodeURIComponent(text);
  const answers = {
    resolve: await ask('POST', '/agents/resolve', { body: { intent: text } }),
    search: await ask('POST', '/agents/search', { body: { query: text } }),
    search_tools: await ask('POST', '/mcp', { body: rpc('search_tools', { query: text }), headers: mcp }),
    agis: await ask('POST', '/agis/agent', { body: { task: text }, headers: { 'x-agis-method': 'FIND' } }),
    nact: await ask('GET', `/tools?text=${word}`),
    choices: await ask('GET', `/tool-choices?text=${word}`),
  };
  return Object.fromEntries(Object.entries(answers).map(([face, { status }]) => [face, status]));
}

describe('queries', () => {
  it('of a megabyte are rejected, or cut, by every search', async () => {
    const server = await start([booking]);
    for (const text of ['book '.repeat(200_000), 'ж'.repeat(1_000_000), '('.repeat(1_000_000)]) {
      for (const [face, status] of Object.entries(await searchAll(server, text)))
        expect([200, 400, 413, 414], face).toContain(status);
    }
  });

  it.each([
    'do not',
    'no not never none neither nor',
    'do not, do not, do not book',
    "don't",
    'not '.repeat(150),
    'book slot s1 and do not book slot s1',
    'cancel slot s1 but do not cancel slot s1',
    '\u0000',
    '🙂',
    '%',
  ])('without a clear request lead to no decision to act: %s', async (text) => {
    const server = await start([booking]);
    for (const [face, status] of Object.entries(await searchAll(server, text)))
      expect([200, 400], face).toContain(status);
    const answer = await server.ask('POST', '/agents/resolve', { body: { intent: text } });
    if (answer.status === 200) expect(((await answer.json()) as { decision: string }).decision).not.toBe('found');
    expect(server.sent).toEqual([]);
  });
});

describe('a hundred nearly identical services', () => {
  it('lead to a question, and lists stay bounded', async () => {
    const twins = Array.from({ length: 100 }, (_, at) => ({
      ...booking,
      id: `booking-${at}`,
      name: `Slot booking ${at}`,
      endpoint: `https://booking${at}.example/in`,
    }));
    const { ask } = await start(twins);
    const resolved = await ask('POST', '/agents/resolve', { body: { intent: 'book a slot for a person' } });
    const { decision, candidates } = (await resolved.json()) as { decision: string; candidates: unknown[] };
    expect(decision).toBe('ask');
    expect(candidates.length).toBeLessThanOrEqual(20);
    const misspelled = await ask('GET', '/tools/book_slto');
    expect((await misspelled.text()).length).toBeLessThan(1_000);
    const shared = await ask('GET', '/tools/book_slot');
    expect([shared.status, (await shared.text()).length < 2_000]).toEqual([404, true]);
  });
});

describe('inputs of tools', () => {
  const serviceOf = (inputs: JsonObject) => ({
    ...booking,
    operations: [{ name: 'run_it', description: 'Runs it with its inputs.', inputs, outputs: { type: 'object' } }],
  });
  const toolOf = async ({ ask }: Server) =>
    (await (await ask('GET', '/agents/booking/tools/run_it')).json()) as ToolSignature;
  const invoke = ({ ask }: Server, values: Record<string, unknown>) =>
    ask('POST', '/agents/booking/tools/run_it:invoke', {
      body: {
        name: 'run_it',
        input_parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
      },
    });

  it('may be 500, all of which arrive', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `input_${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', maxLength: 20 }]));
    const server = await start([serviceOf({ type: 'object', properties, additionalProperties: false })]);
    const offered = new Set((await toolOf(server)).input_parameters.map(({ name }) => name));
    expect([offered.size, offered.has('other_inputs')]).toEqual([256, true]);
    const [own, others] = [names.filter((name) => offered.has(name)), names.filter((name) => !offered.has(name))];
    const valuesOf = (some: string[]) => Object.fromEntries(some.map((name) => [name, 'x']));
    const given = { ...valuesOf(own), other_inputs: JSON.stringify(valuesOf(others)) };
    expect((await invoke(server, given)).status).toBe(200);
    for (const name of names) expect(JSON.stringify(server.sent[0]?.body)).toContain(`"${name}":"x"`);
    const wrong = await invoke(server, { ...given, inputt_7: 'x' });
    const { error } = (await wrong.json()) as { error: { message: string } };
    expect([wrong.status, error.message.length < 500]).toEqual([400, true]);
    expect(error.message).toContain("Did you mean 'input_7'");
  });

  it('may have schemas that refer to themselves', async () => {
    const node = {
      type: 'object',
      properties: {
        value: { type: 'string' },
        next: { $ref: '#/$defs/node' },
        all: { type: 'array', items: { $ref: '#' } },
      },
    };
    const inputs = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' }, self: { $ref: '#' } },
      $defs: { node },
    };
    const server = await start([serviceOf(inputs)]);
    const { input_parameters } = await toolOf(server);
    expect(input_parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['self', 'tree.next', 'tree.value']),
    );
    for (const { description } of input_parameters) expect(description.length).toBeLessThan(2_000);
    const next = JSON.stringify({ value: 'b', next: { value: 'c' } });
    expect((await invoke(server, { 'tree.value': 'a', 'tree.next': next })).status).toBe(200);
    expect(JSON.stringify(server.sent[0]?.body)).toContain('{"value":"c"}');
    const wrong = await invoke(server, { 'tree.next': JSON.stringify({ next: { value: 7 } }) });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('tree.next')]);
  });

  it('with JSON text are rejected when it is invalid, too deep or too large, and the input is named', async () => {
    const inputs = { type: 'object', properties: { list: { type: 'array', items: { type: 'object' } } } };
    const server = await start([serviceOf(inputs)]);
    const texts = ['[{', '{"a":1}', 'yes', '', '['.repeat(5_000), '[{"a":1,"a":2', `[${'{}, '.repeat(100)}]`];
    for (const text of texts) {
      const answer = await invoke(server, { list: text });
      expect([text.slice(0, 20), answer.status]).toEqual([text.slice(0, 20), 400]);
      expect(await answer.text()).toContain('list');
    }
    const large = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ text: `item number ${at} of many` })));
    expect(large.length).toBeGreaterThan(700_000);
    expect([200, 400, 413]).toContain((await invoke(server, { list: large })).status);
    const broken = await invoke(server, { list: `${large.slice(0, -1)}x` });
    expect([400, 413]).toContain(broken.status);
    expect((await broken.text()).length).toBeLessThan(5_000);
  });
});
