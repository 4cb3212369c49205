import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Situation } from '../cli.support.js';
import { call, openRegistry } from '../cli.support.js';

const responses = { '200': { description: 'OK' } };
const harbour = {
  openapi: '3.1.0',
  info: { title: 'Harbour', version: '1' },
  servers: [{ url: 'https://harbour.example' }],
  paths: { '/berths': { get: { operationId: 'berths_list', responses } } },
  webhooks: {
    'berth.freed': {
      post: {
        summary: 'A berth is free.',
        requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['berth'] } } } },
        responses,
      },
    },
  },
};

let registry: Awaited<ReturnType<typeof openRegistry>>;
const run = (argv: string[], situation: Situation = {}) => call(argv, { fetch: registry.fetch, ...situation });

beforeAll(async () => {
  registry = await openRegistry();
  await run(['add', '-', '--id', 'harbour'], { stdin: JSON.stringify(harbour) });
});
afterAll(() => registry.close());

describe('dragoman webhooks', () => {
  it('lists what a service sends, subscribes, shows what arrives, and unsubscribes', async () => {
    expect((await run(['show', 'harbour'])).stdout).toMatch(/webhooks\n\s+berth\.freed\s+A berth is free\./);
    expect((await run(['webhooks', 'list', 'harbour'])).stdout).toContain('berth.freed');
    const subscribed = await run(['webhooks', 'subscribe', 'harbour', 'berth.freed', '--verify', 'address']);
    const [, id = ''] = /subscription\s+(\S+)/.exec(subscribed.stdout) ?? [];
    const [, address = ''] = /address\s+(\S+)/.exec(subscribed.stdout) ?? [];
    expect((await run(['webhooks', 'deliveries', id])).stderr).toContain('Nothing has been received');
    await registry.fetch(address, { method: 'POST', body: '{"berth":"B7"}' });
    await registry.fetch(address, { method: 'POST', body: '[]' });
    const { stdout } = await run(['webhooks', 'deliveries', id]);
    expect(stdout).toMatch(/berth\.freed\s+valid\s+not signed/);
    expect(stdout).toContain('does not match its schema');
    expect(stdout).toContain('"berth": "B7"');
    expect((await run(['webhooks', 'list'])).stdout).toContain(id);
    expect((await run(['webhooks', 'unsubscribe', id])).code).toBe(0);
    expect((await run(['webhooks', 'deliveries', id])).code).toBe(1);
  });

  it.each([
    { argv: ['harbour', '--header', 'X-Signature'], says: 'need --verify hmac-sha256' },
    { argv: ['harbour', '--verify', 'hmac-sha256'], says: 'needs --header' },
    { argv: ['harbour', '--verify', 'md5'], says: 'standard-webhooks' },
  ])('rejects subscribe $argv', async ({ argv, says }) => {
    const { code, stderr } = await run(['webhooks', 'subscribe', ...argv]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });
});
