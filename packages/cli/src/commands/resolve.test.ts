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

  it('offers nothing if nothing fits, and reports excluded services', async () => {
    const { fetch } = registry;
    const barred = await call(['resolve', 'forecast wind and waves', '--verified'], { fetch });
    expect(barred).toMatchObject({ code: 1 });
    expect(barred.stderr).toContain('excluded by verified_only: 1 (pier-weather)');
    expect(await call(['resolve', 'knit a jumper'], { fetch })).toMatchObject({ code: 1 });
    expect(await call(['resolve', 'x', '--max-impact', 'much'], { fetch })).toMatchObject({ code: 2 });
  });
});
