/** CI tests the Node versions that the packages support and the documents name, and releases carry provenance. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<
    string,
    {
      strategy?: { matrix: Record<string, unknown[]> };
      services?: Record<string, unknown>;
      permissions?: Record<string, string>;
      needs?: string;
      uses?: string;
      steps?: { run?: string }[];
    }
  >;
}

const commandsOf = (job: Workflow['jobs'][string] | undefined) => job?.steps?.flatMap(({ run }) => run ?? []) ?? [];

it('runs checks and tests on the oldest supported Node, on 22 and on the one in .nvmrc', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const oldest = Number(/^>=(\d+)/.exec(engines.node)?.[1]);
  const current = Number(read('.nvmrc'));
  const { jobs } = parse(read('.github/workflows/checks.yml')) as Workflow;
  expect(jobs.test?.strategy?.matrix).toEqual({ node: [oldest, 22, current] });
  expect(Object.keys(jobs.test?.services ?? {})).toEqual(['postgres', 'redis']);
  expect(commandsOf(jobs.test)).toEqual(expect.arrayContaining(['npm ci', 'npm run check', 'npm test']));
  expect(read('README.md')).toContain(`Node ${current}`);
  expect(read('.ci/run')).toContain(`Node ${current}`);
});

it('releases only after the checks, with the identity that provenance needs', () => {
  const { on, jobs } = parse(read('.github/workflows/release.yml')) as Workflow;
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(jobs.checks?.uses).toBe('./.github/workflows/checks.yml');
  expect(jobs.publish).toMatchObject({ needs: 'checks', permissions: { 'id-token': 'write' } });
  expect(commandsOf(jobs.publish).at(-1)).toBe('npm run release');
});
