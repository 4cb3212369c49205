/** The reference page of the failure table. */
import { type FailureCode, type FailureRow, failures, fixerOf, upstreamStatuses } from '@dragoman/model';
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
    'apply, `retry_after` and `field_errors`. Compare the code, never the text. "Fixed by" is who can remove the cause: the caller,',
    'the owner who registered the service, its provider, or the operator of the server. `GET /problems` returns this table.',
    '',
    'Every failure is also one text for people and models, the same in every face: one line that says what failed, whether and when',
    'to retry, and what to change; then the invalid fields; then the text of the service, marked as third-party text.',
    '',
    '## Statuses of services',
    '',
    'An error of a service has the same code in every face. An unlisted 4xx is `CONFLICT`, everything else `UPSTREAM_ERROR`.',
    '',
    '| Status | Code | retryable | What to do |',
    '|---:|---|---|---|',
    ...Object.entries(upstreamStatuses).map(
      ([status, { code, help }]) =>
        `| ${status} | \`${code}\` | ${failures[code].retryable ? 'yes' : 'no'} | ${help} |`,
    ),
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
    '| HTTP | retryable | fixed by | AIDIP | JSON-RPC | AGTP |',
    '|---:|---|---|---|---:|---:|',
    `| ${row.status} ${row.title} | ${row.retryable ? 'yes' : 'no'} | ${fixerOf(code as FailureCode)} | \`${row.aidip}\` | ${row.rpc} | ${row.agtp} |`,
    '',
  ].join('\n');
}
