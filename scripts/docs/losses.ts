/**
 * Makes docs/reference/losses.md: one service, read from every protocol and written in every protocol, with what the
 * readers derived and what the writers had to leave out; then a richer one, whose losses are the more telling.
 */
import type { Diagnostic, Entry, JsonObject, Operation } from '@dragoman/model';
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
import { checkToolProjection, writeTool } from '../../packages/core/src/protocols/nact/write.js';
import { writeOpenApi } from '../../packages/core/src/protocols/openapi/write.js';
import { refusals, toldCode } from '../../tests/e2e/matrix-refusals.js';
import { describeService } from '../../tests/e2e/matrix-service.js';
import type { PageMaker } from '../generated-file.js';
import { generatedNote } from '../generated-file.js';

const origin = 'https://dragoman.example';
const context = { at: '2026-01-01T00:00:00.000Z', strict: false, ownOrigins: [] };

/** A loss, as far as the page tells it. */
type Loss = Pick<Diagnostic, 'code' | 'message'>;

/** What every protocol that is written says of its losses. */
const writers: Readonly<Record<string, (entry: Entry) => readonly Loss[]>> = {
  AIDIP: lostInAidip,
  'N-ACT': (entry) => checkToolProjection(entry),
  AGIS: (entry) => writeAgis(entry).diagnostics,
  MCP: (entry) => writeMcpTools(entry, { outputSchemas: true }).diagnostics,
  A2A: (entry) => writeCard(entry, { origin, secured: true }).diagnostics,
  OpenAPI: (entry) => writeOpenApi(entry, { face: 'gateway', origin }).diagnostics,
};

/** An API with what simple protocols have no place for: nested and listed input, several errors, an end in sight. */
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
                  note: { type: 'string' },
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

/** Protocols that calls come over. */
const faces = ['aidip', 'openapi', 'nact', 'agis', 'mcp', 'a2a'];

/** Makes docs/reference/losses.md. */
export const makeLosses: PageMaker = async () => {
  const services = Object.entries(describeService('https://berths.example'));
  const read = services.map(([protocol, document]) => ({ protocol, entry: entryOf(protocol, document) }));
  const names = Object.keys(writers);
  const text = [
    '# Losses between protocols',
    '',
    generatedNote,
    '',
    'Everything that comes in becomes an entry, and every face is made from entries. `tests/e2e/matrix.test.ts` reads one',
    'service from each protocol, calls it over each other one with that protocol’s own client, and compares what the upstream',
    'was asked and the caller answered; `retryable` of a failure survives every pair, and so does its code but for those listed',
    'below. What a description cannot say is listed here.',
    '',
    '## What readers work out',
    '',
    'Members of an operation that the description does not state and a rule derives.',
    '',
    '| read from | derived |',
    '|---|---|',
    ...read.map(
      ({ protocol, entry }) => `| ${protocol} | ${listOf(entry.operations.flatMap(({ derived }) => derived))} |`,
    ),
    '',
    '## What writers leave out of a simple service',
    '',
    `| read from | ${names.join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...read.map(({ protocol, entry }) => `| ${protocol} | ${names.map((name) => codesOf(name, entry)).join(' | ')} |`),
    '',
    '## What writers leave out of a rich operation',
    '',
    'An OpenAPI operation with nested input, declared errors and an end in sight.',
    '',
    ...names.flatMap((name) => [`### ${name}`, '', ...sentences(name, entryOf('openapi', rich)), '']),
    '## What descriptions carry of an operation',
    '',
    'Found by writing an operation with a mark of its own in every member and looking for the marks. “no” is a loss on the way',
    'out whatever the operation came from. MCP and N-ACT are as served: tools that are served tell version and end in `_meta`, which a list',
    'of tools that was converted lacks. Calls are the same over all of them.',
    '',
    ...carriedTable(),
    '',
    '## What a refusal is told as',
    '',
    'Codes that a service refuses with, and what callers of each protocol are told. Where a code would say something of the gateway',
    'itself, such as that a tool is not there, the caller is told of a conflict with the service instead. Whether to try again is never lost.',
    '',
    `| the service says | try again | ${faces.join(' | ')} |`,
    `|---|---|${faces.map(() => '---|').join('')}`,
    ...refusals.map(
      (refusal) =>
        `| ${refusal.status} \`${refusal.code}\` | ${refusal.retryable ? 'yes' : 'no'} | ${faces.map((face) => `\`${toldCode(refusal, 'openapi', face)}\``).join(' | ')} |`,
    ),
    '',
    ...refusals.flatMap(({ code, unsaidOver = [] }) =>
      unsaidOver.length === 0
        ? []
        : [
            `A service that came over ${unsaidOver.join(' or ')} cannot say \`${code}\`: all callers are told \`CONFLICT\`.`,
            '',
          ],
    ),
    '`llms.txt` tells names, types and one sentence of each operation; schemas stand in the descriptions that it links.',
    '',
    '## What is cut',
    '',
    `- A2A cards that are read: skills after the first ${a2aLimits.skills}, and descriptions after ${a2aLimits.text} characters, with a warning; tags after 50 and examples after 20 of a skill, without one.`,
    '- A2A cards that are written: examples after the first 10 and tags after the first 50 of an operation.',
    '- `llms.txt`: operations after the first 200 or after 100,000 characters, and inputs after the first 30, with their number; texts after 500 characters.',
    '- OpenAPI: summaries after 120 characters; the description has the whole text.',
    '- A message to a skill told in words keeps text, data and files, and loses the metadata of parts and the names of artifacts; texts of several parts become one.',
    '',
  ].join('\n');
  return [{ path: 'docs/reference/losses.md', text }];
};

/** Members of an operation, and what is looked for in a description that carries them. */
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

/** An operation that says everything, each thing once. */
const full: Operation = {
  ...createOperation(),
  name: 'book_berth',
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

/** What each protocol tells of that operation. */
const tellings: Readonly<Record<string, unknown>> = {
  AIDIP: writeAidip({ entry: fullEntry }, { view: 'other', form: 'full' }),
  'N-ACT': writeTool(fullEntry, full).contract,
  AGIS: writeAgis(fullEntry).document,
  MCP: operationTools(fullEntry).map(({ listed }) => listed),
  A2A: writeCard(fullEntry, { origin, secured: true }).card,
  OpenAPI: writeOpenApi(fullEntry, { face: 'gateway', origin }).value,
  'llms.txt': writeAgentText(fullEntry, origin),
};

function carriedTable(): string[] {
  const texts = Object.values(tellings).map((told) => JSON.stringify(told));
  return [
    `| member | ${Object.keys(tellings).join(' | ')} |`,
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

/** AIDIP keeps what it does not know only where it came so; so the loss is what does not come back when it is read again. */
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
    const lost = told.filter((name) => isSaid(operation[name]) && !isSaid(back?.[name]));
    if (lost.length === 0) return [];
    const message = `AIDIP metadata has no place for: ${lost.join(', ')}.`;
    return [{ code: 'aidip: not carried', message }];
  });
}

function isSaid(value: unknown): boolean {
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
