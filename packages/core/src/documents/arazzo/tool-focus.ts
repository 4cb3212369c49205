/** Distinguishes a tool that does one focused task from one that does several (nact.md SCULPT-01). */
import type { JsonSchema } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

const switches = new Set(['mode', 'action', 'command', 'operation', 'method', 'op', 'task']);

/** Names of inputs that switch the tool between tasks. */
export function switchesJobs(schema: JsonSchema): string[] {
  if (typeof schema === 'boolean' || !isJsonObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const isChoice = isJsonObject(property) && Array.isArray(property.enum) && property.enum.length > 1;
    return isChoice && switches.has(name.toLowerCase()) ? [name] : [];
  });
}

/** True for a purpose that needs more than one sentence, or contains "and/or". */
export function hasSeveralPurposes(purpose: string): boolean {
  return /\band\/or\b/i.test(purpose) || /[.!?]\s+\p{Lu}/u.test(purpose.trim());
}
