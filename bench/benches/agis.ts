/**
 * Validation of AGIS documents: documents and endpoints per second, the cost of each pass, and sizes from one endpoint to
 * ten thousand. Lower bounds for comparison: parsing the same text, and Ajv with the document's schema.
 */
import {
  agisDocumentSchema,
  agisPasses,
  createAgisValidator,
  createPassContext,
  defaultValidation,
  parseAgis,
  printAgis,
} from '@dragoman/agis';
import type { JsonObject } from '@dragoman/model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse as parseYaml } from 'yaml';
import { makeAgisDocument } from '../agis-documents.js';
import type { Bench, BenchOptions, BenchReport } from '../bench.js';
import { type Contestant, interleave, median } from '../measure.js';

const sizes = [1, 10, 100, 1_000, 10_000];

/** Parsing YAML is slow with every parser, so larger texts add no information. */
const largestYaml = 1_000;

/** Endpoints per round, so that small documents are measured as precisely as large ones. */
const endpointsPerRound = { quick: 200, whole: 500 };

interface Size {
  endpoints: number;
  document: JsonObject;
  json: Uint8Array;
  yaml: Uint8Array | undefined;
  repeat: number;
}

function prepare(endpoints: number, quick: boolean): Size {
  const document = makeAgisDocument(endpoints);
  const bytes = (text: string) => new TextEncoder().encode(text);
  return {
    endpoints,
    document,
    json: bytes(printAgis(document, 'json')),
    yaml: endpoints <= (quick ? largestYaml / 10 : largestYaml) ? bytes(printAgis(document, 'yaml')) : undefined,
    repeat: Math.max(1, Math.floor(endpointsPerRound[quick ? 'quick' : 'whole'] / endpoints)),
  };
}

type Validator = ReturnType<typeof createAgisValidator>;

function read(bytes: Uint8Array) {
  const { value, diagnostics } = parseAgis(bytes);
  if (value === undefined) throw new Error(diagnostics[0]?.message);
  return value;
}

function validate(validator: Validator, bytes: Uint8Array): void {
  const report = validator.validate(read(bytes), { level: 2 });
  if (!report.conforms) throw new Error(report.findings.find(({ severity }) => severity === 'error')?.message);
}

/** Ours runs from bytes to report; the lower bounds do a part of it and check no AGIS rules. */
function listContestants(
  { json, yaml, repeat }: Size,
  validator: Validator,
  ajv: (value: unknown) => boolean,
): Contestant[] {
  const times = (work: () => void) => () => {
    for (let at = 0; at < repeat; at += 1) work();
  };
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return [
    { name: 'dragoman, JSON', run: times(() => validate(validator, json)) },
    {
      name: 'JSON.parse + Ajv',
      run: times(() => {
        if (!ajv(JSON.parse(decode(json)))) throw new Error('Ajv rejected the document');
      }),
    },
    ...(yaml === undefined
      ? []
      : [
          { name: 'dragoman, YAML', run: times(() => validate(validator, yaml)) },
          { name: 'yaml alone', run: times(() => void parseYaml(decode(yaml))) },
        ]),
  ];
}

interface Measured {
  rows: (string | number)[][];
  figures: Record<string, number>;
}

async function measureSizes({ quick, progress }: BenchOptions, validator: Validator): Promise<Measured> {
  const ajv = new Ajv2020({ allErrors: true, strict: false }).compile(agisDocumentSchema);
  const found: Measured = { rows: [], figures: {} };
  for (const endpoints of sizes) {
    progress(`${endpoints} endpoints`);
    const size = prepare(endpoints, quick);
    const contestants = listContestants(size, validator, ajv);
    const times = await interleave(contestants, { rounds: quick ? 3 : 7, warmUp: quick ? 1 : 2 });
    for (const { name } of contestants) {
      const ms = median(times.get(name) ?? []) / size.repeat;
      found.rows.push([name, endpoints, 1_000 / ms, (1_000 * endpoints) / ms, (1_000 * ms) / endpoints]);
      const key = `agis.${endpoints}.${name.replaceAll(/[^A-Za-z]+/g, '_').toLowerCase()}`;
      Object.assign(found.figures, {
        [`${key}.documents_per_s`]: 1_000 / ms,
        [`${key}.us_per_endpoint`]: (1_000 * ms) / endpoints,
      });
    }
  }
  return found;
}

/** The parse step and the passes over one document of a thousand endpoints. */
async function measurePasses({ quick, progress }: BenchOptions, validator: Validator): Promise<Measured> {
  progress('each pass');
  const { json, endpoints } = prepare(1_000, quick);
  const source = read(json);
  const context = createPassContext(source, { ...defaultValidation, level: 2 }, validator.words);
  const contestants: Contestant[] = [
    { name: 'reading', run: () => read(json) },
    ...agisPasses.map((pass) => ({
      name: `pass ${pass.number} ${pass.name}`,
      run: () => pass.run({ ...context, shape: validator.shape }),
    })),
  ];
  const times = await interleave(contestants, { rounds: quick ? 5 : 15, warmUp: 3 });
  const middle = contestants.map(({ name }) => ({ name, ms: median(times.get(name) ?? []) }));
  const whole = middle.reduce((sum, { ms }) => sum + ms, 0);
  return {
    rows: middle.map(({ name, ms }) => [name, (1_000 * ms) / endpoints, (100 * ms) / whole]),
    figures: Object.fromEntries(
      middle.map(({ name, ms }) => [
        `agis.${name.replaceAll(/[^A-Za-z0-9]+/g, '_').toLowerCase()}.us_per_endpoint`,
        (1_000 * ms) / endpoints,
      ]),
    ),
  };
}

async function run(options: BenchOptions): Promise<BenchReport> {
  const validator = createAgisValidator();
  const bySize = await measureSizes(options, validator);
  const byPass = await measurePasses(options, validator);
  return {
    tables: [
      {
        title: 'From bytes to the report of eight passes, level 2; median of the rounds',
        columns: ['contestant', 'endpoints', 'documents/s', 'endpoints/s', 'µs per endpoint'],
        rows: bySize.rows,
      },
      {
        title: 'Time by part, 1,000 endpoints in JSON',
        columns: ['part', 'µs per endpoint', '%'],
        rows: byPass.rows,
      },
    ],
    notes: ['The lower bounds parse, or parse and check types; they check no words, contracts or vocabulary.'],
    figures: { ...bySize.figures, ...byPass.figures },
  };
}

/** Validation of AGIS documents. */
export const agis: Bench = {
  name: 'agis',
  summary: 'AGIS documents validated per second, by size and by pass, compared with parsing and with Ajv.',
  run,
};
