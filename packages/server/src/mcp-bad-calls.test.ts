/** What models get over MCP for bad calls: one clear text on what is wrong, and nothing reaches the service. */
import type { JsonObject } from '@dragoman/model';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { connectMcp, generations } from './mcp.support.js';
import { address } from './server.support.js';
import { start } from './tools.support.js';

const route = {
  type: 'object',
  properties: { from: { type: 'string' }, to: { type: 'string' } },
  required: ['from', 'to'],
  additionalProperties: false,
};
const booking = {
  type: 'object',
  properties: {
    seats: { type: 'integer', minimum: 1, maximum: 9 },
    route,
    stops: { type: 'array', items: { type: 'string' } },
    deck: { type: 'string', enum: ['upper', 'lower'] },
  },
  required: ['seats', 'route'],
  additionalProperties: false,
};

const ferry: JsonObject = {
  id: 'ferry-desk',
  name: 'Ferry desk',
  description: 'Bookings of harbour ferries.',
  version: '2.1.0',
  publisher: 'Harbour office',
  capabilities: ['ferries'],
  endpoint: 'https://ferry.example/invoke',
  operations: [
    {
      name: 'book_seats',
      description: 'Books seats.',
      impact: 'reversible',
      inputs: booking,
      outputs: { type: 'object' },
    },
    {
      name: 'cancel_booking',
      description: 'Cancels a booking for good.',
      impact: 'irreversible',
      inputs: { type: 'object', properties: { booking: { type: 'string' } }, required: ['booking'] },
      outputs: { type: 'object' },
    },
  ],
};

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function open(path: string, settings: Record<string, string> = {}) {
  const server = await start(() => ({ body: { done: true } }), undefined, settings);
  await server.register(ferry);
  const fetch = (url: string | URL, init?: RequestInit) => server.server.fetch(new Request(url, init));
  const client = await connectMcp(`${address}${path}`, { negotiation: generations[1][1], fetch, key: server.key });
  clients.push(client);
  const call = async (tool: string, given: object, more: object = {}) => {
    const _meta = Object.fromEntries(Object.entries(more).map(([name, value]) => [`dragoman/${name}`, value]));
    const params =
      path === '/mcp'
        ? { name: 'call_tool', arguments: { agent: 'ferry-desk', tool, arguments: given, ...more } }
        : { name: tool, arguments: { ...given }, _meta };
    const { isError, content } = await client.callTool(params);
    return { isError, text: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n') };
  };
  return { ...server, call };
}

const good = { seats: 2, route: { from: 'Hel', to: 'Gdansk' } };

const bad: [string, object, string[]][] = [
  ['a number as text', { ...good, seats: '2' }, ['- seats: must be integer, but is text; send the value itself']],
  ['a word for a number', { ...good, seats: 'two' }, ['- seats: must be integer']],
  [
    'an object as JSON text',
    { ...good, route: '{"from":"Hel","to":"Gdansk"}' },
    ['- route: must be object, but is text; send the value itself, without quotes'],
  ],
  ['a list as JSON text', { ...good, stops: '["Hel"]' }, ['- stops: must be array, but is text']],
  ['an extra field', { ...good, note: 'window' }, ['- note: not allowed here']],
  ['a misspelled field', { seats: 2, rout: good.route }, ['- route: missing', '- rout: not allowed here']],
  ['a value out of range', { ...good, seats: 90 }, ['- seats: must be <= 9']],
  ['a value that is not permitted', { ...good, deck: 'middle' }, ['- deck: must be one of ["upper","lower"]']],
  ['nothing', {}, ['- seats: missing', '- route: missing']],
];

describe.each(['/agents/ferry-desk/mcp', '/mcp'])('%s', (path) => {
  it.each(bad)('%s: the model reads every error, and nothing is sent', async (_, given, lines) => {
    const { call, sent } = await open(path);
    const { isError, text } = await call('book_seats', given);
    expect(isError).toBe(true);
    expect(text).toMatch(/^Error \(INVALID_INPUT\): The input has \d problems?\. Do not retry it unchanged\./);
    for (const line of lines) expect(text).toContain(line);
    expect(sent).toEqual([]);
  });

  it('an unknown tool: the model reads which tools have similar names', async () => {
    const { call, sent } = await open(path);
    const said = await call('book_seat', good).then(({ text }) => text, String);
    expect(said).toContain("Did you mean 'book_seats'");
    expect(sent).toEqual([]);
  });

  it('a confirmation token of another call, or a used one: the model reads that, and nothing is sent', async () => {
    const { call, sent } = await open(path);
    const cancel = (booking: string, more: object = {}) => call('cancel_booking', { booking }, more);
    expect((await cancel('B1')).text).toContain('Error (CONFIRMATION_REQUIRED)');
    const { text: preview } = await cancel('B1', { dry_run: true });
    const confirmation = /"token":\s*"([^"]+)"/.exec(preview)?.[1];
    expect((await cancel('B2', { confirmation })).text).toContain('was not issued for this call');
    expect((await cancel('B1', { confirmation: 'mjy00000.made-up' })).isError).toBe(true);
    expect(sent).toEqual([]);
    expect((await cancel('B1', { confirmation })).isError).not.toBe(true);
    expect((await cancel('B1', { confirmation })).text).toContain('has been used');
    expect(sent).toHaveLength(1);
  });

  it('the same call a hundred times: the rate limit ends it, and the model reads when to go on', async () => {
    const { call, sent } = await open(path, { 'limits.perMinute.invoke': '20' });
    const results = [];
    for (let at = 0; at < 100; at += 1)
      results.push(await call('book_seats', good).catch((error: unknown) => ({ isError: true, text: String(error) })));
    const refused = results.filter(({ isError }) => isError === true);
    expect(sent.length).toBeLessThan(50);
    expect(refused).toHaveLength(100 - sent.length);
    expect(refused[0]?.text).toMatch(/RATE_LIMITED|rate limit/i);
    expect(refused[0]?.text).toMatch(/retry it in \d+ seconds?/);
  });
});
