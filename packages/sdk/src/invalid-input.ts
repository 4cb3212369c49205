/** The error for an input that is invalid before it is sent. */
import type { FieldError } from '@dragoman/model';
import { countProblems } from '@dragoman/model';
import { DragomanError } from './dragoman-error.js';

/** The same code that the gateway and the service would return; without a status, because nothing was sent. */
export function invalidInput(problems: readonly FieldError[]): DragomanError {
  const [first] = problems;
  const count = countProblems(problems.length);
  const where = first?.field === '' ? 'the input' : first?.field;
  return new DragomanError('INVALID_INPUT', {
    message: `The input has ${count}, so nothing was sent: ${where} ${first?.detail ?? 'is invalid'}.`,
    retryable: false,
    fieldErrors: problems,
  });
}
