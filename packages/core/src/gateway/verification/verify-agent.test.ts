import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { caller, createCallFace } from '../../protocols/aidip/call-face.support.js';
import { admin, agent } from '../../protocols/aidip/face.support.js';
import { json } from '../gateway.support.js';
import { verificationOf, verifyAgent, withdrawVerification } from './verify-agent.js';

const outputs = { type: 'object', properties: { knots: { type: 'number' } }, required: ['knots'] };
const operation = (name: string, more: JsonObject): JsonObject => ({
  name,
  description: 'Reads.',
  inputs: { type: 'object', properties: { pier: { type: 'string' } }, required: ['pier'] },
  outputs,
  impact: 'informational',
  examples: [{ input: { pier: 'North' } }],
  ...more,
});
const weather = (...operations: JsonObject[]) =>
  agent('weather', { endpoint: 'https://weather.example/call', operations });

async function open(answer: unknown = { knots: 7 }) {
  const face = await createCallFace();
  face.serve('https://weather.example/call', () => json(answer as never));
  const ports = { ...face.gateway.ports, gateway: face.gateway.gateway };
  const request = { caller: admin, traceId: 'a'.repeat(32), traceparent: '', signal: new AbortController().signal };
  const verify = () => verifyAgent(ports as never, 'weather', request);
  const read = async () => (await face.gateway.ports.store.entries.readMany(['weather']))[0]?.entry;
  return { face, ports, request, verify, read };
}

describe('verifyAgent', () => {
  it('[AIDIP-META-25] [AIDIP-SEC-13] marks a service whose examples match its declarations', async () => {
    const { face, verify, read } = await open();
    await face.register(weather(operation('wind', {})));
    const { entry } = await verify();
    expect(entry.trust.verified).toMatchObject({ certified: true });
    expect(verificationOf(entry)).toMatchObject({
      passed: true,
      by: admin.subject,
      examples: [{ operation: 'wind', example: 0, verdict: 'fits' }],
    });
    expect((await read())?.trust.verified?.certified).toBe(true);
    expect(face.sent.map(({ body }) => body)).toEqual([{ pier: 'North' }]);
  });

  it('[AIDIP-SEC-13] [AIDIP-META-25] removes the mark when an example fails, and reports why', async () => {
    const { face, verify } = await open();
    await face.register(weather(operation('wind', {})));
    await verify();
    face.serve('https://weather.example/call', () => json({ knots: 'many' }));
    const { entry } = await verify();
    expect(entry.trust.verified?.certified).toBe(false);
    expect(verificationOf(entry)?.examples).toEqual([
      { operation: 'wind', example: 0, verdict: 'fails', detail: expect.stringContaining('/knots') },
    ]);
  });

  it('calls nothing that may change something, and gives no mark without a tried example', async () => {
    const { face, verify } = await open();
    const undeclared = operation('guess', {});
    delete undeclared.impact;
    await face.register(
      weather(
        operation('order', { impact: 'reversible' }),
        undeclared,
        operation('wind', { examples: [{ output: { knots: 1 } }] }),
      ),
    );
    const { entry } = await verify();
    expect(face.sent).toEqual([]);
    expect(verificationOf(entry)).toMatchObject({ passed: false });
    expect(verificationOf(entry)?.examples.map(({ verdict }) => verdict)).toEqual(['untried', 'untried', 'untried']);
  });

  it.each([
    ['an example that its own schema rejects', { pier: 7 }, {}, 'INVALID_INPUT'],
    ['a service that answers with an error', { pier: 'x' }, { error: true }, 'status 404'],
  ])('reports %s', async (_, input, script, reason) => {
    const { face, verify } = await open();
    if ('error' in script) face.serve('https://weather.example/call', () => json({ message: 'no such pier' }, 404));
    await face.register(weather(operation('wind', { examples: [{ input }] })));
    const [verdict] = verificationOf((await verify()).entry)?.examples ?? [];
    expect(verdict).toMatchObject({ verdict: 'fails', detail: expect.stringContaining(reason) });
  });

  it('refuses to mark an entry that was changed meanwhile, and a change removes the mark', async () => {
    const { face, verify, read } = await open();
    await face.register(weather(operation('wind', {})));
    await verify();
    const replace = (description: string) =>
      face.send('PUT', '/agents/weather', { as: admin, body: weather(operation('wind', { description })) });
    expect((await replace('Reads the wind.')).status).toBe(200);
    expect((await read())?.trust.verified?.certified).toBeUndefined();
    face.serve('https://weather.example/call', async () => {
      await replace('Reads it again.');
      return json({ knots: 7 });
    });
    await expect(verify()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('tries at most fifty examples, and hides entries that the caller may not see', async () => {
    const { face, ports, request, verify } = await open();
    const examples = Array(30).fill({ input: { pier: 'N' } });
    await face.register(weather(operation('wind', { examples }), operation('waves', { examples })));
    expect(verificationOf((await verify()).entry)?.examples).toHaveLength(50);
    await expect(verifyAgent(ports as never, 'nobody', request)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('withdraws the mark', async () => {
    const { face, ports, request, verify } = await open();
    await face.register(weather(operation('wind', {})));
    await verify();
    const { entry } = await withdrawVerification(ports as never, 'weather', request);
    expect([verificationOf(entry), entry.trust.verified?.certified]).toEqual([undefined, undefined]);
    expect((await face.invoke('weather/invoke', { pier: 'N' }, { as: caller })).status).toBe(200);
  });
});
