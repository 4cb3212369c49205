/**
 * Makes docs/reference/losses.md: one service, read from every protocol and written in every protocol, with what the
 * readers derived and what the writers had to leave out; then a richer one, whose losses are the more telling.
 */
import type { Diagnostic, Entry, JsonObject } from '@dragoman/model';
import type { EntryDraft } from '../../packages/core/src/documents/reader.js';
import { writeCard } from '../../packages/core/src/protocols/a2a/write.js';
import { writeAgis } from '../../packages/core/src/protocols/agis/write.js';
import { writeAidip } from '../../packages/core/src/protocols/aidip/write.js';
import { readDescription } from '../../packages/core/src/protocols/index.js';
import { writeMcpTools } from '../../packages/core/src/protocols/mcp/write.js';
import { checkToolProjection } from '../../packages/core/src/protocols/nact/write.js';
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
  ].join('\n');
  return [{ path: 'docs/reference/losses.md', text }];
};

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
    const told = ['impact', 'idempotent', 'verb', 'outcome', 'lifecycle', 'errors', 'transitions', 'safety'] as const;
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
