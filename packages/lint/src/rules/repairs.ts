/** Maps rules to the gateway repair that can supply the missing property: one table for all rules. */
import type { RepairName } from '@dragoman/model';

const rulesOf: Readonly<Partial<Record<RepairName, readonly string[]>>> = {
  idempotency: [
    'idempotency-key-missing',
    'idempotency-undocumented',
    'idempotency-window-undocumented',
    'idempotency-scope-undocumented',
    'idempotency-conflict-undocumented',
  ],
  'problem-details': [
    'error-code-missing',
    'error-codes-unlisted',
    'error-response-missing',
    'error-retryable-missing',
    'error-shape-mixed',
    'error-unstructured',
    'field-errors-missing',
    'field-errors-unnamed',
    'problem-json-not-used',
    'validation-error-retryable',
  ],
  'conditional-reads': ['conditional-read-missing'],
  'cursor-pages': [
    'continuation-missing',
    'offset-pagination',
    'page-size-large',
    'page-size-unbounded',
    'pagination-mixed',
  ],
  'field-selection': ['response-too-wide', 'verbosity-control-missing'],
  truncation: ['array-unbounded'],
  'closed-input': ['input-object-open'],
  'deprecation-headers': ['deprecation-headers-missing'],
  'trace-context': ['correlation-undocumented'],
};

const repairs: ReadonlyMap<string, RepairName> = new Map(
  Object.entries(rulesOf).flatMap(([repair, ids]) => ids.map((id): [string, RepairName] => [id, repair as RepairName])),
);

/** The repair that supplies what a rule checks; undefined when no gateway can. */
export function repairOf(rule: string): RepairName | undefined {
  return repairs.get(rule);
}

/** Every rule in the table. */
export const repairedRules: readonly string[] = Object.freeze([...repairs.keys()]);
