import { describe, expect, it } from 'vitest';
import { describeConfig } from './describe-config.js';
import { loadConfig } from './load-config.js';

describe('the settings as they are shown', () => {
  it('hide secrets and credentials in URLs, also inside lists', () => {
    const config = loadConfig({
      cwd: '/nowhere',
      environment: {},
      flags: {
        'store.databaseUrl': 'postgres://ann:hunter2@db.example/registry?sslkey=hunter2',
        'agis.sources': [{ name: 'depots', address: 'postgres://ann:hunter2@db.example/depots' }],
        'secrets.key': '7'.repeat(64),
      },
    });
    const text = JSON.stringify(describeConfig(config));
    expect(text).not.toMatch(/hunter2|7{64}/);
    expect(text).toContain('postgres://***@db.example/registry?***');
  });
});
