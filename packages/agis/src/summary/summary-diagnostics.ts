/** Findings about the summary of a service (§11.1). */
import type { DiagnosticTable } from '@dragoman/model';

/** Codes of findings about summaries. */
export type SummaryCode =
  | 'agis/summary-not-object'
  | 'agis/summary-member-missing'
  | 'agis/summary-member-advised'
  | 'agis/summary-member-wrong'
  | 'agis/summary-negotiate'
  | 'agis/summary-reveals'
  | 'agis/summary-differs';

/** Findings about summaries. */
export const summaryDiagnostics: DiagnosticTable<SummaryCode> = {
  'agis/summary-not-object': {
    severity: 'error',
    message: 'A summary is one JSON object.',
    why: 'Agents read it before anything else (§11.1).',
    help: 'Serve the object itself, as application/json.',
  },
  'agis/summary-member-missing': {
    severity: 'error',
    message: "The summary has no '{member}'.",
    why: 'An agent cannot use the service without it (§11.1).',
    help: "Add '{member}' as the document has it.",
  },
  'agis/summary-member-advised': {
    severity: 'warning',
    message: "The summary has no '{member}'.",
    why: 'The specification lists it among the members of a summary (§11.1).',
    help: "Add '{member}', unless the document has no value for it.",
  },
  'agis/summary-member-wrong': {
    severity: 'error',
    message: "'{member}' must be {expected}.",
    why: 'Agents use these members to choose and contact services (§11.1).',
    help: 'Correct the value.',
  },
  'agis/summary-negotiate': {
    severity: 'warning',
    message: "'negotiable' is {negotiable}, and 'interaction_protocols' says otherwise.",
    why: "'negotiate' is among the protocols exactly when the service negotiates (§11.1).",
    help: 'Make the two agree.',
  },
  'agis/summary-reveals': {
    severity: 'error',
    message: "The summary reveals '{member}'.",
    why: 'A summary reveals only the class names of the manifest to the public (§11.1 b).',
    help: 'Remove it.',
  },
  'agis/summary-differs': {
    severity: 'error',
    message: "'{member}' differs from the document, which says {wanted}.",
    why: 'An agent chooses a service by its summary and calls it by its document (§11.1).',
    help: 'Generate the summary again from the document.',
  },
};
