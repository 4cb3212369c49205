/** The failure table as its readers see it: meaning, what to do, who can do it. */
import type { FailureCode, JsonObject } from '@dragoman/model';
import { failureFixers, failures, fixerOf } from '@dragoman/model';

/** Every code. */
export const problemCodes = Object.keys(failures) as FailureCode[];

/** Members of an explanation. */
export const problemMembers = ['code', 'status', 'title', 'meaning', 'what_to_do', 'fixed_by', 'retryable'] as const;

/** The explanation of one code. */
export function explainFailure(code: FailureCode) {
  const { status, title, message, help, retryable } = failures[code];
  return { code, status, title, meaning: message, what_to_do: help, fixed_by: fixerOf(code), retryable };
}

/** Schema of an explanation. */
export const problemSchema: JsonObject = {
  type: 'object',
  description: 'What one failure code means.',
  required: [...problemMembers],
  properties: {
    code: { type: 'string', enum: problemCodes, description: 'The code as in error bodies.' },
    status: { type: 'integer', description: 'HTTP status.', minimum: 400, maximum: 599 },
    title: { type: 'string', description: 'Short name.' },
    meaning: { type: 'string', description: 'What it means.' },
    what_to_do: { type: 'string', description: 'What the caller can do.' },
    fixed_by: {
      type: 'string',
      enum: [...failureFixers],
      description:
        'Who can fix the cause: the caller, the owner who registered the service here, the provider of the service, or the operator of this server.',
    },
    retryable: { type: 'boolean', description: 'True when the same request may succeed later.' },
  },
  additionalProperties: false,
};
