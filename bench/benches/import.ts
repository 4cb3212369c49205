/**
 * Imports the largest published API descriptions, compared with tools that parse and resolve the same documents. Each
 * contestant runs in a separate process, one after the other, so that memory is measured separately.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp } from '../corpus.js';

const documents = [
  { key: 'github', name: 'GitHub (JSON, 13 MB)', file: 'npm-octokit-openapi__api.github.com.json.gz' },
  { key: 'stripe', name: 'Stripe (YAML, 3.7 MB)', file: 'APIs-guru__stripe.com_2022-11-15_openapi.yaml.gz' },
  { key: 'kubernetes', name: 'Kubernetes (YAML, 3.3 MB)', file: 'APIs-guru__kubernetes.io_v1.10.0_swagger.yaml.gz' },
];

const contestants = [
  { key: 'dragoman', name: 'dragoman: parse, read, check schemas' },
  { key: 'whole', name: 'dragoman: complete import into a running server' },
  { key: 'swagger_parser', name: 'swagger-parser: parse, dereference', argument: 'swagger-parser' },
  { key: 'redocly', name: 'Redocly: parse, bundle' },
];

interface Result {
  operations: number;
  firstMs: number;
  medianMs: number;
  cpuMs: number;
  peakMb: number;
}

const script = fileURLToPath(new URL('../import/contestant.mjs', import.meta.url));

/** Time limit for one contestant and one document. */
const timeout = 300_000;

function runOne(contestant: string, file: string, rounds: number): Result | undefined {
  const { status, stdout } = spawnSync(process.execPath, [script, contestant, file, String(rounds)], {
    encoding: 'utf8',
    timeout,
  });
  return status === 0 ? (JSON.parse(stdout) as Result) : undefined;
}

function measure(folder: string, { quick, progress }: BenchOptions): BenchReport {
  const figures: Record<string, number> = {};
  const rows = documents.flatMap(({ key, name, file }) =>
    contestants.map((contestant) => {
      progress(`${name}: ${contestant.name}`);
      const result = runOne(contestant.argument ?? contestant.key, join(folder, 'openapi', 'big', file), quick ? 1 : 3);
      if (result === undefined) return [name, contestant.name, 'failed', '', '', '', ''];
      const { operations, firstMs, medianMs, cpuMs, peakMb } = result;
      const prefix = `import.${key}.${contestant.key}`;
      Object.assign(figures, {
        [`${prefix}.first_ms`]: firstMs,
        [`${prefix}.median_ms`]: medianMs,
        [`${prefix}.first_cpu_ms`]: cpuMs,
        [`${prefix}.peak_mb`]: peakMb,
      });
      return [
        name,
        contestant.name,
        String(operations),
        firstMs.toFixed(0),
        cpuMs.toFixed(0),
        medianMs.toFixed(0),
        peakMb.toFixed(0),
      ];
    }),
  );
  const columns = [
    'document',
    'contestant',
    'operations',
    'first, ms',
    'CPU, ms',
    'median, ms',
    'peak after first, MB',
  ];
  return {
    tables: [{ title: 'import of the largest documents', columns, rows }],
    notes: [
      'The first run is the cost of an import in a fresh process; the other tools do not build operations or check schemas.',
      'The complete import is that of `dragoman add`: parse, send over HTTP, read, check, store in SQLite, index. Client and server share the process; its CPU time includes the vectors that a separate thread computes in the background.',
    ],
    figures,
  };
}

/** Import of the largest documents. */
export const importDocuments: Bench = {
  name: 'import',
  summary: 'The OpenAPI documents of GitHub, Stripe and Kubernetes read into entries and registered: time and memory.',
  async run(options) {
    const folder = corpusFolder();
    return folder === undefined ? { tables: [], notes: [corpusHelp], figures: {} } : measure(folder, options);
  },
};
