/** The page that states for each document of the corpus what was read and found. */
import type { Measured } from './measure-document.js';

/** Most kinds of findings that a row names. */
const mostCodes = 6;

/** Writes the page. */
export function writePage(measured: readonly Measured[]): string {
  const documents = measured.filter(({ row }) => row.group !== 'validity');
  const cases = measured.filter(({ row }) => row.group === 'validity');
  const read = documents.filter(({ operations }) => operations !== undefined);
  const operations = read.reduce((sum, each) => sum + (each.operations ?? 0), 0);
  const met = cases.filter(meets);
  const differing = read.filter((each) => each.operations !== each.row.ops);
  return [
    '# OpenAPI documents that were read',
    '',
    'Made by `npx tsx --tsconfig tsconfig.tests.json scripts/openapi-corpus.ts` over a corpus of real API descriptions that is not part of the project; do not edit.',
    '',
    `Of ${documents.length} documents ${read.length} became entries, with ${operations} operations; ${differing.length} of them with another number than the corpus's own index`,
    `counts. ${documents.length - read.length} were refused, each with its reason: they hold no operation, or are of another kind. Times are of the`,
    'processor, collection of memory included, each document read once.',
    '',
    '| Document | Version | Operations read | Counted | Warnings | Notes | What was found | CPU, ms |',
    '| --- | --- | ---: | ---: | ---: | ---: | --- | ---: |',
    ...documents.map(writeRow),
    '',
    '## Cases of validity',
    '',
    `Small documents that the makers of another parser expect to be taken or refused; read strictly, ${met.length} of ${cases.length} end as expected.`,
    '',
    '| Case | Expected | Came out | By |',
    '| --- | --- | --- | --- |',
    ...cases.map(writeCase),
    '',
  ].join('\n');
}

function writeRow({ row, operations, reason, diagnostics, milliseconds }: Measured): string {
  const count = (severity: string) => diagnostics.filter((each) => each.severity === severity).length;
  const codes = [...new Set(diagnostics.filter(({ severity }) => severity !== 'info').map(({ code }) => short(code)))];
  const more = codes.length > mostCodes ? ` and ${codes.length - mostCodes} more` : '';
  const found = reason === undefined ? `${codes.slice(0, mostCodes).join(', ')}${more}` : `refused: ${short(reason)}`;
  const cells = [
    cell(row.entry ?? row.file),
    cell(row.version),
    operations ?? '–',
    row.ops,
    count('warning'),
    count('info'),
    cell(found),
    Math.round(milliseconds),
  ];
  return `| ${cells.join(' | ')} |`;
}

function writeCase(measured: Measured): string {
  const { row, operations, diagnostics, reason } = measured;
  const codes = [...new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => short(code)))];
  const outcome = `${operations === undefined ? 'invalid' : 'valid'}${meets(measured) ? '' : ' (not as expected)'}`;
  const by = operations === undefined && codes.length === 0 ? (reason ?? '') : codes.join(', ');
  return `| ${cell((row.entry ?? '').replace(/^swagger-parser\//, ''))} | ${row.expect ?? ''} | ${outcome} | ${cell(by)} |`;
}

function meets({ row, operations }: Measured): boolean {
  return (operations === undefined ? 'invalid' : 'valid') === row.expect;
}

function short(code: string): string {
  return code.replace(/^openapi\//, '');
}

function cell(text: string): string {
  return text.replace(/\.gz$/, '').replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 140);
}
