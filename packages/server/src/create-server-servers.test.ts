/** Stdio servers over HTTP: their state, a restart, and the events about both; and traces of failed calls. */
import type { JsonObject } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';

let server: TestServer;
afterEach(() => server.server.close());

/** Writes a line and stays. */
const quiet = {
  name: 'quiet',
  command: process.execPath,
  args: ['-e', 'console.error("hello"); setInterval(() => {}, 1e3)'],
};
/** Fails at once. */
const broken = {
  name: 'broken',
  command: process.execPath,
  args: ['-e', 'console.error("no \\u001b[31mkey"); process.exit(7)'],
};
/** Cannot be started. */
const absent = { name: 'absent', command: 'no-such-program-7', args: [] };

const list = async (key: string) =>
  ((await (await server.ask('GET', '/servers', { key })).json()) as { servers: JsonObject[] }).servers;

/** Reads the list until it matches. */
async function until(key: string, matches: (servers: JsonObject[]) => boolean): Promise<JsonObject[]> {
  for (let tries = 0; ; tries += 1) {
    const servers = await list(key);
    if (matches(servers) || tries > 500) return servers;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('stdio servers', () => {
  it('are shown with their state and restarted, for administrators only', async () => {
    server = await startTestServer({ flags: { 'auth.mode': 'optional', 'mcp.stdio': [quiet, broken, absent] } });
    const [root, ann] = [await server.keyFor('root', 'admin'), await server.keyFor('ann', 'registry:write')];
    expect((await server.ask('GET', '/servers', { key: ann })).status).toBe(403);
    expect((await server.ask('POST', '/servers/quiet/restart', { key: ann })).status).toBe(403);
    expect((await server.ask('POST', '/servers/none/restart', { key: root })).status).toBe(404);
    expect(await list(root)).toMatchObject([
      { name: 'quiet', state: 'idle', restarts: 0, worker: process.pid },
      { name: 'broken', state: 'idle', stderr: [] },
      { name: 'absent', state: 'idle' },
    ]);
    const restarted = await server.ask('POST', '/servers/quiet/restart', { key: root });
    expect(await restarted.json()).toEqual({ server: 'quiet', restarted: true });
    const refused = await server.ask('POST', '/servers/absent/restart', { key: root });
    expect([refused.status, await refused.json()]).toMatchObject([
      502,
      { code: 'UPSTREAM_ERROR', retryable: false, detail: expect.stringMatching(/ENOENT.*"no-such-program-7"/) },
    ]);
    await server.ask('POST', '/servers/broken/restart', { key: root });
    const [first, failed] = await until(root, ([one, two]) => one?.stderr !== undefined && two?.state === 'paused');
    expect(first).toMatchObject({ state: 'running', pid: expect.any(Number), uptime_ms: expect.any(Number) });
    expect(failed).toMatchObject({ state: 'paused', reason: 'The MCP server ended (exit code 7).' });
    expect(failed?.retry_ms).toBeGreaterThan(0);
    const [, told] = await until(root, ([, two]) => JSON.stringify(two?.stderr).includes('key'));
    expect(told?.stderr).toEqual(['no \u001b[31mkey']);
    await server.ask('POST', '/servers/quiet/restart', { key: root });
    const [again] = await until(root, ([one]) => one?.restarts === 1);
    expect(again).toMatchObject({ state: 'running', reason: 'It was stopped on request.' });
    expect(again?.pid).not.toBe(first?.pid);
    const events = await (
      await server.ask('GET', '/events?seconds=0', { key: root, headers: { 'last-event-id': 'x' } })
    ).text();
    expect(events).toContain('reload');
    const { records } = (await (
      await server.ask('GET', '/audit/search?action=server.restart&outcome=done', { key: root })
    ).json()) as {
      records: JsonObject[];
    };
    expect(records.map(({ target, actor }) => [target, actor])).toEqual([
      ['quiet', 'root'],
      ['broken', 'root'],
      ['absent', 'root'],
      ['quiet', 'root'],
    ]);
  });
});

describe('traces', () => {
  it('show the calls of the caller with the meaning of their codes, and all of them to administrators', async () => {
    const upstream = { send: () => Promise.reject(new Error('nothing is called')), close: async () => {} };
    server = await startTestServer({ flags: { 'auth.mode': 'optional' }, overrides: { upstream } });
    const [ann, bob, root] = [
      await server.keyFor('ann', 'registry:read', 'registry:write', 'agents:invoke'),
      await server.keyFor('bob', 'registry:read', 'agents:invoke'),
      await server.keyFor('root', 'admin'),
    ];
    await server.ask('POST', '/agents', { key: ann, body: pierWeather });
    const trace = 'a'.repeat(32);
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    const refused = await server.ask('POST', '/agents/pier-weather/invoke', { key: bob, body: { pier: 7 }, headers });
    expect(refused.status).toBe(400);
    const read = (key: string | undefined, path = `/traces/${trace}`) => server.ask('GET', path, { key });
    // Records of calls are written a moment after the response; the trace waits for them.
    expect(await (await read(bob)).json()).toMatchObject({
      trace_id: trace,
      steps: [
        {
          action: 'call',
          service: 'pier-weather',
          caller: 'bob',
          outcome: 'refused',
          code: 'INVALID_INPUT',
          status: 400,
          timeline: [
            { part: 'access', kind: 'check', start_ms: 0 },
            { part: 'limit', kind: 'check' },
            { part: 'input', kind: 'check', code: 'INVALID_INPUT' },
          ],
        },
      ],
      problems: [{ code: 'INVALID_INPUT', fixed_by: 'caller', retryable: false }],
      is_cut: false,
    });
    expect((await read(root, `/traces/${trace.toUpperCase()}?fields=steps`)).status).toBe(200);
    expect((await read(ann)).status).toBe(404);
    expect((await read(undefined)).status).toBe(401);
    expect((await read(root, '/traces/none')).status).toBe(404);
    const { problems } = (await (await server.ask('GET', '/problems')).json()) as { problems: JsonObject[] };
    expect(problems.find(({ code }) => code === 'UPSTREAM_TIMEOUT')).toMatchObject({ fixed_by: 'provider' });
  });
});
