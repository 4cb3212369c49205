/** Reads a description in any protocol as an entry, without network access. */
import type { Entry, JsonObject } from '@dragoman/model';
import { UsageError } from '../command/usage-error.js';

/** Reads one document; `origin` names it in error messages. */
export async function readEntry(document: JsonObject, origin: string): Promise<Entry> {
  const { readDescription } = await import('@dragoman/core/conversion');
  const context = { at: new Date(0).toISOString(), strict: false, ownOrigins: [] };
  const { value, diagnostics } = readDescription(document, context);
  if (value !== undefined) {
    return { ...value, id: value.id ?? origin, owner: 'local', visibility: 'public', grants: [] };
  }
  const faults = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  throw new UsageError(`${origin} cannot be read:\n  ${faults.slice(0, 20).join('\n  ') || 'it is not a description'}`);
}
