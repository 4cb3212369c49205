/** Says what went wrong, completely and in words that help, and chooses the exit code. */
import { failures, isFailure } from '@dragoman/model';
import type { DragomanError } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import type { ExitCode } from '../command.js';
import { UsageError } from '../command.js';
import { line } from './paint.js';
import type { Printer } from './printer.js';
import { sanitiseLines } from './sanitise.js';

/** Prints anything thrown by a command. */
export function reportProblem(thrown: unknown, print: Printer, server: string): ExitCode {
  if (thrown instanceof UsageError) {
    print.note(line`${print.noteColour.bad('error:')} ${{ painted: sanitiseLines(thrown.message) }}`);
    return 2;
  }
  if (isDragomanError(thrown)) return reportRegistryProblem(thrown, print, server);
  if (isConfigProblem(thrown)) {
    print.note(line`${print.noteColour.bad('error:')} the configuration cannot be used`);
    for (const problem of thrown.message.split('\n')) print.note(line`  ${problem}`);
    return 2;
  }
  if (isFailure(thrown)) {
    print.note(line`${print.noteColour.bad('error:')} ${thrown.message} ${print.noteColour.faint(`[${thrown.code}]`)}`);
    return thrown.code === 'INTERNAL' ? 3 : 1;
  }
  if (isRefusal(thrown)) {
    print.note(line`${print.noteColour.bad('error:')} ${thrown.message}`);
    print.note(line`  ${thrown.help}`);
    return 2;
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  print.note(line`${print.noteColour.bad('internal error:')} ${{ painted: sanitiseLines(message) }}`);
  return 3;
}

function reportRegistryProblem(error: DragomanError, print: Printer, server: string): ExitCode {
  if (print.json) print.value({ error: problemOf(error) });
  const message = error.fromAgent ? `the agent says: ${error.message}` : error.message;
  print.note(line`${print.noteColour.bad('error:')} ${message} ${print.noteColour.faint(`[${error.code}]`)}`);
  for (const { field, detail } of error.fieldErrors) {
    print.note(line`  ${print.noteColour.strong(field === '' ? '(document)' : field)}: ${detail}`);
  }
  if (error.traceId !== undefined) print.note(line`  trace id: ${error.traceId}`);
  for (const advice of adviceOn(error, server)) print.note(line`  ${advice}`);
  return exitCodeOf(error);
}

/** What a program gets to see of a problem. */
export function problemOf(error: DragomanError): Record<string, unknown> {
  const { code, message, status, retryable, fieldErrors, traceId, fromAgent } = error;
  return {
    code,
    message,
    ...(fromAgent ? { from_agent: true } : {}),
    ...(status === undefined ? {} : { status }),
    retryable,
    ...(fieldErrors.length === 0 ? {} : { field_errors: fieldErrors }),
    ...(traceId === undefined ? {} : { trace_id: traceId }),
  };
}

function adviceOn(error: DragomanError, server: string): string[] {
  switch (error.code) {
    case 'CONNECTION_FAILED':
      return [
        `Nothing answers at ${server}${causeOf(error)}.`,
        'Start a registry with "dragoman serve" (in a clone: "npm start"), or name another one with --server.',
      ];
    case 'INVALID_RESPONSE':
      return [
        `What answers at ${server} does not speak as a Dragoman of this version does.`,
        'Look at the address, and at what stands in front of the registry; name another one with --server.',
      ];
    case 'UNAUTHENTICATED':
    case 'INVALID_CREDENTIAL':
      return ['Give a key with DRAGOMAN_KEY or --key; its administrator makes one with "dragoman keys create".'];
    case 'RATE_LIMITED':
      return error.retryAfter === undefined ? [] : [`Try again in ${error.retryAfter} seconds.`];
    case 'OUTCOME_UNKNOWN':
    case 'IDEMPOTENCY_CONFLICT':
    case 'OUTPUT_INVALID':
    case 'CONTENT_BLOCKED':
      return [failures[error.code].help];
    default:
      return [];
  }
}

/** The system's word for why there is no connection, as far as it says one. */
function causeOf({ cause }: DragomanError): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : undefined;
  const code = inner instanceof Error && 'code' in inner ? inner.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}

function exitCodeOf({ code }: DragomanError): ExitCode {
  if (code === 'INVALID_ARGUMENT' || code === 'INSECURE_ADDRESS') return 2;
  return code === 'INTERNAL' || code === 'INVALID_RESPONSE' ? 3 : 1;
}

/** The server marks errors of its configuration, whichever copy of it threw them. */
function isConfigProblem(thrown: unknown): thrown is Error {
  const mark = Symbol.for('dragoman.config-error');
  return thrown instanceof Error && (thrown as unknown as Record<symbol, unknown>)[mark] === true;
}

/** A store that cannot be opened, or a server that will not start: the error says what to do. */
function isRefusal(thrown: unknown): thrown is Error & { help: string } {
  return thrown instanceof Error && 'help' in thrown && typeof thrown.help === 'string';
}
