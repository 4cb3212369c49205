/** Findings on facts that OpenAPI cannot express. */
import type { DiagnosticTable } from '@dragoman/model';

/** Losses when an entry is written as OpenAPI. */
export const writeDiagnostics = {
  'openapi-write/lost': {
    severity: 'info',
    message: '{name}: {fields} cannot be expressed in OpenAPI',
    why: 'The format describes requests and responses, and little of the meaning of an operation.',
    help: 'Keep the entry, or its AGIS document, where these facts matter.',
  },
  'openapi-write/workflow': {
    severity: 'warning',
    message: 'the workflow {name} is not an operation of the service itself and was omitted',
    why: 'A workflow runs in the gateway.',
    help: 'Use the document of the entry as callable through the gateway.',
  },
} as const satisfies DiagnosticTable;
