/** Pass 8: every endpoint has a valid input, output and list of errors (AGIS §7, §9.1). */

import { childPointer, createPatternBudget, schemaLimits } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { createFindings } from '../finding.js';
import type { Pass } from '../pass.js';
import type { SchemaChecks } from './check-contract-schema.js';
import { checkCircles, checkContractSchema } from './check-contract-schema.js';
import { checkErrors } from './check-errors.js';
import { checkParameters } from './check-parameters.js';
import type { ContractReading } from './contract-reading.js';
import { createContractReading } from './contract-reading.js';
import { schemaCompletenessRules } from './schema-completeness-rules.js';

/** Documents with many endpoints get a larger pattern budget, up to this multiple of the budget of one schema. */
const maxBudgets = 50;

/** Pass 8. */
export const schemaCompleteness: Pass = {
  number: 8,
  name: 'Schema Completeness',
  run(context) {
    const { document, endpoints } = context;
    const findings = createFindings(8, schemaCompletenessRules, context);
    const budgets = Math.min(maxBudgets, Math.max(1, endpoints.length));
    const patterns = createPatternBudget(schemaLimits.patternSteps * budgets);
    const checks: SchemaChecks = { document, patterns, findings };
    for (const endpoint of endpoints) {
      const reading = createContractReading(context, endpoint, findings);
      checkContract(reading, checks, 'input');
      checkContract(reading, checks, 'output');
      checkErrors(reading);
    }
    checkSchemas(checks);
    return findings.list();
  },
};

function checkContract(reading: ContractReading, checks: SchemaChecks, member: 'input' | 'output'): void {
  const { node, pointer: owner, label, elided } = reading.endpoint;
  const value = node[member];
  const pointer = `${owner}/${member}`;
  if (!isJsonObject(value)) {
    const missing = value === undefined || value === null;
    const code = missing && elided ? 'agis/contract-elided' : member === 'input' ? 'agis/no-input' : 'agis/no-output';
    const problem = missing ? 'missing' : describe(value);
    reading.report(code, { pointer, element: member, parameters: { problem, field: member } });
    return;
  }
  checkContractSchema(checks, { schema: value, pointer, what: `${member} of ${label}` });
  if (member === 'input') checkParameters(reading, value);
}

function describe(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list, not a JSON Schema object';
  return `${typeof value === 'string' ? 'a string' : JSON.stringify(value)}, not a JSON Schema object`;
}

function checkSchemas(checks: SchemaChecks): void {
  const { schemas } = checks.document;
  if (!isJsonObject(schemas)) return;
  for (const [name, schema] of Object.entries(schemas)) {
    checkContractSchema(checks, { schema, pointer: childPointer('/schemas', name), what: `schemas.${name}` });
  }
  checkCircles(checks);
}
