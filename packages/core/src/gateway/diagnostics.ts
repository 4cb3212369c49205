/** What can be found wrong with an answer: one row per finding, so that texts and codes stand in one place. */
import type { DiagnosticTable } from '@dragoman/model';

const rows = {
  'gateway/output-mismatch': {
    severity: 'warning',
    message: 'breaks the output schema: {problem}',
    why: 'Whoever asked relies on the shape that the operation declares.',
    help: 'Treat the answer with care, and report it to the provider of the agent.',
  },
  'gateway/output-missing': {
    severity: 'warning',
    message: 'the agent answered without the output that it declares',
    why: 'Whoever asked relies on the shape that the operation declares.',
    help: 'Treat the call as done but not told of, and report it to the provider of the agent.',
  },
  'gateway/outcome-contradicted': {
    severity: 'warning',
    message: '{field} should be {expected} after the call, and is {seen}',
    why: 'Whoever asked relies on the change of state that the operation declares.',
    help: 'Treat the call as done in part: look at the state yourself before you go on, and report it to the provider.',
  },
} as const satisfies DiagnosticTable;

/** Codes of findings about an answer. */
export type GatewayCode = keyof typeof rows;

/** Findings about an answer: code → row. */
export const gatewayDiagnostics: DiagnosticTable<GatewayCode> = rows;
