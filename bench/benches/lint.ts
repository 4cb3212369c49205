/** Linting the largest published API descriptions, next to Spectral and Redocly with their published rule sets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { median } from '../measure.js';

const documents = [
  { key: 'box', file: 'box__openapi.json.gz', quick: true },
  { key: 'twilio', file: 'twilio__spec_json_twilio_api_v2010.json.gz', quick: false },
  { key: 'openai', file: 'openai__openapi.json.gz', quick: false },
  { key: 'stripe', file: 'APIs-guru__stripe.com_2022-11-15_openapi.yaml.gz', quick: false },
  { key: 'github', file: 'npm-octokit-openapi__api.github.com.json.gz', quick: false },
];

interface Contestant {
  key: string;
  name: string;
  /** Rules that are asked. */
  rules: number;
  lint(text: string, isJson: boolean): Promise<number>;
}

const { oas } = rulesets;
const { Json, Yaml } = parsers;
const spectralRules = Object.keys((oas as unknown as { rules: object }).rules).length;

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
    async lint(text, isJson) {
      const spectral = new spectralCore.Spectral();
      spectral.setRuleset({ extends: [[oas as unknown as RulesetDefinition, 'all']] });
      const document = isJson ? new spectralCore.Document(text, Json) : new spectralCore.Document(text, Yaml);
      return (await spectral.run(document)).length;
    },
  },
];

async function measure(folder: string, { quick, progress }: BenchOptions): Promise<BenchReport> {
  const figures: Record<string, number> = {};
  const rows: string[][] = [];
  for (const { key, file } of documents.filter((each) => each.quick || !quick)) {
    const text = gunzipSync(readFileSync(join(folder, 'openapi', 'big', file))).toString();
    const times = contestants.map((): number[] => []);
    let found = contestants.map(() => 0);
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      for (const [at, contestant] of contestants.entries()) {
        progress(`${key}: ${contestant.name}, round ${round + 1}`);
        const started = performance.now();
        const count = await contestant.lint(text, file.includes('.json'));
        times[at]?.push(performance.now() - started);
        found = found.map((each, place) => (place === at ? count : each));
      }
    }
    for (const [at, contestant] of contestants.entries()) {
      const milliseconds = median(times[at] ?? []);
      const perRule = contestant.rules === 0 ? '' : (milliseconds / contestant.rules).toFixed(1);
      figures[`lint.${key}.${contestant.key}.median_ms`] = milliseconds;
      rows.push([key, contestant.name, milliseconds.toFixed(0), perRule, String(found[at] ?? 0)]);
    }
  }
  const columns = ['document', 'contestant', 'median, ms', 'per rule, ms', 'findings'];
  return {
    tables: [{ title: 'linting the largest documents', columns, rows }],
    notes: ['Each contestant parses the text anew in every round; rounds are interleaved in one process.'],
    figures,
  };
}

/** Time to lint the largest documents. */
export const lint: Bench = {
  name: 'lint',
  summary: 'linting the largest published API descriptions, beside Spectral and Redocly',
  async run(options) {
    const folder = corpusFolder();
    if (folder === undefined) return { tables: [], notes: [corpusHelp], figures: {} };
    return measure(folder, options);
  },
};
