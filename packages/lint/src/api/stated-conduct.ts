/** What operations do according to name, summary and path; several rules ask, and reading the texts is expensive. */
import { deriveImpact } from '@dragoman/core/descriptions';
import type { Api, ApiOperation } from './api.js';

type StatedImpact = ReturnType<typeof deriveImpact>;

/** The conduct that name, summary and path show; the description, which often mentions other operations, is not read. */
export function statedConduct(api: Api, operation: ApiOperation): StatedImpact {
  const known = api.once(createMemory);
  const kept = known.get(operation);
  if (kept !== undefined) return kept;
  const { method, path, id, summary } = operation;
  const impact = deriveImpact({ method, path, name: id, summary });
  known.set(operation, impact);
  return impact;
}

function createMemory(): Map<ApiOperation, StatedImpact> {
  return new Map();
}
