import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.js';
import { listSettings, settingsSchema } from './settings-schema.js';

describe('the settings schema', () => {
  it('is a valid JSON Schema that accepts the defaults', () => {
    const ajv = new Ajv2020({ strict: true, keywords: ['x-env', 'x-flag', 'x-live', 'x-secret'] });
    const validate = ajv.compile(settingsSchema);
    const { origins: _, ...defaults } = loadConfig({ cwd: '/nowhere', environment: {} });
    expect(validate(JSON.parse(JSON.stringify(defaults)))).toBe(true);
    expect(validate({ server: { port: 'x' } })).toBe(false);
  });

  it('gives every setting a description and a unique environment variable', () => {
    const settings = listSettings();
    const variables = settings.map(({ schema }) => schema['x-env']);
    expect(new Set(variables).size).toBe(settings.length);
    for (const { schema } of settings) expect(schema.description).toMatch(/\.$|\)\.?$/);
    const flags = settings.flatMap(({ schema }) => schema['x-flag'] ?? []);
    expect(new Set(flags).size).toBe(flags.length);
  });
});
