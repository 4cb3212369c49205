import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openRegistry } from '../cli.support.js';

const harbour = {
  openapi: '3.1.0',
  info: { title: 'Harbour', version: '1' },
  servers: [{ url: 'https://harbour.example' }],
  paths: { '/lamps': { post: { operationId: 'lamps_set', summary: 'Set the lamps.', responses: {} } } },
};

let registry: Awaited<ReturnType<typeof openRegistry>>;
const run = (words: string, stdin?: string) =>
  call(words.split(' '), { fetch: registry.fetch, ...(stdin === undefined ? {} : { stdin }) });

beforeAll(async () => {
  registry = await openRegistry();
  await run('add - --id harbour', JSON.stringify(harbour));
});
afterAll(() => registry.close());

describe('dragoman effects', () => {
  it('shows what counts and why, sets single effects, and resets them', async () => {
    expect((await run('effects harbour lamps_set')).stdout).toMatch(/impact\s+reversible/);
    const set = await run('effects harbour lamps_set --impact irreversible');
    expect(set.stdout).toMatch(/impact\s+irreversible\s+irreversible\s+reversible/);
    expect(set.stdout).toMatch(/confirm\s+yes, because irreversible/);
    expect((await run('effects harbour lamps_set --idempotent yes')).stdout).toMatch(/impact\s+irreversible/);
    const reset = JSON.parse((await run('effects harbour lamps_set --reset --json')).stdout) as { chosen: object };
    expect(reset.chosen).toEqual({});
    expect((await run('effects harbour lamps_set')).stdout).toMatch(/confirm\s+no\b/);
  });

  it('shows what a change would do, without making it', async () => {
    const { stdout, stderr } = await run('effects harbour lamps_set --impact irreversible --dry-run');
    expect(stdout).toMatch(/impact\s+irreversible\s+irreversible\s+reversible/);
    expect(stderr).toContain('Nothing was changed.');
    expect((await run('effects harbour lamps_set')).stdout).toMatch(/impact\s+reversible/);
    expect((await run('effects harbour lamps_set --dry-run')).stderr).toContain('nothing would change');
  });

  it('says that a rule of the operator requires a confirmation', async () => {
    const ruled = await openRegistry({}, {}, { 'gateway.confirm': '[{"operation":"lamps_set","require":"agent"}]' });
    const at = (words: string, stdin = '') => call(words.split(' '), { fetch: ruled.fetch, stdin });
    await at('add - --id harbour', JSON.stringify(harbour));
    expect((await at('effects harbour lamps_set')).stderr).toContain('(lamps_set) requires a confirmation');
    expect((await run('effects harbour lamps_set')).stderr).not.toContain('requires');
    await ruled.close();
  });

  it('refuses unknown values', async () => {
    expect((await run('effects harbour lamps_set --impact grave')).stderr).toContain('unknown impact grave');
    expect((await run('effects harbour lamps_set --confirmation maybe')).stderr).toContain('use yes or no');
  });
});
