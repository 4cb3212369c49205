/** Reads what models send: foreign objects whose members may be missing, of another type, or text that is no JSON. */
import { isJsonObject } from '@dragoman/model';
import type { ToolCall } from './model-shape.js';

/** Longest text of inputs that is parsed, in characters. */
const longestInputs = 1_000_000;

/** The objects of an array that a response may or may not have. */
export function objectsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A member's object; an empty one when it is something else. */
export function objectOf(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}

/** A call from its parts, however odd they are. `index` stands in for an id that the provider did not give. */
export function readCall(parts: { id: unknown; name: unknown; inputs: unknown }, index: number): ToolCall {
  return {
    id: typeof parts.id === 'string' && parts.id !== '' ? parts.id : `call-${index + 1}`,
    name: typeof parts.name === 'string' ? parts.name : '',
    ...readInputs(parts.inputs),
  };
}

/** Inputs come as an object, or as its JSON text; nothing at all is what models send for a tool without inputs. */
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
