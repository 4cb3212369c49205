import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openRegistry } from '../cli.support.js';

const weather = {
  id: 'pier-weather',
  name: 'Pier Weather',
  description: 'Wind and wave forecast for a harbour pier.',
  capabilities: ['weather_forecast'],
  endpoint: 'https://pierweather.example/forecast',
  operations: [
    {
      name: 'forecast',
      description: 'Forecasts wind and waves at a harbour.',
      inputs: { type: 'object', properties: { harbour: { type: 'string' } }, required: ['harbour'] },
      outputs: { type: 'object' },
    },
  ],
};

describe('resolve', () => {
  let registry: Awaited<ReturnType<typeof openRegistry>>;
  beforeAll(async () => {
    registry = await openRegistry();
    await call(['add', 'weather.json'], {
      fetch: registry.fetch,
      files: { '/work/weather.json': weather, 'weather.json': weather },
    });
    await registry.fetch('http://127.0.0.1:4780/agents', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(weather),
    });
  });
  afterAll(() => registry.close());

  it('shows the operation, its missing inputs and the reasons', async () => {
    const { fetch } = registry;
    const shown = await call(['resolve', 'forecast', 'wind', 'and', 'waves'], { fetch });
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.stdout).toMatch(/pier-weather\s+forecast\s+harbour\s+forecast, wind, waves/);
    const held = await call(['resolve', 'forecast wind', '--holds', 'harbour', '--json'], { fetch });
    expect(JSON.parse(held.stdout)).toMatchObject({
      decision: 'found',
      candidates: [{ reasons: { inputs: { held: ['harbour'] } } }],
    });
  });

  it('shows the parts of each score and the limits with --why', async () => {
    const shown = await call(['resolve', 'forecast wind', '--why'], { fetch: registry.fetch });
    expect(shown.stdout).toMatch(/words \d\.\d\d/);
    expect(shown.stderr).toMatch(/limit found: 0\.\d+/);
  });

  it('search --operations ranks and lists single operations, and rejects filters of services', async () => {
    const { fetch } = registry;
    const ranked = await call(['search', 'wind and waves', '--operations'], { fetch });
    expect(ranked).toMatchObject({ code: 0 });
    expect(ranked.stdout).toMatch(/\d\.\d\d\s+pier-weather\s+forecast/);
    const listed = await call(['search', '--operations', '--service', 'pier-weather', '--json'], { fetch });
    expect(JSON.parse(listed.stdout)).toMatchObject({ count: 1, operations: [{ operation: 'forecast' }] });
    expect(await call(['search', 'x', '--operations', '--impact', 'reversible'], { fetch })).toMatchObject({ code: 1 });
    expect(await call(['search', 'x', '--operations', '--capability', 'y'], { fetch })).toMatchObject({ code: 2 });
    expect(await call(['search', 'x', '--service', 'y'], { fetch })).toMatchObject({ code: 2 });
  });

  it('show --as prints the definition in a protocol with its tokens and losses', async () => {
    const { fetch } = registry;
    const shown = await call(['show', 'pier-weather', 'forecast', '--as', 'mcp'], { fetch });
    expect(JSON.parse(shown.stdout)).toMatchObject({ name: 'forecast', inputSchema: { required: ['harbour'] } });
    expect(shown.stdout).toMatch(/^\{\n {2}"name"/);
    expect(shown.stderr).toMatch(/About \d+ tokens\. Impact: not stated\./);
    const json = await call(['show', 'pier-weather', 'forecast', '--as', 'openai-chat', '--json'], { fetch });
    expect(JSON.parse(json.stdout)).toMatchObject({ as: 'openai-chat', changes: [{ kind: 'lost' }] });
    expect(await call(['show', 'pier-weather', '--as', 'mcp'], { fetch })).toMatchObject({ code: 2 });
    expect(await call(['show', 'pier-weather', 'forecast', '--as', 'soap'], { fetch })).toMatchObject({ code: 2 });
  });

  it('offers nothing if nothing fits, and reports excluded services', async () => {
    const { fetch } = registry;
    const barred = await call(['resolve', 'forecast wind and waves', '--verified'], { fetch });
    expect(barred).toMatchObject({ code: 1 });
    expect(barred.stderr).toContain('excluded by verified_only: 1 (pier-weather)');
    expect(await call(['resolve', 'knit a jumper'], { fetch })).toMatchObject({ code: 1 });
    expect(await call(['resolve', 'x', '--max-impact', 'much'], { fetch })).toMatchObject({ code: 2 });
  });
});
