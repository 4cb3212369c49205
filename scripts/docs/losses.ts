/**
 * Generates docs/reference/losses.md: one service, read from every protocol and written in every protocol, with what the
 * readers derived and what the writers omitted; then a richer service with more losses.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic, Entry, JsonObject, Operation } from '@dragoman/model';
import { writeArguments } from '@dragoman/model';
import type { EntryDraft } from '../../packages/core/src/documents/reader.js';
import { createEntry, createOperation } from '../../packages/core/src/gateway/gateway.support.js';
import { a2aLimits } from '../../packages/core/src/protocols/a2a/wire.js';
import { writeCard } from '../../packages/core/src/protocols/a2a/write.js';
import { writeAgis } from '../../packages/core/src/protocols/agis/write.js';
import { writeAidip } from '../../packages/core/src/protocols/aidip/write.js';
import { readDescription } from '../../packages/core/src/protocols/index.js';
import { writeAgentText } from '../../packages/core/src/protocols/llms-txt/write.js';
import { operationTools } from '../../packages/core/src/protocols/mcp/serving/operation-tools.js';
import { writeMcpTools } from '../../packages/core/src/protocols/mcp/write.js';
import { mappingsOf, toInput, writeTool } from '../../packages/core/src/protocols/nact/write.js';
import { writeOpenApi } from '../../packages/core/src/protocols/openapi/write.js';
import { describeService } from '../../tests/e2e/matrix-service.js';
import type { PageMaker } from '../generated-file.js';
import { generatedNote } from '../generated-file.js';
import { sampleInput } from '../nact-corpus/sample-input.js';

const origin = 'https://dragoman.example';
const context = { at: '2026-01-01T00:00:00.000Z', strict: false, ownOrigins: [] };

/** The parts of a loss that the page shows. */
type Loss = Pick<Diagnostic, 'code' | 'message'>;

/** The losses that the writer of each protocol reports. */
const writers: Readonly<Record<string, (entry: Entry) => readonly Loss[]>> = {
  AIDIP: lostInAidip,
  'N-ACT': lostInTools,
  AGIS: (entry) => writeAgis(entry).diagnostics,
  MCP: (entry) => writeMcpTools(entry, { outputSchemas: true }).diagnostics,
  A2A: (entry) => writeCard(entry, { origin, secured: true }).diagnostics,
  OpenAPI: (entry) => writeOpenApi(entry, { face: 'gateway', origin }).diagnostics,
};

/** An API with features that simple protocols cannot represent: nested input, lists, several errors, a sunset date. */
const rich: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Manifest desk', description: 'Manifests of cargo.', version: '1.0.0' },
  servers: [{ url: 'https://manifests.example' }],
  paths: {
    '/manifests/{voyage}': {
      put: {
        operationId: 'file_manifest',
        summary: 'Files the manifest of a voyage.',
        deprecated: true,
        parameters: [{ name: 'voyage', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['items'],
                properties: {
                  items: { type: 'array', items: { type: 'object', properties: { weight: { type: 'number' } } } },
                  note: { type: ['string', 'null'], maxLength: 200 },
                  sealed: { type: 'string', format: 'date' },
                  value: { type: 'number', minimum: 0 },
                  port: { type: 'string', pattern: '^[A-Z]{5}$' },
                  shipper: { type: 'object', properties: { name: { type: 'string' }, city: { type: 'string' } } },
                },
              },
            },
          },
        },
        responses: {
          '200': { description: 'Filed.', content: { 'application/json': { schema: { type: 'object' } } } },
          '404': { description: 'No such voyage.' },
          '409': { description: 'Filed already.' },
        },
      },
    },
  },
};

