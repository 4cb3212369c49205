/** Pins over real sockets: what a designer pinned is what the vendor gets, until the designer decides. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';

interface Parameter {
  id: string;
  name: string;
  description: string;
  required?: boolean;
}

/** One version of the vendor's tool: its signature, and what its code answers. */
interface Version {
  name: string;
  description: string;
  inputs: Parameter[];
  answer: string;
}

const toolId = '21c6c0ad-6d2b-4c0a-9a53-6a1f3e6b7d01';
const book: Parameter = { id: 'book', name: 'book', description: 'Number of the book.' };
const until: Parameter = { id: 'until', name: 'until', description: 'Last day of the loan.' };
const first: Version = { name: 'lend', description: 'Lends a book.', inputs: [book], answer: 'lent by 1' };

const open: Server[] = [];
let gateway: GatewayServer | undefined;
afterEach(async () => {
  await gateway?.server.close();
  gateway = undefined;
  for (const server of open.splice(0)) server.close();
});

/**
 * A vendor that lists its newest version and runs every version it has, at an address of its own. As the draft says,
 * it rejects a call whose name is not that of the called version.
 */
async function startVendor(versions: Map<number, Version>) {
  const calls: { version: number; name: unknown }[] = [];
  let root: string | undefined;
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = request.url ?? '';
    if (path === '/v1/tools') {
      const items = [signatureOf(versions)];
      return answer(200, { ...(root === undefined ? {} : { root }), items, paging: { pageLimit: 20, next: null } });
    }
    const number = Number(/\/versions\/(\d+):invoke$/.exec(path)?.[1] ?? Math.max(...versions.keys()));
    const { name } = (await readJson(request)) as { name: unknown };
    calls.push({ version: number, name });
    const version = versions.get(number);
    if (version === undefined) return answer(404, { error: { message: 'No such version.' } });
    if (version.name !== name) return answer(400, { error: { message: `Version ${number} is ${version.name}.` } });
    return answer(200, { output_parameters: [{ name: 'result', value: version.answer }] });
  });
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const moveTo = (address: string) => {
    root = address;
  };
  return { url, calls, moveTo };
}

function signatureOf(versions: Map<number, Version>) {
  const version = Math.max(...versions.keys());
  const { name, description, inputs } = versions.get(version) ?? first;
  return {
    toolId,
    name,
    description,
    version,
    currentVersion: version,
    input_parameters: inputs,
    output_parameters: [{ id: 'result', name: 'result', description: 'What happened.' }],
  };
}

interface Update {
  kind: string;
  effect?: string;
  changes: { message: string }[];
  message: string;
}

/** Follows a vendor, pins its first version, and returns functions that refresh, call and list. */
async function pin(vendor: string) {
  const server = await startGatewayServer({ 'crawl.enabled': false });
  gateway = server;
  const made = await server.ask('POST', '/sources', { url: vendor, kind: 'nact', name: 'Library' });
  const [{ id: source } = { id: '' }] = made.json.sources as { id: string }[];
  const refresh = async () => (await server.ask('POST', `/sources/${source}/refresh`)).json;
  const [agent] = (await refresh()).agent_ids as string[];
  const toolset = { id: 'desk', name: 'Desk', tools: [{ agent_id: agent, tool: 'lend', version: 1 }] };
  const [{ tool_id: tool } = { tool_id: '' }] = (await server.ask('POST', '/toolsets', toolset)).json.tools as {
    tool_id: string;
  }[];
  const call = async (inputs: Record<string, string> = { book: '7' }) => {
    const input_parameters = Object.entries(inputs).map(([name, value]) => ({ name, value }));
    const { status, json } = await server.ask('POST', `/toolsets/desk/tools/${tool}:invoke`, {
      name: 'lend',
      input_parameters,
    });
    return [status, (json.output_parameters as { value: unknown }[] | undefined)?.[0]?.value];
  };
  const callMcp = async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'lend', arguments: { book: '7' } } };
    const accept = { accept: 'application/json, text/event-stream' };
    const { json, text } = await server.ask('POST', '/toolsets/desk/mcp', body, accept);
    const { structuredContent } = (json.result ?? {}) as { structuredContent?: { result?: unknown } };
    return structuredContent?.result ?? text;
  };
  const updates = async () => (await server.ask('GET', '/toolsets/desk/updates')).json.updates as Update[];
  /** What the last poll of the source says about the tool. */
  const changes = async () => {
    const polls = (await server.ask('GET', `/sources/${source}/changes`)).json.changes;
    const [poll] = polls as { agents: { agent_id: string; operations: Update[] }[] }[];
    expect(poll?.agents.map(({ agent_id }) => agent_id)).toEqual([agent]);
    return poll?.agents[0]?.operations ?? [];
  };
  const accept = () => server.ask('POST', '/toolsets/desk/updates', { accept: 'all' });
  return { refresh, call, callMcp, updates, changes, accept };
}

