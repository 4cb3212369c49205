/** Tests the plan of a probe: every operation that is left out, with its reason, and the reads on request. */
import { describe, expect, it } from 'vitest';
import { call } from '../cli.support.js';

const get = (summary: string) => ({ get: { summary, responses: { 200: { description: 'OK' } } } });
const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`/things/${n}/purge`, get('Purge')] as const));
const document = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {
    '/herbs': { ...get('List herbs'), post: { responses: { 201: { description: 'OK' } } } },
    '/jobs/flush': get('Flush'),
    '/roots': { ...get('List roots'), servers: [{ url: 'https://elsewhere.example' }] },
    ...many,
  },
};

const plan = async (...argv: string[]) => {
  const files = { 'openapi.json': JSON.stringify(document) };
  const fetch = async () => new Response('{}');
  const line = ['probe', 'http://127.0.0.1:1', '--openapi', 'openapi.json', '--dry-run', ...argv];
  return (await call(line, { fetch, files })).stderr;
};

describe('the plan of a probe', () => {
  it('lists every operation that is left out, grouped by reason', async () => {
    const text = await plan();
    for (const path of Object.keys(many)) expect(text).toContain(`      GET ${path}\n`);
    expect(text).toContain('Not called: 33 operations\n');
    expect(text).toContain('  Only with consent (--allow-writes --writes <operation>): 32\n');
    expect(text).toContain("    deletes: 'purge': 30\n");
    expect(text).toContain("    GET /jobs/flush: deletes: 'flush'\n");
    expect(text).toContain('    POST /herbs: POST may change something\n');
    expect(text).toContain('  For other reasons: 1\n    GET /roots: its server is https://elsewhere.example\n');
  });

  it('lists the reads with --verbose', async () => {
    expect(await plan()).not.toContain('  GET /herbs\n');
    expect(await plan('--verbose')).toContain('checks; at most 400 requests in all.\n  GET /herbs\n');
  });
});