/** Generates docs/reference/losses.md. */
export const makeLosses: PageMaker = async () => {
  const services = Object.entries(describeService('https://berths.example'));
  const read = services.map(([protocol, document]) => ({ protocol, entry: entryOf(protocol, document) }));
  const names = Object.keys(writers);
  const text = [
    '# Losses between protocols',
    '',
    generatedNote,
    '',
    'Every description becomes an entry, and every face is generated from entries. `tests/e2e/matrix.test.ts` reads one',
    'service from each protocol, calls it over each other one with that protocol’s own client, and compares the upstream',
    'request and the response. `retryable` of a failure is preserved in every pair, and so is its code, except for those listed',
    'below. This page lists what a description cannot represent.',
    '',
    '## What readers derive',
    '',
    'Members of an operation that the description does not contain and a rule derives.',
    '',
    '| read from | derived |',
    '|---|---|',
    ...read.map(
      ({ protocol, entry }) => `| ${protocol} | ${listOf(entry.operations.flatMap(({ derived }) => derived))} |`,
    ),
    '',
    '## What writers omit from a simple service',
    '',
    `| read from | ${names.join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...read.map(({ protocol, entry }) => `| ${protocol} | ${names.map((name) => codesOf(name, entry)).join(' | ')} |`),
    '',
    '## What writers omit from a rich operation',
    '',
    'An OpenAPI operation with nested input, declared errors and a sunset date.',
    '',
    ...names.flatMap((name) => [`### ${name}`, '', ...sentences(name, entryOf('openapi', rich)), '']),
    ...toolSection(entryOf('openapi', rich)),
    '## Which members of an operation descriptions contain',
    '',
    'Measured by writing an operation with a unique marker in every member and searching for the markers. “no” is a loss in the output,',
    'whatever the operation was read from. MCP and N-ACT are as served: served tools have version and sunset in `_meta`, which a',
    'converted list of tools lacks. Calls are the same over all of them.',
    '',
    ...carriedTable(),
    '',
    '## How refusals are reported',
    '',
    'The code of a refusal and whether to retry are the same for callers of every protocol and for services of every protocol: see',
    '[the mapping of statuses](failures.md#statuses-of-services), which is tested row by row for every pair of protocols.',
    '',
    '`llms.txt` contains names, types and one sentence per operation; the schemas are in the descriptions that it links.',
    '',
    '## What is truncated',
    '',
    `- Imported A2A cards: skills after the first ${a2aLimits.skills}, and descriptions after ${a2aLimits.text} characters, with a warning; tags after 50 and examples after 20 of a skill, without a warning.`,
    '- Generated A2A cards: examples after the first 10 and tags after the first 50 of an operation.',
    '- `llms.txt`: operations after the first 200 or after 100,000 characters, and inputs after the first 30, with their count; texts after 500 characters.',
    '- OpenAPI: summaries after 120 characters; the description has the complete text.',
    '- A message to a skill without schemas keeps text, data and files, and loses the metadata of parts and the names of artifacts; texts of several parts are joined.',
    '',
  ].join('\n');
  return [{ path: 'docs/reference/losses.md', text }];
};

/** Members of an operation, and the marker to search for in a description. */
const marks: Readonly<Record<string, string>> = {
  summary: 'mark-summary',
  description: 'mark-description',
  outcome: 'mark-outcome',
  capability: 'transaction',
  impact: 'irreversible',
  idempotent: 'idempotent',
  confidence: '0.8713',
  hints: 'mark-hint',
  transitions: 'MARK_HELD',
  'texts of inputs': 'mark-input',
  'texts of outputs': 'mark-output',
  'codes of errors': 'mark_error',
  'texts of errors': 'mark-error-text',
  'inputs of examples': 'mark-example-input',
  'outputs of examples': 'mark-example-output',
  'first tag': 'mark-tag',
  'further tags': 'mark-second-tag',
  deprecated: 'deprecated',
  sunset: '2031-05-06',
  replacement: 'mark_replacement',
};

/** An operation with a marker in every member. */
const full: Operation = {
  ...createOperation(),
  name: 'book_berth',
  binding: { kind: 'http', method: 'POST', urlTemplate: 'https://berths.example/berths', parameters: {} },
  summary: 'Books, mark-summary.',
  description: 'Books a berth, mark-description.',
  outcome: 'A berth is booked, mark-outcome.',
  capability: 'transaction',
  impact: 'irreversible',
  idempotent: true,
  confidence: 0.8713,
  hints: { vessel: 'mark-hint' },
  transitions: [{ field: 'berth.status', from: 'NONE', to: 'MARK_HELD' }],
  input: { type: 'object', properties: { vessel: { type: 'string', description: 'Ship, mark-input.' } } },
  output: { type: 'object', properties: { berth: { type: 'string', description: 'Berth, mark-output.' } } },
  errors: [{ code: 'mark_error', description: 'None free, mark-error-text.', status: 409 }],
  examples: [{ input: { vessel: 'mark-example-input' }, output: { berth: 'mark-example-output' } }],
  tags: ['mark-tag', 'mark-second-tag'],
  lifecycle: { deprecated: true, sunset: '2031-05-06T00:00:00.000Z', replacement: 'mark_replacement' },
};

const fullEntry: Entry = createEntry({ id: 'berths', operations: [full] });

