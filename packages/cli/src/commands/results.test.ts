import { expect, it } from 'vitest';
import { call } from '../cli.support.js';

const part = {
  id: 'r1',
  expires_at: '2026-03-01T00:15:00.000Z',
  characters: 41_200,
  pointer: '/items',
  kind: 'array',
  count: 3,
  offset: 1,
  length: 1,
  value: ['b'],
  next_offset: 2,
};

it('prints a part of a large result, and how to read on', async () => {
  const asked: string[] = [];
  const fetch = async (url: string | URL | Request) => {
    asked.push(String(url));
    return Response.json(part);
  };
  const command = ['results', 'r1', '--pointer', '/items', '--offset', '1', '--characters', '9'];
  const { code, stdout, stderr } = await call(command, { fetch });
  expect([code, JSON.parse(stdout)]).toEqual([0, ['b']]);
  expect(stderr).toBe('third-party content: 1 of 3 from 1, array at "/items"; read on with --offset 2\n');
  expect(asked[0]).toMatch(/\/results\/r1\?pointer=%2Fitems&offset=1&characters=9$/);
  expect(JSON.parse((await call(['results', 'r1', '--json'], { fetch })).stdout)).toEqual(part);
  expect(asked[1]).toMatch(/\/results\/r1$/);
});

it.each([
  [['results'], 2],
  [['results', 'r1', '--offset', '-1'], 2],
])('rejects %j', async (command, code) => {
  expect((await call(command as string[])).code).toBe(code);
});

it('reports a response that is not a part', async () => {
  const { code, stderr } = await call(['results', 'r1'], { fetch: async () => Response.json({}) });
  expect([code, stderr]).toEqual([3, expect.stringContaining('not a part of a result')]);
});
