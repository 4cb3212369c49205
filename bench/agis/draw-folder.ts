/**
 * Draws endpoints for labels from a folder of OpenAPI documents (JSON or YAML) that are not part of the corpus: the same
 * number of each document, as far as it has that many, in the order of the hash of a seed. Whole documents are converted.
 * `npx tsx --tsconfig bench/tsconfig.json bench/agis/draw-folder.ts <folder> <seed> <count> [--json]` prints each endpoint
 * with the text that it was generated from and the four generated values; `--json` prints one JSON object a line.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAgisValidator } from '@dragoman/agis';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { type ConvertedEndpoint, convertDocument, readDocument } from './convert-document.js';
import { order } from './draw-endpoints.js';

/** What is drawn. */
export interface FolderDraw {
  folder: string;
  seed: string;
  count: number;
}

/** A drawn endpoint, and the success responses that its document declares. */
export interface DrawnEndpoint extends ConvertedEndpoint {
  parameters: string[];
  responses: string[];
}

/** Ids of endpoints of a folder begin with this, since the same folder may be elsewhere on another machine. */
export const folderPrefix = 'folder/';

/** The endpoints of a draw; those that have a label are not drawn again. */
export function drawFromFolder({ folder, seed, count }: FolderDraw, labels: string): DrawnEndpoint[] {
  const validator = createAgisValidator();
  const labeled = new Set(labels.split('\n').map((line) => line.split('\t', 1)[0] ?? ''));
  const files = readdirSync(folder).filter((file) => /\.(?:json|ya?ml)(?:\.gz)?$/.test(file));
  const queues = order(files, seed, (file) => file).map((file) => {
    const document = readDocument(join(folder, file));
    const free = convertDocument(`${folderPrefix}${file}`, document, validator).filter(({ id }) => !labeled.has(id));
    return order(free, seed, ({ id }) => id).map((endpoint) => ({ ...endpoint, ...declaredBy(document, endpoint) }));
  });
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, round) => queues.flatMap((queue) => queue[round] ?? []));
  const taken = new Set(
    rounds
      .flat()
      .slice(0, count)
      .map(({ id }) => id),
  );
  return queues.flatMap((queue) => queue.filter(({ id }) => taken.has(id)));
}

/** Follows a local reference; the name of what it refers to is kept. */
function resolve(document: JsonValue, value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) return {};
  const { $ref } = value;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return value;
  const names = $ref
    .slice(2)
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
  let found: JsonValue | undefined = document;
  for (const name of names) found = isJsonObject(found) ? found[name] : undefined;
  return isJsonObject(found) ? found : {};
}

function declaredBy(
  document: JsonValue,
  { operation }: ConvertedEndpoint,
): Pick<DrawnEndpoint, 'parameters' | 'responses'> {
  const { binding } = operation;
  const paths = isJsonObject(document) ? resolve(document, document.paths) : {};
  if (binding.kind !== 'http') return { parameters: [], responses: [] };
  const [path = ''] = Object.keys(paths)
    .filter((each) => binding.urlTemplate.split('?', 1)[0]?.endsWith(each))
    .sort((one, other) => other.length - one.length);
  const declared = resolve(document, resolve(document, paths[path])[binding.method.toLowerCase()]);
  const responses = Object.entries(resolve(document, declared.responses))
    .filter(([status]) => /^[23]|^default$/.test(status))
    .map(([status, each]) => `${status}: ${describeResponse(document, resolve(document, each))}`);
  const parameters = Object.entries(binding.parameters).map(([name, { in: where }]) => `${name} (${where})`);
  return { parameters, responses };
}

function describeResponse(document: JsonValue, response: JsonObject): string {
  const bodies = Object.entries(resolve(document, response.content)).map(
    ([type, media]) => `${type} ${describeSchema(document, resolve(document, media).schema)}`,
  );
  const body = response.schema === undefined ? [] : [describeSchema(document, response.schema)];
  return [shorten(String(response.description ?? '')), ...bodies, ...body].join('; ');
}

/** The name and the first properties of a schema. */
function describeSchema(document: JsonValue, schema: JsonValue | undefined): string {
  if (!isJsonObject(schema)) return '';
  const found = resolve(document, schema);
  const name = typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? '') : '';
  if (found.type === 'array') return `array of ${describeSchema(document, found.items)}`;
  const properties = Object.keys(resolve(document, found.properties)).slice(0, 12);
  return `${name} ${String(found.type ?? '')} {${properties.join(', ')}}`.trim();
}

const maxTextLength = 700;

function shorten(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length > maxTextLength ? `${plain.slice(0, maxTextLength)}…` : plain;
}

function print(endpoint: DrawnEndpoint): string {
  const { id, verb, path, intent, outcome, operation, parameters, responses } = endpoint;
  const { summary, description, binding } = operation;
  const operationId = binding.kind === 'http' ? binding.operationId : undefined;
  return [
    id,
    `  summary: ${summary ?? '-'}`,
    `  description: ${description === undefined ? '-' : shorten(description)}`,
    `  operationId: ${operationId ?? '-'}`,
    `  inputs: ${parameters.join(', ')}`,
    ...responses.map((response) => `  response ${response}`),
    `  => verb ${verb}`,
    `  => path ${path}`,
    `  => intent ${intent}`,
    `  => outcome ${outcome}`,
    '',
  ].join('\n');
}

if (process.argv[1]?.endsWith('draw-folder.ts') === true) {
  const [folder = '', seed = '', count = '100', format] = process.argv.slice(2);
  const labels = readFileSync(new URL('./labels.tsv', import.meta.url), 'utf8');
  for (const endpoint of drawFromFolder({ folder, seed, count: Number(count) }, labels)) {
    const { operation, ...rest } = endpoint;
    const { summary, description, binding } = operation;
    const operationId = binding.kind === 'http' ? binding.operationId : undefined;
    process.stdout.write(
      `${format === '--json' ? JSON.stringify({ ...rest, summary, description, operationId }) : print(endpoint)}\n`,
    );
  }
}
