/** Turns what was found in a document into the one failure that names every problem. */
import type { Diagnostic, FieldError } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { parsePointer, readablePath } from '../documents/pointer.js';

/** At most this many problems are named; the sentence says how many there are in all. */
const mostNamed = 100;

/** The failure for a document that errors keep out. */
export function invalidDescription(diagnostics: readonly Diagnostic[]): Failure {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`;
  return new Failure('INVALID_INPUT', {
    message: `The metadata has ${count}.`,
    fieldErrors: errors.slice(0, mostNamed).map(fieldError),
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

/** What is wrong and what to do; a message that says what a member must be says both. */
function detailOf({ message, help }: Diagnostic): string {
  if (/^(?:must|missing\b)/.test(message)) return message;
  return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${help}`;
}

/** A JSON pointer as people write a path: `/operations/0/inputs` → `operations[0].inputs`. */
export function fieldPath(pointer: string): string {
  const tokens = parsePointer(pointer) ?? [];
  return readablePath(tokens.map((token) => (/^\d+$/.test(token) ? Number(token) : token)));
}
