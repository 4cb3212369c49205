/** Linting the largest published API descriptions, compared with Spectral and Redocly with their published rule sets. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { gunzipSync } from 'node:zlib';
import { lintDocument, rules } from '@dragoman/lint';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { RulesetDefinition } from '@stoplight/spectral-core';
import spectralCore from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp } from '../corpus.js';
import { profiledRules, profileRuleset } from '../lint/profile-ruleset.js';
import { median } from '../measure.js';

/** Number of documents, the largest of the corpus. */
const documentCount = 10;

/** A contestant that exceeds this in its first round runs only once. */
const longMilliseconds = 10_000;

interface Contestant {
  key: string;
  name: string;
  /** Number of rules; 0 if the contestant does not report it. */
  rules: number;
  lint(text: string, isJson: boolean): Promise<number>;
}

const { oas } = rulesets;
const { Json, Yaml } = parsers;
const spectralRules = Object.keys((oas as unknown as { rules: object }).rules).length;

function createSpectral(ruleset: RulesetDefinition): Contestant['lint'] {
  return async (text, isJson) => {
    const spectral = new spectralCore.Spectral();
    spectral.setRuleset(ruleset);
    const document = isJson ? new spectralCore.Document(text, Json) : new spectralCore.Document(text, Yaml);
    return (await spectral.run(document)).length;
  };
}

const contestants: readonly Contestant[] = [
  {
    key: 'dragoman',
    name: 'dragoman',
    rules: rules.length,
    lint: async (text) => lintDocument(new TextEncoder().encode(text)).findings.length,
  },
  {
    key: 'redocly',
    name: 'Redocly, recommended',
    rules: 0,
    async lint(text, isJson) {
      const config = await createConfig({ extends: ['recommended'] });
      const source = { source: text, absoluteRef: isJson ? 'openapi.json' : 'openapi.yaml', config };
      return (await lintFromString(source)).length;
    },
  },
  {
    key: 'spectral',
    name: 'Spectral, oas',
    rules: spectralRules,
    lint: createSpectral({ extends: [[oas as unknown as RulesetDefinition, 'all']] }),
  },
  {
    key: 'spectral_profile',
    name: 'Spectral, our rules',
    rules: profiledRules,
    lint: createSpectral(profileRuleset),
  },
];

interface LargeDocument {
  key: string;
  text: string;
  isJson: boolean;
}

/** The largest single documents of the corpus; only the smallest of them for a quick run. */
function* openDocuments(folder: string, quick: boolean): Generator<LargeDocument> {
  const lines = readFileSync(join(folder, 'openapi', 'index.jsonl'), 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as { file: string; bytes: number });
  const largest = rows
    .filter(({ file }) => !file.endsWith('.tar.gz'))
    .sort((one, other) => other.bytes - one.bytes)
    .slice(0, documentCount);
  for (const { file } of quick ? largest.slice(-1) : largest) {
    const text = gunzipSync(readFileSync(join(folder, 'openapi', file))).toString();
    yield { key: nameOf(file), text, isJson: file.includes('.json') };
  }
}

/** `APIs-guru__stripe.com_2022-11-15_openapi.yaml.gz` is `stripe.com_2022-11-15.yaml`. */
function nameOf(file: string): string {
  return basename(file, '.gz')
    .replace(/^(?:APIs-guru|npm-octokit-openapi)__/, '')
    .replace(/_+(?:openapi|swagger)(?=\.\w+$)/, '');
}

interface Timing {
  wall: number[];
  processor: number[];
  found: number;
}