const cases: [what: string, change: Partial<Version>, kind: string, effect: string | undefined][] = [
  ['behavior', {}, 'new_version', undefined],
  ['text', { description: 'Lends a book of the library.' }, 'new_version', 'description'],
  ['name', { name: 'lend_book' }, 'new_version', 'breaking'],
  ['inputs', { inputs: [book, { ...until, required: false }] }, 'new_version', 'compatible'],
  ['required inputs', { inputs: [book, until] }, 'replaced', 'breaking'],
  ['name and required inputs', { name: 'lend_book', inputs: [book, until] }, 'replaced', 'breaking'],
];

describe('a pinned tool', () => {
  it.each(cases)(
    '[NACT-DES-12] stays at the version of its vendor that changes its %s in the next one',
    async (_, change, kind, effect) => {
      const versions = new Map([[1, first]]);
      const vendor = await startVendor(versions);
      const { refresh, call, callMcp, updates, changes, accept } = await pin(vendor.url);
      expect(await call()).toEqual([200, 'lent by 1']);
      const second = { ...first, answer: 'lent by 2', ...change };
      versions.set(2, second);
      await refresh();
      const [update, ...more] = await updates();
      expect([update?.kind, update?.effect, more]).toEqual([kind, effect, []]);
      const [changed] = await changes();
      expect([changed?.effect, changed?.changes]).toEqual([effect, update?.changes]);
      expect(await call()).toEqual([200, 'lent by 1']);
      expect(await callMcp()).toBe('lent by 1');
      expect(new Set(vendor.calls.map((each) => JSON.stringify(each)))).toEqual(
        new Set([JSON.stringify({ version: 1, name: 'lend' })]),
      );
      expect((await accept()).status).toBe(200);
      expect(await updates()).toEqual([]);
      vendor.calls.length = 0;
      if (kind === 'new_version') expect(await call()).toEqual([200, 'lent by 2']);
      else expect(await call()).toEqual([200, 'lent by 1']);
      if (kind === 'new_version') expect(vendor.calls).toEqual([{ version: 2, name: second.name }]);
    },
  );

  it('stays at the address of its version while the next one is at another', async () => {
    const versions = new Map([[1, first]]);
    const moved = new Map([[2, { ...first, answer: 'lent elsewhere' }]]);
    const [vendor, other] = [await startVendor(versions), await startVendor(moved)];
    const { refresh, call, updates, changes, accept } = await pin(vendor.url);
    versions.set(2, { ...first, answer: 'lent by 2' });
    vendor.moveTo(other.url);
    await refresh();
    expect((await updates()).map(({ kind }) => kind)).toEqual(['new_version']);
    expect(await changes()).toMatchObject([{ kind: 'operation_changed' }]);
    expect(await call()).toEqual([200, 'lent by 1']);
    expect([vendor.calls.length, other.calls.length]).toEqual([1, 0]);
    await accept();
    expect(await call()).toEqual([200, 'lent elsewhere']);
    expect(other.calls).toEqual([{ version: 2, name: 'lend' }]);
  });

  it('runs its own version when another tool of the vendor gets its name', async () => {
    const versions = new Map([[1, first]]);
    const vendor = await startVendor(versions);
    const { refresh, call } = await pin(vendor.url);
    versions.set(2, { ...first, name: 'lend_book', answer: 'lent by 2' });
    await refresh();
    versions.set(3, { ...first, name: 'lend', answer: 'lent by 3' });
    await refresh();
    expect(await call()).toEqual([200, 'lent by 1']);
  });

  it('reports a version that was renamed in place as a broken lock', async () => {
    const versions = new Map([[1, first]]);
    const vendor = await startVendor(versions);
    const { refresh, updates, changes } = await pin(vendor.url);
    versions.set(1, { ...first, name: 'lend_book' });
    await refresh();
    expect((await updates()).map(({ kind }) => kind)).toEqual(['lock_broken', 'new_version']);
    expect(await changes()).toMatchObject([{ effect: 'breaking', changes: [{ kind: 'renamed' }] }]);
  });

  it('fails with the answer of its vendor when that no longer serves the version', async () => {
    const versions = new Map([[1, first]]);
    const vendor = await startVendor(versions);
    const { refresh, call } = await pin(vendor.url);
    versions.set(2, { ...first, answer: 'lent by 2' });
    versions.delete(1);
    await refresh();
    expect((await call())[0]).toBeGreaterThanOrEqual(400);
    expect(vendor.calls).toEqual([{ version: 1, name: 'lend' }]);
  });
});
