/**
 * AGIS documents that are generated from real OpenAPI documents, compared with labels of endpoints: is the verb, the
 * path, the intent, the outcome acceptable. Documents were divided into two halves before the rules were written; the
 * rules were developed on one. Verbs and paths are lists of acceptable ones, written before the rules; intents and
 * outcomes are digests of the sentences that a reader accepted, so that a sentence nobody has read counts as wrong. The
 * endpoints of `fresh` are of documents in neither half; their verbs and paths were labeled before any output was read.
 * Those of `fresh-2` and later are drawn from the operations of other providers (`drawn-operations.ts`), in the same way.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createAgisValidator, parseAgis } from '@dragoman/agis';
import { readDescription, writeAgis } from '@dragoman/core/conversion';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { parse as parseYaml } from 'yaml';
import { readServices, toDocument } from '../agis/drawn-operations.js';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { corpusFolder, corpusHelp } from '../corpus.js';

const qualities = ['verb', 'path', 'intent', 'outcome'] as const;
type Quality = (typeof qualities)[number];

interface Label {
  half: string;
  accepted: Readonly<Record<Quality, readonly string[]>>;
}

interface Written {
  sample: Readonly<Record<Quality, string>>;
  /** True when the endpoint has no error of level 2. */
  isLevel2: boolean;
}

function readLabels(): Map<string, Label> {
  const text = readFileSync(new URL('../agis/labels.tsv', import.meta.url), 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [id = '', half = '', ...lists] = line.split('\t');
      const [verb = [], path = [], intent = [], outcome = []] = lists.map((list) => list.split(' '));
      return [id, { half, accepted: { verb, path: path.map(plainPath), intent, outcome } }];
    }),
  );
}

/** Names of parameters and the number of nouns do not matter. */
function plainPath(path: string): string {
  return path
    .replaceAll(/\{[^}]*\}/g, '{}')
    .split(/([/-])/)
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''))
    .join('');
}

function digest(text: JsonValue | undefined): string {
  return createHash('sha256').update(String(text)).digest('hex').slice(0, 8);
}

type Services = ReturnType<typeof readServices>;

function readDocument(file: string, folder: string, services: Services): JsonValue {
  const operations = services.get(file);
  if (operations !== undefined) return toDocument(operations);
  const text = gunzipSync(readFileSync(join(folder, 'openapi', file))).toString();
  const isJson = file.endsWith('.json.gz');
  return (isJson ? JSON.parse(text) : parseYaml(text, { maxAliasCount: -1, uniqueKeys: false })) as JsonValue;
}

function convert(
  file: string,
  folder: string,
  { validator, services }: { validator: ReturnType<typeof createAgisValidator>; services: Services },
): Map<string, Written> {
  const document = readDocument(file, folder, services);
  const { value } = readDescription(document, { at: '2026-01-01T00:00:00.000Z', strict: false, ownOrigins: [] });
  if (value === undefined) return new Map();
  const { document: written, endpoints } = writeAgis(value, { validator });
  const source = parseAgis(new TextEncoder().encode(JSON.stringify(written))).value;
  const findings = source === undefined ? [] : validator.validate(source, { level: 2 }).findings;
  const failed = new Set(
    findings
      .filter(({ severity }) => severity === 'error')
      .map(({ location }) => /^\/endpoints\/(\d+)/.exec(location.pointer)?.[1]),
  );
  return new Map(
    (written.endpoints as JsonObject[]).map((endpoint, at) => {
      const { binding } = endpoints[at]?.operation ?? {};
      const url = binding?.kind === 'http' ? binding.urlTemplate.replace(/^https?:\/\/[^/]*/, '') : '';
      const id = `${file} ${binding?.kind === 'http' ? binding.method : ''} ${url}`;
      const { intent, outcome } = endpoint.semantic as JsonObject;
      const sample = {
        verb: String(endpoint.method),
        path: plainPath(String(endpoint.path)),
        intent: digest(intent),
        outcome: digest(outcome),
      };
      return [id, { sample, isLevel2: !failed.has(String(at)) }];
    }),
  );
}

function measure(folder: string, { progress }: BenchOptions): BenchReport {
  const labels = readLabels();
  const [validator, services] = [createAgisValidator(), readServices(folder)];
  const files = [...new Set([...labels.keys()].map((id) => id.split(' ', 1)[0] ?? ''))];
  const written = new Map<string, Written>();
  for (const file of files) {
    progress(file);
    for (const [id, each] of convert(file, folder, { validator, services })) written.set(id, each);
  }
  const figures: Record<string, number> = {};
  const rows = [...new Set([...labels.values()].map(({ half }) => half))].map((half) => {
    const drawn = [...labels].filter(([, label]) => label.half === half);
    const shares = qualities.map((quality) => {
      const good = drawn.filter(([id, { accepted }]) =>
        accepted[quality].includes(written.get(id)?.sample[quality] ?? '-'),
      );
      figures[`agis_conversion.${half}.${quality}`] = good.length / drawn.length;
      return `${((100 * good.length) / drawn.length).toFixed(1)} %`;
    });
    return [half, String(drawn.length), ...shares];
  });
  const level2 = [...written.values()].filter(({ isLevel2 }) => isLevel2).length;
  figures['agis_conversion.level2'] = level2 / written.size;
  return {
    tables: [
      { title: 'acceptable endpoints', columns: ['half', 'endpoints', ...qualities], rows },
      {
        title: 'endpoints without an error of level 2',
        columns: ['documents', 'endpoints', 'level 2'],
        rows: [[String(files.length), String(written.size), `${((100 * level2) / written.size).toFixed(1)} %`]],
      },
    ],
    notes: [
      'The rules were developed on the half "develop". The other rows have been read since, so they show regressions rather than quality on new documents; the figures of each at its first run are in docs/decisions/0069-outcomes-from-sentences.md.',
    ],
    figures,
  };
}

/** Generated AGIS documents against labels. */
export const agisConversion: Bench = {
  name: 'agis-conversion',
  summary: 'Verbs, paths, intents and outcomes generated for real OpenAPI documents, against labeled endpoints.',
  async run(options) {
    const folder = corpusFolder();
    return folder === undefined ? { tables: [], notes: [corpusHelp], figures: {} } : measure(folder, options);
  },
};
