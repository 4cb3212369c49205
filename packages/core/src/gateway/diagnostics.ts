/** Findings on an answer: one row per finding, so that texts and codes are in one file. */
import type { DiagnosticTable } from '@dragoman/model';

const rows = {
  'gateway/output-mismatch': {
    severity: 'warning',
    message: 'violates the output schema: {problem}',
    why: 'Callers rely on the output schema that the operation declares.',
    help: 'Check the output before you use it, and report this to the provider of the service.',
  },
  'gateway/output-missing': {
    severity: 'warning',
    message: 'the service answered without the output that it declares',
    why: 'Callers rely on the output schema that the operation declares.',
    help: 'Treat the call as executed without a reported result, and report it to the provider of the service.',
  },
  'gateway/error-details-withheld': {
    severity: 'info',
    message: 'stack traces, secrets or a very long text were removed from the error of the service',
    why: 'They would expose internals of the service to models and to the logs of callers.',
    help: 'Act on the rest of the error. The operator can pass errors on unchanged with gateway.errorDetails.',
  },
  'gateway/media-mismatch': {
    severity: 'warning',
    message: 'was declared as {declared}, but is {found}; it is passed on as a file, not shown',
    why: 'Readers decode images and sounds by their declared type, and model APIs reject a whole request for a wrong one.',
    help: 'Do not treat the content as an image or a sound, and report it to the provider of the service.',
  },
  'gateway/text-encoding': {
    severity: 'warning',
    message: 'the {type} is not UTF-8 and declares no known encoding; it is passed on as bytes',
    why: 'Decoding it with a wrong encoding would change the text.',
    help: 'Decode the bytes yourself, and report it to the provider of the service: charset is missing in Content-Type.',
  },
  'gateway/xml-unread': {
    severity: 'warning',
    message: 'the XML response is returned as text: {fault}',
    why: 'XML is read without document types and entities of its own, up to 128 levels and 200,000 nodes.',
    help: 'Read the text yourself, and report it to the provider of the service.',
  },
  'gateway/outcome-contradicted': {
    severity: 'warning',
    message: '{field} should be {expected} after the call, but is {seen}',
    why: 'Callers rely on the change of state that the operation declares.',
    help: 'Treat the call as partly executed: check the state yourself before you continue, and report it to the provider.',
  },
} as const satisfies DiagnosticTable;

/** Codes of findings about an answer. */
export type GatewayCode = keyof typeof rows;

/** Findings about an answer: code → row. */
export const gatewayDiagnostics: DiagnosticTable<GatewayCode> = rows;
