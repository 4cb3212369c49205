/** The reference page of the failure table. */
import { type FailureRow, failures } from '@dragoman/model';
import { generatedNote, type PageMaker } from '../generated-file.js';

/** Generates docs/reference/failures.md. */
export const makeFailures: PageMaker = async () => {
  const sections = Object.entries(failures).map(([code, row]) => writeFailure(code, row));
  const text = [
    '# Failures',
    '',
    generatedNote,
    '',
    'Every failed call returns one of these codes. REST faces return',
    '`application/problem+json` with `type, title, status, detail, code, retryable, trace_id, error` and, where they',
    'apply, `retry_after` and `field_errors`. Compare the code, never the text.',
    '',
    ...sections,
  ].join('\n');
  return [{ path: 'docs/reference/failures.md', text }];
};

function writeFailure(code: string, row: FailureRow): string {
  return [
    `## ${code}`,
    '',
    `${row.message} ${row.help}`,
    '',
    '| HTTP | retryable | AIDIP | JSON-RPC | AGTP |',
    '|---:|---|---|---:|---:|',
    `| ${row.status} ${row.title} | ${row.retryable ? 'yes' : 'no'} | \`${row.aidip}\` | ${row.rpc} | ${row.agtp} |`,
    '',
  ].join('\n');
}
