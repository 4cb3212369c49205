import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openRegistry } from '../cli.support.js';

const weather = {
  id: 'weather',
  name: 'Pier weather',
  description: 'Wind at a pier.',
  capabilities: ['weather'],
  endpoint: 'https://weather.example/invoke',
  operations: [
    {
      name: 'wind',
      description: 'Wind at a pier.',
      impact: 'informational',
      inputs: { type: 'object', properties: { pier: { type: 'string' } }, required: ['pier'] },
      outputs: { type: 'object', properties: { knots: { type: 'number' } }, required: ['knots'] },
      examples: [{ input: { pier: 'North' } }],
    },
  ],
};

describe('verify', () => {
  let registry: Awaited<ReturnType<typeof openRegistry>>;
  let knots: unknown = 7;
  const run = (...argv: string[]) => call(argv, { fetch: registry.fetch });

  beforeAll(async () => {
    const definition = { handle: async () => ({ body: { knots } }) };
    registry = await openRegistry({}, { weather: definition as never });
    await call(['add', 'weather.json'], { fetch: registry.fetch, files: { 'weather.json': weather } });
  }, 120_000);
  afterAll(() => registry.close());

  it('[AIDIP-SEC-13] [AIDIP-META-25] marks services that behave as described; resolution can require the mark', async () => {
    const asked = ['resolve', 'wind at the pier', '--verified', '--json'];
    expect(JSON.parse((await run(...asked)).stdout)).toMatchObject({ candidates: [] });
    expect(await run('verify', 'weather')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^verified {2}weather.*\n {2}fits {2}wind, example 1/),
    });
    expect(JSON.parse((await run(...asked)).stdout)).toMatchObject({ candidates: [{ id: 'weather' }] });
    expect(await run('verify', 'weather', '--show')).toMatchObject({ code: 0 });
  });

  it('[AIDIP-SEC-13] removes the mark when an example fails', async () => {
    knots = 'many';
    const failed = await run('verify', 'weather');
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('/knots') });
    expect(JSON.parse((await run('verify', 'weather', '--show', '--json')).stdout)).toMatchObject([
      { verified: false },
    ]);
    knots = 7;
    await run('verify', 'weather');
    expect(await run('verify', 'weather', '--withdraw')).toMatchObject({ code: 0 });
    expect(await run('verify', 'weather', '--show')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('never verified'),
    });
  });

  it('reports unknown services and options that exclude each other', async () => {
    expect(await run('verify', 'nobody')).toMatchObject({ code: 1, stderr: expect.stringContaining('NOT_FOUND') });
    expect(await run('verify', 'weather', '--show', '--withdraw')).toMatchObject({ code: 2 });
  });
});
