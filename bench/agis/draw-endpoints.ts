/**
 * Draws endpoints for labels from documents with schemas and from operations of other providers. Providers are divided by
 * a hash into those that rules may be developed on and those of the final measurement; no endpoint is drawn twice.
 * `tsx --tsconfig bench/tsconfig.json bench/agis/draw-endpoints.ts <develop|final> <seed> <documents> <operations>` prints
 * that many endpoints of each source with what they are converted to, one JSON object a line.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusFolder } from '../corpus.js';
import type { ConvertedEndpoint, ConvertFile } from './convert-document.js';
import { createConvertFile } from './convert-document.js';
import { readServices } from './drawn-operations.js';

/** What is drawn. */
export interface Draw {
  part: 'develop' | 'final';
  seed: string;
  /** Endpoints of documents with schemas. */
  documents: number;
  /** Endpoints of operations without schemas. */
  operations: number;
}

const partSeed = 'agis parts 2026-11-18';
const endpointsOfEach = 3;

/** Documents that test tools describe no service; three repeat a document in another format or speak another protocol. */
const leftOut =
  /^weird\/(?:readmeio|OAI|Redocly|derived|swagger-parser)|\.tar\.gz$|verdicts|events-api|openai__openapi\.json|yaml_CheckoutService/;

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The provider of a file or service: `sample2/APIs-guru__azure.com_network…` → `azure.com`. */
export function providerOf(file: string): string {
  const [name = ''] = file.split('/').slice(file.startsWith('operations/') ? 1 : -1);
  if (/octokit|^github/.test(name)) return 'github.com';
  const plain = name.replace(/^APIs-guru__|^\d\d_/, '').toLowerCase();
  return plain.split(/__|[@:_/]/, 1)[0] ?? plain;
}

function partOf(file: string): Draw['part'] {
  return Number.parseInt(hash(`${partSeed} ${providerOf(file)}`).slice(0, 2), 16) < 86 ? 'final' : 'develop';
}

function listDocuments(folder: string): string[] {
  const groups = readdirSync(join(folder, 'openapi'), { withFileTypes: true }).filter((each) => each.isDirectory());
  const files = groups.flatMap(({ name }) =>
    readdirSync(join(folder, 'openapi', name)).map((file) => `${name}/${file}`),
  );
  const second = readdirSync(join(folder, 'lint-second')).map((file) => `../lint-second/${file}`);
  return [...files, ...second].filter((file) => file.endsWith('.gz') && !leftOut.test(file));
}

/** The endpoints of a draw; those that have a label are not drawn again. */
export function drawEndpoints(folder: string, draw: Draw, labels: string): ConvertedEndpoint[] {
  const convert = createConvertFile(folder);
  const labeled = new Set(labels.split('\n').map((line) => line.split('\t', 1)[0] ?? ''));
  const documents = listDocuments(folder);
  const known = new Set([...documents, ...[...labeled].map((id) => id.split(' ', 1)[0] ?? '')].map(providerOf));
  const services = new Map<string, string>();
  for (const [service, operations] of order([...readServices(folder)], draw.seed, ([name]) => name)) {
    const provider = providerOf(service);
    if (operations.length >= endpointsOfEach && !known.has(provider) && !services.has(provider))
      services.set(provider, service);
  }
  const take = (files: readonly string[], count: number) =>
    takeEndpoints(
      order(
        files.filter((file) => partOf(file) === draw.part),
        draw.seed,
        (file) => file,
      ),
      count,
      { convert, labeled, seed: draw.seed },
    );
  return [...take(documents, draw.documents), ...take([...services.values()], draw.operations)];
}

function takeEndpoints(
  files: readonly string[],
  count: number,
  { convert, labeled, seed }: { convert: ConvertFile; labeled: ReadonlySet<string>; seed: string },
): ConvertedEndpoint[] {
  const taken: ConvertedEndpoint[] = [];
  for (const file of files) {
    if (taken.length >= count) break;
    const free = convert(file).filter(({ id }) => !labeled.has(id));
    taken.push(...order(free, seed, ({ id }) => id).slice(0, Math.min(endpointsOfEach, count - taken.length)));
  }
  return taken;
}

/** Items in the order of the hash of the seed and their key. */
export function order<T>(items: readonly T[], seed: string, key: (item: T) => string): T[] {
  const ranked = items.map((item) => ({ item, rank: hash(`${seed} ${key(item)}`) }));
  return ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1)).map(({ item }) => item);
}

const isMain = process.argv[1]?.endsWith('draw-endpoints.ts') === true;
const folder = isMain ? corpusFolder() : undefined;
if (folder !== undefined) {
  const [part = '', seed = '', documents = '0', operations = '0'] = process.argv.slice(2);
  const labels = readFileSync(new URL('./labels.tsv', import.meta.url), 'utf8');
  const draw = {
    part: part === 'final' ? part : 'develop',
    seed,
    documents: +documents,
    operations: +operations,
  } as const;
  for (const { operation, ...endpoint } of drawEndpoints(folder, draw, labels)) {
    const { summary, description, binding } = operation;
    const operationId = binding.kind === 'http' ? binding.operationId : undefined;
    process.stdout.write(`${JSON.stringify({ ...endpoint, summary, description, operationId })}\n`);
  }
}
