/**
 * How the tests run: unit tests on the sources, in-process; end-to-end tests and examples on the built
 * packages, which are built once before them. A whole run leaves its report for `npm run conformance`.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const packages = fileURLToPath(new URL('./packages', import.meta.url));

/** A run with a filter must not pass for the whole, so it leaves no report. */
const wholeRun = process.argv.slice(2).every((argument) => argument === 'run' || argument === '--run');

/** On a second version of Node the gate repeats what can depend on it: the packages, and these tests of processes, connections and threads. */
const second = process.env.SECOND_NODE !== undefined;
const onEveryNode = [
  'examples/**/*.test.ts',
  'tests/e2e/{cli,packed-install,workers}.test.ts',
  'tests/e2e/{hostile,guarded-fetch,quick-lane,tls,upstream,telemetry}*.test.ts',
  'tests/e2e/{a2a,calls,mcp-inbound,sdk,middleware*}.test.ts',
];

/** Browsers run the console, and these are computations on text and data that use nothing of Node. */
const notOnSecond = [
  'packages/{agis,console,documents,language,lint,model}/**',
  'packages/core/src/{catalogue,discovery,protocols}/**',
  'packages/server/src/description/**',
  'packages/cli/src/commands/hostile-input.test.ts',
];

const exclude = ['**/node_modules/**', '**/dist/**', '**/fixtures/**', ...(second ? notOnSecond : [])];

/** The sources of the middleware, by the name under which they are imported. */
const middlewareSources = [
  { find: /^@dragoman\/middleware$/, replacement: `${packages}/middleware/src/index.ts` },
  {
    find: /^@dragoman\/middleware\/(node|express|fastify|hono)$/,
    replacement: `${packages}/middleware/src/$1.ts`,
  },
  { find: /^@dragoman\/middleware\/([\w-]+)$/, replacement: `${packages}/middleware/src/properties/$1/index.ts` },
];

/** The sources of all packages. */
const sources = [
  {
    find: /^@dragoman\/(model|documents|agis|embedder|lint|language|sdk|server|cli)$/,
    replacement: `${packages}/$1/src/index.ts`,
  },
  { find: /^#libraries$/, replacement: `${packages}/documents/src/libraries/node.ts` },
  { find: /^@dragoman\/language\/text$/, replacement: `${packages}/language/src/text-functions.ts` },
  { find: /^#digest$/, replacement: `${packages}/core/src/digest/node.ts` },
  { find: /^@dragoman\/core\/([\w-]+)$/, replacement: `${packages}/core/src/$1.ts` },
  { find: /^@dragoman\/lint\/probe$/, replacement: `${packages}/lint/src/probe/index.ts` },
  { find: /^@dragoman\/sdk\/(agis|executor)$/, replacement: `${packages}/sdk/src/$1/index.ts` },
  ...middlewareSources,
];

/** Files that take long, slowest first; started last, each would keep the whole run waiting. */
const slowest = [
  'examples/examples.test.ts',
  'tests/e2e/ledger-crash.test.ts',
  'tests/e2e/packed-install.test.ts',
  'tests/e2e/terminal.test.ts',
  'tests/e2e/crash.test.ts',
  'tests/e2e/console/catalogue.test.ts',
  'tests/e2e/console/form-corpus.test.ts',
  'scripts/tool-corpus/tool-corpus.test.ts',
  'packages/server/src/description/openapi.test.ts',
  'bench/discovery/one-ranking.test.ts',
  'packages/core/src/discovery/lexical-index.property.test.ts',
  'packages/cli/src/commands/hostile-input.test.ts',
  'packages/core/src/discovery/saved-index.test.ts',
  'packages/server/src/stores/postgres/pgvector-comparer.test.ts',
];

/** Starts the slowest files of each project first. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slowest.findIndex((name) => moduleId.endsWith(name));
      return at === -1 ? slowest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  resolve: {
    alias: [{ find: /^fast-check$/, replacement: fileURLToPath(new URL('./tests/fast-check.ts', import.meta.url)) }],
  },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    maxConcurrency: 16,
    // CI runs many processes on two cores; a test that passes at the second try is marked `retry x1` in the output.
    retry: process.env.CI === undefined ? 0 : 1,
    sequence: { sequencer: SlowestFirst },
    reporters: wholeRun ? ['default', 'json'] : ['default'],
    outputFile: { json: 'node_modules/.cache/dragoman/test-report.json' },
    projects: [
      {
        extends: true,
        resolve: { alias: sources },
        test: {
          exclude,
          name: 'unit',
          // Modules have no state (ARCHITECTURE.md), so test files share them: importing them again for each file took a third of the run.
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            ...(second ? [] : ['scripts/**/*.test.ts', 'bench/**/*.test.ts', 'tests/architecture/**/*.test.ts']),
          ],
          sequence: { groupOrder: 1 },
          // FUZZ=10 draws ten times as many cases.
          testTimeout: 30_000 * Math.max(1, Number(process.env.FUZZ ?? 1)),
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        // The contract suites of the middleware are next to its sources and must share their modules with the adapters.
        resolve: { alias: middlewareSources },
        test: {
          exclude,
          name: 'e2e',
          // Node imports the built packages itself; transforming the sources again for every file took a quarter of the time.
          server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
          include: second
            ? onEveryNode
            : ['tests/e2e/**/*.test.ts', 'tests/conformance/**/*.test.ts', 'examples/**/*.test.ts'],
          globalSetup: ['./tests/build-once.ts'],
          // These tests mostly wait for other processes, so more of them run than there are cores.
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
