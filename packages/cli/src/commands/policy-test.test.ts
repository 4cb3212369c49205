import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call } from '../cli.support.js';

const guide = readFileSync(new URL('../../../../docs/guides/access.md', import.meta.url), 'utf8');

const check = (policy: object, ...more: string[]) =>
  call(['policy', 'test', 'policy.yaml', ...more], { files: { 'policy.yaml': policy } });

describe('dragoman policy test', () => {
  it('runs the tests of the file, and decides on one case', async () => {
    const policy = {
      rules: [{ effect: 'deny', operations: ['refund'], groups: ['staff'], reason: 'Ask the finance team.' }],
      tests: [{ name: 'staff', groups: ['staff'], operation: 'refund', expect: 'deny' }],
    };
    expect(await check(policy)).toMatchObject({ code: 0, stderr: expect.stringContaining('1 test, 0 failed') });
    const single = await check(policy, '--group', 'staff', '--operation', 'refund');
    expect(single).toMatchObject({ code: 1, stdout: expect.stringContaining('Ask the finance team.') });
  });

  it('runs the tests of the policy that the guide shows', async () => {
    const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? [];
    const files = { 'policy.yaml': yaml };
    const result = await call(['policy', 'test', 'policy.yaml'], { files });
    expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining('3 tests, 0 failed') });
  });

  it.each([
    ['nobody at all', [{ effect: 'deny', access: ['admin'] }], 1],
    [
      'a caller',
      [
        { effect: 'allow', access: ['admin'], callers: ['root-*'] },
        { effect: 'deny', access: ['admin'] },
      ],
      0,
    ],
    [
      'a group',
      [
        { effect: 'allow', access: ['admin'], groups: ['ops'] },
        { effect: 'deny', access: ['admin'] },
      ],
      0,
    ],
    ['everybody else', [{ effect: 'deny', access: ['admin'], groups: ['trial'] }], 0],
  ])('refuses a policy that leaves no administrator: %s', async (_, rules, code) => {
    const result = await check({ rules });
    expect(result.code).toBe(code);
    expect(result.stderr.includes('takes the scope admin away from everybody')).toBe(code === 1);
  });
});
