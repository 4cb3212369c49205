/** One semantic block that pass 5 checks, with a function that reports findings about it. */
import type { JsonObject } from '@dragoman/model';
import type { Findings, Report } from '../finding.js';
import type { EndpointView, PassContext } from '../pass.js';
import type { CompletenessCode } from './semantic-completeness-rules.js';

/** A semantic block with its endpoint. */
export interface SemanticReading {
  context: PassContext;
  endpoint: EndpointView;
  semantic: JsonObject;
  /** Pointer to the block. */
  pointer: string;
  /** The method in upper case; empty when the endpoint has none. */
  method: string;
  label: string;
  /** Reports a finding with the endpoint's label filled in. */
  report(code: CompletenessCode, report: Report): void;
}

/** Creates the reading of one block. */
export function createSemanticReading(
  context: PassContext,
  { endpoint, semantic }: { endpoint: EndpointView; semantic: JsonObject },
  findings: Findings<CompletenessCode>,
): SemanticReading {
  const { label } = endpoint;
  return {
    context,
    endpoint,
    semantic,
    pointer: `${endpoint.pointer}/semantic`,
    method: endpoint.method?.toUpperCase() ?? '',
    label,
    report: (code, report) =>
      findings.report(code, { ...report, parameters: { endpoint: label, ...report.parameters } }),
  };
}
