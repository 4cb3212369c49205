/** One endpoint whose contracts pass 8 reads, with a way to report about it. */
import type { Findings, Report } from '../finding.js';
import type { EndpointView, PassContext } from '../pass.js';
import type { SchemaCompletenessCode } from './schema-completeness-rules.js';

/** An endpoint with the list of the pass. */
export interface ContractReading {
  context: PassContext;
  endpoint: EndpointView;
  /** Reports with the endpoint's name filled in. */
  report(code: SchemaCompletenessCode, report: Report): void;
}

/** Makes the reading of one endpoint. */
export function createContractReading(
  context: PassContext,
  endpoint: EndpointView,
  findings: Findings<SchemaCompletenessCode>,
): ContractReading {
  const { label } = endpoint;
  return {
    context,
    endpoint,
    report: (code, report) =>
      findings.report(code, { ...report, parameters: { endpoint: label, ...report.parameters } }),
  };
}
