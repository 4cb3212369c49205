/** Reports errors to the user, with advice, and chooses the exit code. */
import type { FailureCode } from '@dragoman/model';
import { failures, isFailure, lineForPeople } from '@dragoman/model';
import type { DragomanError } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import type { ExitCode } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';
import { sanitizeLines } from '../terminal/sanitize.js';

/** Prints anything that a command throws. */
export function reportProblem(thrown: unknown, print: Printer, server: string): ExitCode {
  if (thrown instanceof UsageError) {
    print.note(line`${print.noteColor.bad('error:')} ${{ painted: sanitizeLines(thrown.message) }}`);
    return 2;
  }
  if (isDragomanError(thrown)) return reportRegistryProblem(thrown, print, server);
  if (isConfigProblem(thrown)) {
    print.note(line`${print.noteColor.bad('error:')} the configuration is invalid`);
    for (const problem of thrown.message.split('\n')) print.note(line`  ${problem}`);
    return 2;
  }
  if (isFailure(thrown)) {
    print.note(line`${print.noteColor.bad('error:')} ${thrown.message} ${print.noteColor.faint(`[${thrown.code}]`)}`);
    return thrown.code === 'INTERNAL' ? 3 : 1;
  }
  if (isRefusal(thrown)) {
    print.note(line`${print.noteColor.bad('error:')} ${thrown.message}`);
    print.note(line`  ${thrown.help}`);
    return 2;
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  print.note(line`${print.noteColor.bad('internal error:')} ${{ painted: sanitizeLines(message) }}`);
  return 3;
}

/** Remedies with the means of the command line, instead of those of HTTP. */
const remedies: Readonly<Record<string, string>> = {
  CONFIRMATION_REQUIRED:
    'Repeat the command with --dry-run to review the call, then with the token that it prints: --confirm=<token>.',
  NOT_FOUND: 'Check the id: "dragoman list" shows the services, and other groups of commands have a list of their own.',
  UPSTREAM_REFUSED:
    'Use a public https URL. To allow another one, set outbound.allow (and outbound.allowHttp for http) in the ' +
    'dragoman.config.json of the server, or DRAGOMAN_OUTBOUND_ALLOW and DRAGOMAN_OUTBOUND_ALLOW_HTTP, and restart it.',
};

function reportRegistryProblem(error: DragomanError, print: Printer, server: string): ExitCode {
  if (print.json) print.value({ error: problemOf(error) });
  const [written = '', ...more] = error.message.split('\n');
  const usual = error.code in failures ? failures[error.code as FailureCode].help : undefined;
  const own = remedies[error.code];
  const first = lineForPeople(written, error, {
    ...(usual === undefined ? {} : { usual }),
    ...(own === undefined ? {} : { own }),
  });
  print.note(line`${print.noteColor.bad('error:')} ${first} ${print.noteColor.faint(`[${error.code}]`)}`);
  for (const each of more) print.note(line`  ${each}`);
  for (const { field, detail } of error.fieldErrors) {
    print.note(line`  ${print.noteColor.strong(field === '' ? '(document)' : field)}: ${detail}`);
  }
  if (error.traceId !== undefined) print.note(line`  trace id: ${error.traceId}`);
  for (const advice of adviceOn(error, server)) print.note(line`  ${advice}`);
  return exitCodeOf(error);
}

/** An error as JSON. */
export function problemOf(error: DragomanError): Record<string, unknown> {
  const { code, message, status, retryable, retryAfter, outcomeUnknown, fieldErrors, traceId, fromAgent } = error;
  return {
    code,
    message,
    ...(fromAgent ? { from_agent: true } : {}),
    ...(status === undefined ? {} : { status }),
    retryable,
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    ...(outcomeUnknown ? { outcome_unknown: true } : {}),
    ...(fieldErrors.length === 0 ? {} : { field_errors: fieldErrors }),
    ...(traceId === undefined ? {} : { trace_id: traceId }),
  };
}

function adviceOn(error: DragomanError, server: string): string[] {
  switch (error.code) {
    case 'CONNECTION_FAILED':
      return [
        `No registry responds at ${server}${causeOf(error)}.`,
        'Start one with "dragoman serve" (in a clone: "npm start"), or name another one with --server.',
      ];
    case 'INVALID_RESPONSE':
      return [
        `The server at ${server} does not respond like a Dragoman registry of this version.`,
        'Check the URL and any proxy in front of the registry, or name another registry with --server.',
      ];
    case 'UNAUTHENTICATED':
    case 'INVALID_CREDENTIAL':
      return ['Set DRAGOMAN_KEY or --key; an administrator creates keys with "dragoman keys create".'];
    default:
      return [];
  }
}

/** The error code of the failed connection, if the system reported one. */
function causeOf({ cause }: DragomanError): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : undefined;
  const code = inner instanceof Error && 'code' in inner ? inner.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}

function exitCodeOf({ code }: DragomanError): ExitCode {
  if (code === 'INVALID_ARGUMENT' || code === 'INSECURE_ADDRESS') return 2;
  return code === 'INTERNAL' || code === 'INVALID_RESPONSE' ? 3 : 1;
}

/** The server marks configuration errors with a symbol, which works across copies of the package. */
function isConfigProblem(thrown: unknown): thrown is Error {
  const mark = Symbol.for('dragoman.config-error');
  return thrown instanceof Error && (thrown as unknown as Record<symbol, unknown>)[mark] === true;
}

/** A store that cannot be opened, or a server that cannot start; the error has a `help` text. */
function isRefusal(thrown: unknown): thrown is Error & { help: string } {
  return thrown instanceof Error && 'help' in thrown && typeof thrown.help === 'string';
}
