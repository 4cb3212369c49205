import type { Fetch } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { call } from '../cli.support.js';

const contract = {
  input: { type: 'object', properties: { town: { type: 'string' } }, required: [] },
  output: { type: 'object', properties: { depots: { type: 'array' } }, required: ['depots'] },
  errors: [{ name: 'town_unknown', description: 'No depot is there' }],
};
const depots = {
  method: 'FIND',
  path: '/depot',
  semantic: {
    intent: 'Finds depots in a town',
    actor: 'agent',
    outcome: 'A list of depots is returned',
    impact_tier: 'informational',
  },
  ...contract,
};
const document = {
  agis: '1.0',
  service: 'Quay Freight',
  agtp: 'agtp://quay.example',
  endpoints: [
    {
      ...depots,
      method: 'TRACK',
      path: '/parcel',
      semantic: { ...depots.semantic, intent: 'Tracks where a parcel is' },
    },
  ],
  vocabulary: { declared_verbs: ['TRACK'], domain: 'logistics', negotiable: true },
  data_manifest: {
    available_data: [{ class: 'depot', description: 'Places', formats: ['json'], sensitivity: 'informational' }],
  },
};

interface Got {
  verb: string | null;
  session: string | null;
  body: unknown;
}

function start(status = 263, answer: object = { ...depots, proposed: true }) {
  const got: Got[] = [];
  const fetch: Fetch = async (_, { method = 'GET', headers, body }) => {
    const sent = new Headers(headers);
    const verb = sent.get('x-agis-method');
    got.push({ verb, session: sent.get('session-id'), body: typeof body === 'string' ? JSON.parse(body) : undefined });
    if (method === 'GET') return new Response(JSON.stringify(document), { status: 200 });
    if (verb !== 'PROPOSE') return new Response(JSON.stringify({ depots: ['North'] }), { status: 200 });
    return new Response(JSON.stringify(answer), { status, headers: { 'negotiation-id': 'n-1' } });
  };
  return { fetch, got, files: { 'find.json': depots, 'list.json': [1], 'track.json': document.endpoints[0] } };
}

const propose = (words: string, situation = {}) =>
  call(['agis', 'propose', 'https://quay.example/', ...words.split(' ')], situation);

describe('dragoman agis propose', () => {
  it('prints the endpoint that the service opens, and its session', async () => {
    const service = start();
    const { code, stdout, stderr } = await propose('depot find.json --session s-00000001', service);
    expect([code, JSON.parse(stdout)]).toEqual([0, { ...depots, proposed: true }]);
    expect(stderr).toContain('s-00000001');
    expect(service.got.at(-1)?.body).toEqual({
      proposal: depots,
      data_class: 'depot',
      session_id: 's-00000001',
      persistence: 'session',
    });
  });

  it('calls the opened endpoint in its session', async () => {
    const service = start();
    const { code, stdout } = await propose('depot find.json --session s-00000001 --call -i town=Leeds', service);
    expect([code, JSON.parse(stdout)]).toEqual([0, { depots: ['North'] }]);
    expect(service.got.at(-1)).toEqual({ verb: 'FIND', session: 's-00000001', body: { town: 'Leeds' } });
  });

  it.each([
    [460, { detail: 'Fields beyond the class', alternatives: ['depot'] }, /Rejected: Fields[\s\S]*depot[\s\S]*left: 2/],
    [262, { detail: 'Show a credential' }, /credential[\s\S]*negotiation: n-1/],
  ])('reports why nothing was opened: %i', async (status, answer, expected) => {
    const { code, stdout, stderr } = await propose('depot find.json', start(status, answer));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(expected);
    const { stdout: forPrograms } = await propose('depot find.json --json', start(status, answer));
    expect(JSON.parse(forPrograms)).toMatchObject({ outcome: status === 460 ? 'rejected' : 'authorization' });
  });

  it('sends nothing for a published endpoint, for data that the service does not hold, and for an invalid endpoint', async () => {
    const service = start();
    expect(await propose('depot track.json', service)).toMatchObject({ stderr: expect.stringContaining('already') });
    expect(await propose('payroll find.json', service)).toMatchObject({ stderr: expect.stringContaining('depot') });
    expect((await propose('depot list.json', service)).code).toBe(2);
    expect((await propose('depot none.json', service)).code).toBe(2);
    expect((await propose('depot find.json -i town=Leeds', service)).code).toBe(2);
    expect(service.got.filter(({ verb }) => verb === 'PROPOSE')).toEqual([]);
  });
});
