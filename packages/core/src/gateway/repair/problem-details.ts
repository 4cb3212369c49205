/** Errors of any shape become the one error body, with a code and a word on retrying. */
import type { Repair } from './repair.js';

/** Agents that speak AIDIP have an error object of their own, which callers know; functions of this process fail as we do. */
const ownErrors: readonly string[] = ['aidip', 'local', 'workflow'];

/** Problem details (`transport/foreign-problem.ts`). */
export const problemDetails: Repair = {
  name: 'problem-details',
  title: 'Problem details',
  supplies:
    'An error of the agent is answered as application/problem+json with a stable code, retryable, its field errors, and the agent’s own body under upstream.',
  mode: 'on',
  surface: false,
  concerns: ({ binding }) => !ownErrors.includes(binding.kind),
};
