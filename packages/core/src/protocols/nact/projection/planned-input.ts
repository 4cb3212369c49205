/** One input of a projected tool, and where its value goes in the operation. */
import type { JsonValue, ToolInput } from '@dragoman/model';

/** One input and its place in the operation's input. */
export interface PlannedInput {
  input: ToolInput;
  path: readonly string[];
  /** Name → value of the operation, for enumerations. */
  values?: ReadonlyMap<string, JsonValue>;
}
