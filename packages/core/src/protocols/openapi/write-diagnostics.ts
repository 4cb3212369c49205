/** What OpenAPI has no place for when an entry is written as one. */
import type { DiagnosticTable } from '@dragoman/model';

/** Losses on the way from an entry to OpenAPI. */
export const writeDiagnostics = {
  'openapi-write/lost': {
    severity: 'info',
    message: '{name}: {fields} cannot be said in OpenAPI',
    why: 'The format describes requests and answers, and little of what an operation means.',
    help: 'Keep the entry, or its AGIS document, where these facts matter.',
  },
  'openapi-write/workflow': {
    severity: 'warning',
    message: 'the workflow {name} is no operation of the service itself and was left out',
    why: 'A workflow runs in the gateway.',
    help: 'Use the document of the entry as callable through the gateway.',
  },
} as const satisfies DiagnosticTable;
