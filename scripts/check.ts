/** `npm run check`: all static checks, with one report of the failures. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const steps = [
  { name: 'format and lint', command: 'biome', options: ['ci', '--error-on-warnings', '.'] },
  { name: 'build: declarations', command: 'tsc', options: ['-b'] },
  { name: 'build: bundles', command: 'tsx', options: ['scripts/bundle.ts'] },
  { name: 'types of tests, examples, scripts and benches', command: 'tsc', options: ['-p', 'tsconfig.tests.json'] },
  { name: 'architecture', command: 'vitest', options: ['run', 'tests/architecture'] },
  {
    name: 'generated files unchanged',
    command: 'tsx',
    options: ['--tsconfig', 'tsconfig.tests.json', 'scripts/docs.ts', '--check'],
  },
] as const;

const failed: string[] = [];
for (const { name, command, options } of steps) {
  console.log(`\n── ${name}: ${command} ${options.join(' ')}`);
  const done = spawnSync(`${root}node_modules/.bin/${command}`, options, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (done.error !== undefined) console.error(done.error.message);
  if (done.status !== 0) failed.push(name);
}

if (failed.length === 0) console.log(`\ncheck: all ${steps.length} steps passed`);
else console.error(`\ncheck: failed: ${failed.join('; ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
