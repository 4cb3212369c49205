/** PROF-WRITE-10: a dry run is a flag with a documented response. */
import type { Api, ApiOperation } from '../../api/api.js';
import { findDryRun } from '../../api/operation-facts.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';

const dryRunWords = /dry[_ -]?run|would|preview|predict/i;

/** Dry runs without a documented response. */
export const dryRunResponseUndocumented: Rule = {
  id: 'dry-run-response-undocumented',
  requirement: 'PROF-WRITE-10',
  severity: 'info',
  message: 'The dry run of {operation} {fault}.',
  why: 'A preview is useful only when an agent can read the response.',
  help: 'Make the flag a boolean, and describe dry_run and would_change in the response.',
  check(api, report) {
    for (const operation of api.exposed) {
      const found = operation.kinds.write ? findDryRun(api, operation) : undefined;
      if (found === undefined || ('name' in found && /^prefer$/i.test(found.name ?? ''))) continue;
      const schema = 'in' in found ? found.schema?.schema : found.schema;
      const fault =
        schema !== undefined && !isType(schema, 'boolean') && !Array.isArray(schema.enum)
          ? 'is not a boolean'
          : describesPreview(api, operation)
            ? undefined
            : 'has no documented response';
      if (fault !== undefined) report(found.pointer, { operation: operation.label, fault });
    }
  },
  cases: {
    good: [
      {
        'delete /t': {
          parameters: [{ name: 'X-Dry-Run', in: 'header', schema: { type: 'boolean' } }],
          responses: { '200': { description: 'Deleted, or what would be deleted' } },
        },
      },
    ],
    bad: [
      { 'delete /t': { parameters: [{ name: 'X-Dry-Run', in: 'header', schema: { type: 'string' } }] } },
      { 'delete /t': { parameters: [{ name: 'X-Dry-Run', in: 'header', schema: { type: 'boolean' } }] } },
    ],
  },
};

function describesPreview(api: Api, { responses, output }: ApiOperation): boolean {
  if (responses.some(({ status, description }) => status.startsWith('2') && dryRunWords.test(description ?? '')))
    return true;
  return output !== undefined && api.walk(output).some(({ name }) => dryRunWords.test(name ?? ''));
}
