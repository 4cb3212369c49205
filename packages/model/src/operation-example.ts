/** Worked examples of operations. */
import type { JsonObject, JsonValue } from './json.js';

/** A worked call. */
export interface OperationExample {
  summary?: string;
  input?: JsonValue;
  output?: JsonValue;
  /** Members that the model does not know. */
  extra?: JsonObject;
}
