/** Distinguishes a batch from an input that is itself an array (aidip.md GAP-28). */
import type { JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { TargetedCall } from './call.js';

/** True when the input is an array of inputs and not one input that is an array. */
export function isBatch(call: TargetedCall): call is TargetedCall & { input: JsonValue[] } {
  return call.batchItem === undefined && Array.isArray(call.input) && !takesArray(call.target.operation.input);
}

/** True when the schema itself requires an array. */
export function takesArray(schema: JsonSchema): boolean {
  if (!isJsonObject(schema)) return false;
  const { type } = schema;
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}
