/** Parses model output: untrusted objects with missing members, wrong types, or text that is not JSON. */
import { isJsonObject } from '@dragoman/model';
import type { ToolCall } from './model-shape.js';

/** Maximum length of parsed inputs, in characters. */
const longestInputs = 1_000_000;

/** The objects of an optional array in a response. */
export function objectsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** An object member; empty when it is something else. */
export function objectOf(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}

/** Builds a call from its parts, however malformed. `index` replaces a missing id. */
export function readCall(parts: { id: unknown; name: unknown; inputs: unknown }, index: number): ToolCall {
  return {
    id: typeof parts.id === 'string' && parts.id !== '' ? parts.id : `call-${index + 1}`,
    name: typeof parts.name === 'string' ? parts.name : '',
    ...readInputs(parts.inputs),
  };
}

/** Inputs are an object or its JSON text; models send nothing for a tool without inputs. */
function readInputs(value: unknown): Pick<ToolCall, 'inputs' | 'unreadable'> {
  if (value === undefined || value === null || value === '') return { inputs: {} };
  if (isJsonObject(value)) return { inputs: value };
  if (typeof value !== 'string') return { unreadable: 'The inputs are not a JSON object.' };
  if (value.length > longestInputs) return { unreadable: `The inputs are longer than ${longestInputs} characters.` };
  try {
    const parsed: unknown = JSON.parse(value);
    return isJsonObject(parsed) ? { inputs: parsed } : { unreadable: 'The inputs are not a JSON object.' };
  } catch {
    return { unreadable: 'The inputs are not valid JSON.' };
  }
}
