/** Turns the diagnostics of a document into one failure that lists every problem. */

import { parsePointer, readablePath } from '@dragoman/documents';
import type { Diagnostic, FieldError } from '@dragoman/model';
import { countProblems, Failure } from '@dragoman/model';

/** Maximum number of listed problems; the message contains the total. */
const maxNamed = 100;

/** The failure for a document with errors. */
export function invalidDescription(diagnostics: readonly Diagnostic[]): Failure {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const count = countProblems(errors.length);
  // AIDIP calls the description of an agent its metadata (worked example E3).
  const subject = errors.some(({ code }) => code.startsWith('aidip/')) ? 'metadata' : 'description';
  return new Failure('INVALID_INPUT', {
    message: `The ${subject} has ${count}.`,
    fieldErrors: errors.slice(0, maxNamed).map(fieldError),
  });
}

function fieldError(diagnostic: Diagnostic): FieldError {
  return {
    field: fieldPath(diagnostic.location.pointer),
    pointer: diagnostic.location.pointer,
    code: diagnostic.code,
    detail: detailOf(diagnostic),
  };
}

/** Areas whose messages state only the problem, with the remedy in the help; elsewhere the message contains both. */
const helped = /^(?:agis|nact|mcp)\//;

function detailOf({ code, message, help }: Diagnostic): string {
  return helped.test(code) ? withHelp(message, help) : message;
}

/** The problem and the remedy, as sentences. */
export function withHelp(message: string, help: string): string {
  return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${help}`;
}

/** A JSON pointer as a readable path: `/operations/0/inputs` → `operations[0].inputs`. */
export function fieldPath(pointer: string): string {
  const tokens = parsePointer(pointer) ?? [];
  return readablePath(tokens.map((token) => (/^\d+$/.test(token) ? Number(token) : token)));
}
