import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examine } from './examine.js';
import { withFolder } from './stores/sqlite/sqlite-files.support.js';

const quiet = { 'search.embedder': 'none', 'secrets.key': '0'.repeat(64) };

/** What is found with these settings, and a policy if there is one, in a new folder. */
function examineIn(flags: Record<string, unknown>, policy?: object) {
  return withFolder(async (file) => {
    const policyFile = join(dirname(file), 'policy.json');
    if (policy !== undefined) await writeFile(policyFile, JSON.stringify(policy));
    const given = policy === undefined ? flags : { ...flags, 'auth.policyFile': policyFile };
    return examine({ cwd: dirname(file), environment: {}, flags: { ...quiet, 'store.path': file, ...given } });
  });
}

describe('examine', () => {
  it('finds no problem with the defaults, and creates nothing', async () => {
    const findings = await examineIn({});
    expect(findings.filter(({ state }) => state !== 'good')).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['program', 'configuration', 'disk']));
  });

  it('reports an invalid configuration with where to correct it', async () => {
    const findings = await examineIn({ 'search.engine': 'postgress' });
    expect(findings).toContainEqual(expect.objectContaining({ check: 'configuration', state: 'problem' }));
  });

  it.each<[object, object]>([
    [{ rules: [] }, { state: 'good' }],
    [
      { rules: [{ effect: 'deny', access: ['admin'] }] },
      { state: 'problem', detail: expect.stringContaining('admin') },
    ],
    [{ rulez: [] }, { state: 'problem', fix: expect.stringContaining('dragoman policy test') }],
  ])('checks the policy %j', async (policy, expected) => {
    expect(await examineIn({}, policy)).toContainEqual(expect.objectContaining({ check: 'policy', ...expected }));
  });

  it('warns about files of secrets that other users may read', async () => {
    await withFolder(async (file) => {
      await writeFile(file, '');
      await chmod(file, 0o644);
      const findings = await examine({ cwd: dirname(file), environment: {}, flags: { ...quiet, 'store.path': file } });
      expect(findings).toContainEqual(
        expect.objectContaining({ check: 'permissions', state: 'warning', fix: `Run: chmod 600 ${file}` }),
      );
    });
  });

  it('says what Redis answered, and what to correct', async () => {
    const findings = await examineIn({ 'redis.url': 'redis://:secret@127.0.0.1:1', 'redis.timeoutMs': 200 });
    const redis = findings.find(({ check }) => check === 'redis');
    expect(redis).toMatchObject({ state: 'problem', fix: expect.stringContaining('redis.url') });
    expect(redis?.detail).toMatch(/^redis:\/\/\*\*\*@127\.0\.0\.1:1: .*[^.]\.$/);
  });
});
