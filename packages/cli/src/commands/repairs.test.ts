import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Situation } from '../cli.support.js';
import { call, openRegistry } from '../cli.support.js';

const whole = { type: 'integer' };
const items = { type: 'array', items: { type: 'object', properties: { id: whole, name: { type: 'string' } } } };
const harbour = {
  openapi: '3.1.0',
  info: { title: 'Harbour', version: '1' },
  servers: [{ url: 'https://harbour.example' }],
  paths: {
    '/berths': {
      get: {
        operationId: 'berths_list',
        summary: 'List the berths.',
        parameters: ['offset', 'limit'].map((name) => ({ name, in: 'query', schema: whole })),
        responses: { '200': { description: 'OK', content: { 'application/json': { schema: items } } } },
      },
    },
  },
};

let registry: Awaited<ReturnType<typeof openRegistry>>;
let id: string;
const run = (argv: string[], situation: Situation = {}) => call(argv, { fetch: registry.fetch, ...situation });

beforeAll(async () => {
  registry = await openRegistry();
  await run(['add', '-'], { stdin: JSON.stringify(harbour) });
  const [agent] = JSON.parse((await run(['list', '--json'])).stdout) as { id: string }[];
  id = agent?.id ?? 'nothing was added';
});
afterAll(() => registry.close());

const rowsOf = async () =>
  (
    JSON.parse((await run(['repairs', id, '--json'])).stdout) as {
      repairs: { name: string; on: boolean; chosen?: boolean }[];
    }
  ).repairs;
const rowOf = async (name: string) => (await rowsOf()).find((row) => row.name === name);

describe('dragoman repairs', () => {
  it('shows every repair with its state', async () => {
    const { code, stdout } = await run(['repairs', id]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/cursor-pages\s+off\s+0 of 1/);
    expect(stdout).toMatch(/idempotency\s+always/);
  });

  it('switches repairs, keeps earlier choices, and resets them', async () => {
    expect((await run(['repairs', id, '--on', 'cursor-pages', '--off', 'problem-details'])).code).toBe(0);
    const { stdout } = await run(['repairs', id, '--on', 'truncation']);
    expect(stdout).toMatch(/cursor-pages\s+on \(set\)\s+1 of 1/);
    expect(stdout).toMatch(/problem-details\s+off \(set\)/);
    expect((await run(['repairs', id, '--default', 'cursor-pages'])).code).toBe(0);
    expect(await rowOf('cursor-pages')).not.toHaveProperty('chosen');
    expect(await rowOf('truncation')).toMatchObject({ on: true, chosen: true });
  });

  it.each([
    [['--on', 'magic'], 'unknown repair magic'],
    [['--on', 'truncation', '--off', 'truncation'], 'truncation is given twice'],
  ])('rejects %j', async (options, words) => {
    const { code, stderr } = await run(['repairs', id, ...options]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('reports that a repair that always applies cannot be switched', async () => {
    const { code, stderr } = await run(['repairs', id, '--off', 'idempotency']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be switched')]);
  });
});

describe('dragoman profile', () => {
  it('shows what fails upstream, what is repaired here, and both scores', async () => {
    await run(['repairs', id, '--on', 'cursor-pages']);
    const { code, stdout } = await run(['profile', id]);
    expect(stdout).toContain('fails upstream, repaired here');
    expect(stdout).toMatch(/offset-pagination +cursor-pages/);
    expect(stdout).toMatch(/score \d+ of 100 upstream, \d+ here/);
    expect(stdout).toMatch(/label: \d+ of 14 conditions hold upstream, \d+ here/);
    expect(stdout).not.toContain('not determined upstream');
    expect([0, 1]).toContain(code);
    expect((await run(['profile', id, '--all'])).stdout).toContain('not determined upstream, supplied here');
  });

  it('evaluates the description itself if one is given', async () => {
    const files = { 'openapi.json': harbour, 'broken.json': '{', 'list.json': [] };
    const judged = await run(['profile', id, '--description', 'openapi.json', '--json'], { files });
    expect(JSON.parse(judged.stdout)).toMatchObject({ basis: 'description' });
    expect((await run(['profile', id, '--description', 'broken.json'], { files })).code).toBe(2);
    expect((await run(['profile', id, '--description', 'list.json'], { files })).code).toBe(2);
  });
});

describe('dragoman lint', () => {
  it('marks findings that the gateway supplies', async () => {
    const { stdout } = await call(['lint', 'openapi.json'], { files: { 'openapi.json': harbour } });
    expect(stdout).toContain('the gateway supplies this (cursor-pages)');
    const explained = await call(['lint', '--explain', 'offset-pagination']);
    expect(explained.stdout).toContain('the gateway supplies this (cursor-pages)');
    expect((await call(['lint', '--explain', 'summary-missing'])).stdout).not.toContain('the gateway supplies');
  });
});
