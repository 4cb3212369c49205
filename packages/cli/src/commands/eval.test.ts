import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openRegistry } from '../cli.support.js';
import { freightDesk, describedOperation as operation } from './eval.support.js';

const desk = freightDesk(
  operation('quote', 'Price of freight. Not for the position of a container.'),
  operation('track', 'Position.'),
);
const cases = [
  { utterance: 'position of a container', operation: 'track' },
  { utterance: 'price of freight', operation: 'quote' },
];

describe('eval', () => {
  let registry: Awaited<ReturnType<typeof openRegistry>>;
  beforeAll(async () => {
    registry = await openRegistry();
    await registry.fetch('http://127.0.0.1:4780/agents', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(desk),
    });
  }, 120_000);
  afterAll(() => registry.close());

  it('runs the cases saved on the registry, and compares with the last run', async () => {
    const { fetch } = registry;
    const none = await call(['eval'], { fetch });
    expect(none).toMatchObject({ code: 0 });
    expect(none.stderr).toContain('You have saved no cases');
    for (const request of ['price of freight', 'order a pizza with cheese']) {
      const body = { kind: 'case', agent: desk.id, operation: 'quote', request };
      await fetch('http://127.0.0.1:4780/saved', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    }
    const first = await call(['eval', '--min', '0.9'], { fetch });
    expect(first).toMatchObject({ code: 1 });
    expect(first.stderr).toContain('2 cases: 50.0 % correct');
    const second = await call(['eval', '--json'], { fetch });
    expect(JSON.parse(second.stdout)).toMatchObject({ total: 2, first: 0.5, previous: { first: 0.5 }, broken: [] });
    expect(await call(['eval', '--tries', '3'], { fetch })).toMatchObject({ code: 2 });
    const inputs = { kind: 'case', agent: desk.id, operation: 'quote', request: 'price of freight' };
    await fetch('http://127.0.0.1:4780/saved', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...inputs, arguments: { weight: 7 } }),
    });
    const third = await call(['eval'], { fetch });
    expect(third.stderr).toContain('cases with inputs: 0 of 1 had all of them read from the request');
    expect(third.stdout).toMatch(/desk\/quote\s+weight\s+price of freight/);
  });

  it('runs cases on a description, and reports wordings that would help', async () => {
    const files = { 'cases.json': { cases }, 'desk.json': desk };
    const shown = await call(['eval', 'cases.json', '--against', 'desk.json', '--min', '0.9'], { files });
    expect(shown).toMatchObject({ code: 1 });
    expect(shown.stderr).toContain('2 cases: 50.0 % correct');
    expect(shown.stderr).toContain('in quote, remove "Not for the position of a container.": 1 more correct');
    expect(shown.stdout).toMatch(/track\s+quote\s+1\s+position of a container/);
    const result = await call(['eval', 'cases.json', '--against', 'desk.json', '--json'], { files });
    expect(JSON.parse(result.stdout)).toMatchObject({ first: 0.5, confusions: [{ expected: 'track', got: 'quote' }] });
  });

  it('runs cases on a registry, and distinguishes services', async () => {
    const asked = [...cases, { utterance: 'price of freight', operation: 'desk/quote' }];
    const result = await call(['eval', 'cases.json', '--json'], {
      fetch: registry.fetch,
      files: { 'cases.json': asked },
    });
    expect(JSON.parse(result.stdout)).toMatchObject({
      cases: [{ operation: 'track' }, { operation: 'quote', place: 1 }, { operation: 'desk/quote', place: 1 }],
    });
  });

  it('reports how often no operation was correctly chosen', async () => {
    const asked = [...cases, { utterance: 'zzz qqq', operation: null }];
    const files = { 'cases.json': asked, 'desk.json': desk };
    const shown = await call(['eval', 'cases.json', '--against', 'desk.json', '--meaning', 'off'], { files });
    expect(shown.stderr).toContain('cases that expect no operation: 1; 100.0 % of them got none');
  });

  it('compares by meaning if the model is installed', async () => {
    const asked = [{ utterance: 'how much would it cost to ship', operation: 'quote' }];
    const files = { 'cases.json': asked, 'desk.json': desk };
    const words = await call(['eval', 'cases.json', '--against', 'desk.json', '--meaning', 'off', '--json'], { files });
    const meaning = await call(['eval', 'cases.json', '--against', 'desk.json', '--json'], { files });
    expect(JSON.parse(words.stdout)).toMatchObject({ first: 0, cases: [{ found: [] }] });
    expect(JSON.parse(meaning.stdout)).toMatchObject({ first: 1 });
  });

  it('accepts the operationId of the document as the name of an operation', async () => {
    const named = (operationId: string, summary: string) => ({
      get: { operationId, summary, responses: { 200: { description: 'Done' } } },
    });
    const paths = {
      '/t': named('trackContainer', 'Last known position of a container'),
      '/q': named('quoteRate', 'Price of a voyage'),
    };
    const files = {
      'cases.json': [{ utterance: 'position of my container', operation: 'trackContainer' }],
      'api.json': { openapi: '3.1.0', info: { title: 'Desk', version: '1' }, paths },
    };
    const { code, stdout } = await call(['eval', 'cases.json', '--against', 'api.json', '--json'], { files });
    expect([code, JSON.parse(stdout).first]).toEqual([0, 1]);
  });

  it('reports all errors in the cases at once', async () => {
    const asked = [{ operation: 'x' }, 'y', { utterance: 'a', operation: 7, agent: 'z' }];
    const files = { 'cases.json': asked, 'desk.json': desk };
    const { code, stderr } = await call(['eval', 'cases.json', '--against', 'desk.json'], { files });
    expect(code).toBe(2);
    expect(stderr.split('\n').filter((text) => text.includes('case '))).toHaveLength(4);
    const unknown = { 'cases.json': [{ utterance: 'a', operation: 'trak' }], 'desk.json': desk };
    const wrong = await call(['eval', 'cases.json', '--against', 'desk.json'], { files: unknown });
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no operation has the name \"trak\". Did you mean 'track' or 'quote'?"),
    });
  });

  it.each([
    ['no list', {}],
    ['an empty list', []],
    ['too many', Array.from({ length: 2001 }, () => ({ utterance: 'a', operation: 'b' }))],
    ['a file that is not JSON', '# cases'],
  ])('rejects %s', async (_, content) => {
    const files = { 'cases.json': content, 'desk.json': desk };
    const refused = await call(['eval', 'cases.json', '--against', 'desk.json'], { files });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: cases\.json/) });
  });

  it.each([
    [['--tries', '3'], '--tries needs --against'],
    [['--model-url', 'http://127.0.0.1:1/v1'], 'must be given together'],
    [['--model-url', 'ftp://x/v1', '--model-name', 'm'], '--model-url takes an http URL'],
    [['--model-url', 'http://models.example/v1', '--model-name', 'm'], 'not encrypted'],
  ])('rejects %j', async (options, reason) => {
    const env = { DRAGOMAN_MODEL_KEY: 'sk-secret' };
    const refused = await call(['eval', 'cases.json', ...options], { env, files: { 'cases.json': cases } });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
  });
});
