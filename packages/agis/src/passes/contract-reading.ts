/** One endpoint whose contracts pass 8 checks, with a function that reports findings about it. */
import type { Findings, Report } from '../finding.js';
import type { EndpointView, PassContext } from '../pass.js';
import type { SchemaCompletenessCode } from './schema-completeness-rules.js';

/** An endpoint with the findings of the pass. */
export interface ContractReading {
  context: PassContext;
  endpoint: EndpointView;
  /** Reports a finding with the endpoint's label filled in. */
  report(code: SchemaCompletenessCode, report: Report): void;
}

/** Creates the reading of one endpoint. */
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
