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
    why: 'An agent cannot meet the service without it (§11.1).',
    help: "Add '{member}' as the document has it.",
  },
  'agis/summary-member-advised': {
    severity: 'warning',
    message: "The summary has no '{member}'.",
    why: 'The text lists it among the members of a summary (§11.1).',
    help: "Add '{member}', unless the document has nothing to say there.",
  },
  'agis/summary-member-wrong': {
    severity: 'error',
    message: "'{member}' must be {expected}.",
    why: 'Agents choose and meet services by these members (§11.1).',
    help: 'Correct the value.',
  },
  'agis/summary-negotiate': {
    severity: 'warning',
    message: "'negotiable' is {negotiable}, and 'interaction_protocols' says otherwise.",
    why: "'negotiate' stands among the protocols exactly when the service negotiates (§11.1).",
    help: 'Make the two agree.',
  },
  'agis/summary-reveals': {
    severity: 'error',
    message: "The summary shows '{member}'.",
    why: 'A summary tells strangers nothing of the manifest but the names of its classes (§11.1 b).',
    help: 'Remove it.',
  },
  'agis/summary-differs': {
    severity: 'error',
    message: "'{member}' differs from the document, which says {wanted}.",
    why: 'An agent chooses a service by its summary and calls it by its document (§11.1).',
    help: 'Make the summary anew from the document.',
  },
};