async function measureOne(
  { key, text, isJson }: LargeDocument,
  { quick, progress }: BenchOptions,
): Promise<Map<Contestant, Timing>> {
  const timings = new Map(
    contestants.map((each): [Contestant, Timing] => [each, { wall: [], processor: [], found: 0 }]),
  );
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    for (const [contestant, timing] of timings) {
      if ((timing.wall[0] ?? 0) > longMilliseconds) continue;
      progress(`${key}: ${contestant.name}, round ${round + 1}`);
      const [started, before] = [performance.now(), process.cpuUsage()];
      timing.found = await contestant.lint(text, isJson);
      const { user, system } = process.cpuUsage(before);
      timing.wall.push(performance.now() - started);
      timing.processor.push((user + system) / 1_000);
    }
  }
  return timings;
}

type Timings = ReadonlyMap<Contestant, Timing>;

interface Report {
  figures: Record<string, number>;
  rows: string[][];
}

function addRows({ figures, rows }: Report, key: string, timings: Timings): void {
  const perRule = (contestant: Contestant, kind: 'wall' | 'processor') =>
    median(timings.get(contestant)?.[kind] ?? []) / contestant.rules;
  const ours = contestants[0] as Contestant;
  const [own, ownProcessor] = [perRule(ours, 'wall'), perRule(ours, 'processor')];
  for (const [contestant, { wall, processor, found }] of timings) {
    const each = contestant.rules === 0 ? undefined : perRule(contestant, 'wall');
    const processorRatio = perRule(contestant, 'processor') / ownProcessor;
    const name = `lint.${key.replaceAll(/[. ]/g, '_')}.${contestant.key}`;
    figures[`${name}.median_ms`] = median(wall);
    figures[`${name}.processor_ms`] = median(processor);
    if (each !== undefined) figures[`${name}.rule_ms`] = each;
    rows.push([
      key,
      contestant.name,
      median(wall).toFixed(0),
      median(processor).toFixed(0),
      contestant.rules === 0 ? '' : String(contestant.rules),
      each?.toFixed(1) ?? '',
      each === undefined ? '' : (each / own).toFixed(1),
      each === undefined ? '' : processorRatio.toFixed(1),
      String(found),
    ]);
  }
}

/** The sum over all documents of the median times. */
function sumUp(measured: readonly Timings[]): Timings {
  const sum = (contestant: Contestant, of: (timing: Timing) => number) =>
    measured.reduce(
      (total, timings) => total + of(timings.get(contestant) ?? { wall: [], processor: [], found: 0 }),
      0,
    );
  return new Map(
    contestants.map((each) => [
      each,
      {
        wall: [sum(each, ({ wall }) => median(wall))],
        processor: [sum(each, ({ processor }) => median(processor))],
        found: sum(each, ({ found }) => found),
      },
    ]),
  );
}

async function measure(folder: string, options: BenchOptions): Promise<BenchReport> {
  const report: Report = { figures: {}, rows: [] };
  const measured: Timings[] = [];
  for (const document of openDocuments(folder, options.quick)) {
    const timings = await measureOne(document, options);
    measured.push(timings);
    addRows(report, document.key, timings);
  }
  addRows(report, 'all documents', sumUp(measured));
  const { figures, rows } = report;
  const columns = [
    'document',
    'contestant',
    'median, ms',
    'processor, ms',
    'rules',
    'per rule, ms',
    '÷ ours',
    '÷ ours, processor',
    'findings',
  ];
  return {
    tables: [{ title: 'linting the largest documents', columns, rows }],
    notes: [
      'Each contestant parses the text again in every round; rounds are interleaved in one process; a contestant that takes over ten seconds runs once.',
      'A machine that is busy with other work changes the wall-clock times of all; processor times include garbage collection and compilation in other threads. A quick run measures the first, cold run.',
      `"Our rules" are ${profiledRules} of the profile's rules written for Spectral, each with one path and one function.`,
    ],
    figures,
  };
}

/** Time to lint the largest documents. */
export const lint: Bench = {
  name: 'lint',
  summary: 'linting the largest published API descriptions, compared with Spectral and Redocly',
  async run(options) {
    const folder = corpusFolder();
    if (folder === undefined) return { tables: [], notes: [corpusHelp], figures: {} };
    return measure(folder, options);
  },
};
