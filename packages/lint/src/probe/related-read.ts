/** The read that shows what a write changes: at the same URL, or at its parent. */
import type { Call } from './call.js';
import type { Probe } from './check.js';

/** The call of that read; undefined when the description has none. */
export function findRelatedRead({ api }: Pick<Probe, 'api'>, { operation, path }: Call): Call | undefined {
  const above = operation.path.replace(/\/[^/]+\/?$/, '');
  const read = [operation.path, above]
    .map((each) => api.operations.find((one) => one.method === 'get' && one.path === each))
    .find((each) => each !== undefined);
  if (read === undefined || read.parameters.some((each) => each.required && each.in === 'query')) return undefined;
  return { operation: read, path, query: {}, headers: {} };
}
