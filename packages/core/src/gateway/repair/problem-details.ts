/** Errors of any shape become the one error body, with a code and retry information. */
import type { Repair } from './repair.js';

/** Services that use AIDIP have an error object that callers know; functions of this process fail with ours. */
const ownErrors: readonly string[] = ['aidip', 'local', 'workflow'];

/** Problem details (`transport/foreign-problem.ts`). */
export const problemDetails: Repair = {
  name: 'problem-details',
  title: 'Problem details',
  supplies:
    'Errors of the service are returned as application/problem+json with a stable code, retryable, its field errors, and the service’s own body under upstream.',
  mode: 'on',
  surface: false,
  concerns: ({ binding }) => !ownErrors.includes(binding.kind),
};
