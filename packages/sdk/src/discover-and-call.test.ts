import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.js';
import type { UseEntry } from './discover-and-call.js';
import { discoverAndCall } from './discover-and-call.js';
import type { Scripted } from './registry.support.js';
import { freightDesk, pierWeather, rejection, scriptedRegistry } from './registry.support.js';

const hits = {
  results: [
    { ...freightDesk, score: 0.9 },
    { ...pierWeather, score: 0.6 },
  ],
};

function setUp(...script: Scripted[]) {
  const { fetch, received } = scriptedRegistry(...script);
  const client = createClient({ baseUrl: 'https://registry.example', fetch, sleep: async () => undefined });
  const entries: UseEntry[] = [];
  let clock = 0;
  const tick = () => {
    clock += 5;
    return clock;
  };
  const ports = { client, log: (entry: UseEntry) => void entries.push(entry), now: tick };
  const paths = () => received.map(({ method, url }) => `${method} ${url.pathname}`);
  return { ports, received, entries, paths };
}

const search = { query: 'is it windy' };

describe('from a task to a result', () => {
  it('[AIDIP-USE-01] searches, selects, reads, calls and returns the result, knowing only the registry', async () => {
    const { ports, paths, received } = setUp({ body: hits }, { body: freightDesk }, { body: { knots: 12 } });
    const { answer, chosen, passedOver } = await discoverAndCall(ports, { search, input: { harbour: 'Gdansk' } });
    expect(answer).toMatchObject({ output: { knots: 12 }, untrusted: true });
    expect([chosen.agent.id, passedOver]).toEqual(['freight-desk', []]);
    expect(paths()).toEqual(['POST /agents/search', 'GET /agents/freight-desk', 'POST /agents/freight-desk/invoke']);
    expect(received.at(-1)?.body).toEqual({ harbour: 'Gdansk' });
    const failing = setUp({ body: hits }, { body: freightDesk }, { status: 403, body: { code: 'FORBIDDEN' } });
    expect(await rejection(discoverAndCall(failing.ports, { search, input: {} }))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('[AIDIP-USE-02] skips the best score when the policy rejects it', async () => {
    const { ports, paths } = setUp({ body: hits }, { body: freightDesk }, { body: pierWeather }, { body: {} });
    const seen: unknown[] = [];
    const result = await discoverAndCall(ports, {
      search,
      input: (agent) => ({ for: agent.id }),
      policy({ hit, agent }) {
        seen.push([hit.score, agent.version]);
        return agent.certification?.verified === true;
      },
    });
    expect(seen).toEqual([
      [0.9, '2.3.0'],
      [0.6, undefined],
    ]);
    expect(result).toMatchObject({ chosen: { agent: { id: 'pier-weather-001' } }, passedOver: ['freight-desk'] });
    expect(paths().at(-1)).toBe('POST /agents/pier-weather-001/invoke');
  });

  it('uses trust rules as a policy, and calls nothing when nothing passes', async () => {
    const { ports, paths, entries } = setUp({ body: hits }, { body: freightDesk }, { body: pierWeather });
    const error = await rejection(discoverAndCall(ports, { search, input: {}, policy: { minQuality: 5 } }));
    expect(error).toMatchObject({ code: 'UNTRUSTED_AGENT' });
    expect(paths().filter((path) => path.endsWith('/invoke'))).toEqual([]);
    expect(entries).toEqual([]);
    const nothing = setUp({ body: { results: [] } });
    expect(await rejection(discoverAndCall(nothing.ports, { search, input: {} }))).toMatchObject({
      message: 'No service was found for the task.',
    });
  });

  it('lets the caller choose operation and input per service', async () => {
    const operation = { name: 'track', description: 'd', inputs: { type: 'object' }, outputs: true };
    const { inputs: _, outputs: __, ...bare } = freightDesk;
    const agent = { ...bare, operations: [operation, { ...operation, name: 'quote' }] };
    const { ports, received, entries } = setUp({ body: hits }, { body: agent }, { body: {} });
    await discoverAndCall(ports, {
      search,
      input: ({ id }) => ({ for: id }),
      call: ({ operations = [] }) => ({ operation: operations.at(-1)?.name ?? '' }),
    });
    expect(received.at(-1)?.body).toEqual({ operation: 'quote', for: 'freight-desk' });
    expect(entries).toMatchObject([{ operation: 'quote' }]);
  });

  it('[AIDIP-ERR-06] searches again when the service is gone, instead of calling it again', async () => {
    const gone = { status: 404, body: { code: 'NOT_FOUND', error: { code: 'NotFound' } } };
    const { ports, paths } = setUp(
      { body: hits },
      { body: freightDesk },
      gone,
      { body: hits },
      { body: pierWeather },
      { body: { knots: 3 } },
    );
    const { answer } = await discoverAndCall(ports, { search, input: {} });
    expect(answer.output).toEqual({ knots: 3 });
    expect(paths()).toEqual([
      'POST /agents/search',
      'GET /agents/freight-desk',
      'POST /agents/freight-desk/invoke',
      'POST /agents/search',
      'GET /agents/pier-weather-001',
      'POST /agents/pier-weather-001/invoke',
    ]);
  });

  it('does not treat a service that finds nothing as gone', async () => {
    const body = { error: { code: 'NotFound', message: 'No such vessel.' } };
    const nothing = { status: 404, body, headers: { 'x-dragoman-trust': 'untrusted' } };
    const { ports, paths } = setUp({ body: hits }, { body: freightDesk }, nothing);
    const error = await rejection(discoverAndCall(ports, { search, input: {} }));
    expect(error).toMatchObject({ code: 'NOT_FOUND', fromAgent: true, said: 'No such vessel.' });
    expect(paths()).toHaveLength(3);
  });

  it('[AIDIP-USE-03] writes one entry per call to the local log, and sends no rating', async () => {
    const good = setUp({ body: hits }, { body: freightDesk }, { body: {} });
    await discoverAndCall(good.ports, { search, input: {} });
    expect(good.entries).toEqual([
      {
        at: '1970-01-01T00:00:00.005Z',
        agent: 'freight-desk',
        outcome: 'succeeded',
        durationMs: 5,
        attempts: 1,
      },
    ]);
    expect(good.received).toHaveLength(3);
    const bad = setUp({ body: hits }, { body: freightDesk }, { status: 502, body: { code: 'OUTPUT_INVALID' } });
    await rejection(discoverAndCall(bad.ports, { search, input: {} }));
    expect(bad.entries).toMatchObject([{ outcome: 'failed', code: 'OUTPUT_INVALID' }]);
    expect(bad.received).toHaveLength(3);
  });
});