/** The description of that operation in each protocol. */
const descriptions: Readonly<Record<string, unknown>> = {
  AIDIP: writeAidip({ entry: fullEntry }, { view: 'other', form: 'full' }),
  'N-ACT': writeTool(fullEntry, full),
  AGIS: writeAgis(fullEntry).document,
  MCP: (await operationTools(fullEntry)).map(({ listed }) => listed),
  A2A: writeCard(fullEntry, { origin, secured: true }).card,
  OpenAPI: writeOpenApi(fullEntry, { face: 'gateway', origin }).value,
  'llms.txt': writeAgentText(fullEntry, origin),
};

function carriedTable(): string[] {
  const texts = Object.values(descriptions).map((told) => JSON.stringify(told));
  return [
    `| member | ${Object.keys(descriptions).join(' | ')} |`,
    `|---|${texts.map(() => '---|').join('')}`,
    ...Object.entries(marks).map(
      ([member, mark]) => `| ${member} | ${texts.map((text) => (text.includes(mark) ? 'yes' : 'no')).join(' | ')} |`,
    ),
  ];
}

function entryOf(protocol: string, document: JsonObject): Entry {
  const { value, diagnostics } = readDescription(document, context);
  if (value === undefined) throw new Error(`the ${protocol} sample cannot be read: ${JSON.stringify(diagnostics)}`);
  const draft: EntryDraft = value;
  return { ...draft, id: draft.id ?? draft.slug, owner: 'docs', visibility: 'public', grants: [] };
}

/** AIDIP keeps unknown members only if they were read from AIDIP; the loss is what a round trip does not preserve. */
function lostInAidip(entry: Entry): Loss[] {
  const again = readDescription(writeAidip({ entry }, { view: 'other', form: 'full' }), context).value;
  return entry.operations.flatMap((operation, at) => {
    const back = again?.operations[at];
    const told = [
      'impact',
      'idempotent',
      'verb',
      'outcome',
      'capability',
      'confidence',
      'hints',
      'lifecycle',
      'errors',
      'transitions',
      'safety',
      'tags',
    ] as const;
    const lost = told.filter((name) => isPresent(operation[name]) && !isPresent(back?.[name]));
    if (lost.length === 0) return [];
    const message = `AIDIP metadata cannot represent: ${lost.join(', ')}.`;
    return [{ code: 'aidip: not carried', message }];
  });
}

/** Inputs that are not the same after they were sent as inputs of the tool and read back. */
function lostInTools(entry: Entry): Loss[] {
  return entry.operations.flatMap((operation): Loss[] => {
    const contract = writeTool(entry, operation);
    const lost = (['all', 'required', 'null'] as const).some((kind) => {
      const sample = sampleInput(operation.input, kind) ?? {};
      const { inputs, left } = writeArguments(mappingsOf(contract), sample);
      return left !== undefined || !isDeepStrictEqual(toInput(contract, inputs).input, sample);
    });
    return lost ? [{ code: 'nact: input lost', message: `'${operation.name}' loses an input.` }] : [];
  });
}

function toolSection(entry: Entry): string[] {
  return [
    '## How N-ACT carries inputs that its types lack',
    '',
    'N-ACT has four input types. The same operation as a tool: no input is lost, and the gateway validates each call against the complete',
    'schema, whatever the words say. [Coverage of real operations](nact-corpus.md).',
    '',
    '| input | type | required | description |',
    '|---|---|---|---|',
    ...toolInputs(entry),
    '',
  ];
}

function toolInputs(entry: Entry): string[] {
  return entry.operations.flatMap((operation) =>
    writeTool(entry, operation).inputs.inputs.map(({ input: { name, type, required, description } }) => {
      const text = description.replaceAll('|', '\\|').replaceAll('{', '\\{');
      return `| \`${name}\` | ${type ?? 'string'} | ${required === false ? 'no' : 'yes'} | ${text} |`;
    }),
  );
}

function isPresent(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function listOf(words: readonly string[]): string {
  const unique = [...new Set(words)].sort();
  return unique.length === 0 ? 'nothing' : unique.map((word) => `\`${word}\``).join(', ');
}

function codesOf(name: string, entry: Entry): string {
  const codes = [...new Set((writers[name]?.(entry) ?? []).map(({ code }) => code))].sort();
  return codes.length === 0 ? 'nothing' : codes.map((code) => `\`${code}\``).join(' ');
}

function sentences(name: string, entry: Entry): string[] {
  const found = writers[name]?.(entry) ?? [];
  const lines = [...new Set(found.map(({ code, message }) => `- \`${code}\`: ${message}`))];
  return lines.length === 0 ? ['- nothing'] : lines;
}
