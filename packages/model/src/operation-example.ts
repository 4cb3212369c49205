/** Examples of operations. */
import type { JsonObject, JsonValue } from './json.js';

/** An example call. */
export interface OperationExample {
  summary?: string;
  input?: JsonValue;
  output?: JsonValue;
  /** Members unknown to the model. */
  extra?: JsonObject;
}
