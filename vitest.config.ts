/**
 * How the tests run: unit tests on the sources, in-process; end-to-end tests and examples on the built
 * packages, which are built once before them. A whole run leaves its report for `npm run conformance`.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const packages = fileURLToPath(new URL('./packages', import.meta.url));

/** A run with a filter must not pass for the whole, so it leaves no report. */
const wholeRun = process.argv.slice(2).every((argument) => argument === 'run' || argument === '--run');

const exclude = ['**/node_modules/**', '**/dist/**', '**/fixtures/**'];

export default defineConfig({
  resolve: {
    alias: [
      { find: /^fast-check$/, replacement: fileURLToPath(new URL('./tests/fast-check.ts', import.meta.url)) },
      {
        find: /^@dragoman\/(model|documents|agis|embedder|lint|sdk|middleware|server|cli)$/,
        replacement: `${packages}/$1/src/index.ts`,
      },
      { find: /^#libraries$/, replacement: `${packages}/documents/src/libraries/node.ts` },
      { find: /^@dragoman\/core\/([\w-]+)$/, replacement: `${packages}/core/src/$1.ts` },
      { find: /^@dragoman\/lint\/probe$/, replacement: `${packages}/lint/src/probe/index.ts` },
      { find: /^@dragoman\/sdk\/(agis|executor)$/, replacement: `${packages}/sdk/src/$1/index.ts` },
      {
        find: /^@dragoman\/middleware\/(node|express|fastify|hono)$/,
        replacement: `${packages}/middleware/src/$1.ts`,
      },
      { find: /^@dragoman\/middleware\/([\w-]+)$/, replacement: `${packages}/middleware/src/properties/$1/index.ts` },
    ],
  },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    maxConcurrency: 16,
    reporters: wholeRun ? ['default', 'json'] : ['default'],
    outputFile: { json: 'node_modules/.cache/dragoman/test-report.json' },
    projects: [
      {
        extends: true,
        test: {
          exclude,
          name: 'unit',
          // Modules have no state (ARCHITECTURE.md), so test files share them: importing them again for each file took a third of the run.
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'tests/architecture/**/*.test.ts',
          ],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          exclude,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts', 'tests/conformance/**/*.test.ts', 'examples/**/*.test.ts'],
          globalSetup: ['./tests/build-once.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
