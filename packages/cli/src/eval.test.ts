import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openRegistry } from './cli.support.js';

const operation = (name: string, description: string) => ({
  name,
  description,
  inputs: { type: 'object' },
  outputs: { type: 'object' },
});
const desk = {
  id: 'desk',
  name: 'Desk',
  description: 'Freight.',
  capabilities: ['freight'],
  endpoint: 'https://desk.example/x',
  operations: [
    operation('quote', 'Price of freight. Not for the position of a container.'),
    operation('track', 'Position.'),
  ],
};
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

  it('tries cases on a description, and says which wording would help', async () => {
    const files = { 'cases.json': { cases }, 'desk.json': desk };
    const shown = await call(['eval', 'cases.json', '--against', 'desk.json', '--min', '0.9'], { files });
    expect(shown).toMatchObject({ code: 1 });
    expect(shown.stderr).toContain('2 cases: 50.0 % right');
    expect(shown.stderr).toContain('in quote leave out "Not for the position of a container.": 1 more right');
    expect(shown.stdout).toMatch(/track\s+quote\s+1\s+position of a container/);
    const told = await call(['eval', 'cases.json', '--against', 'desk.json', '--json'], { files });
    expect(JSON.parse(told.stdout)).toMatchObject({ first: 0.5, confusions: [{ expected: 'track', got: 'quote' }] });
  });

  it('tries cases on a registry', async () => {
    const told = await call(['eval', 'cases.json', '--json'], {
      fetch: registry.fetch,
      files: { 'cases.json': cases },
    });
    expect(JSON.parse(told.stdout)).toMatchObject({
      cases: [{ operation: 'track' }, { operation: 'quote', place: 1 }],
    });
  });

  it.each([
    ['no list', {}],
    ['an empty list', []],
    ['a case without an utterance', [{ operation: 'x' }]],
    ['too many', Array.from({ length: 2001 }, () => ({ utterance: 'a', operation: 'b' }))],
  ])('refuses %s', async (_, content) => {
    expect(
      await call(['eval', 'cases.json', '--against', 'desk.json'], {
        files: { 'cases.json': content, 'desk.json': desk },
      }),
    ).toMatchObject({
      code: 2,
    });
  });
});
