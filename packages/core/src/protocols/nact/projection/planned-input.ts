/** One input of a projected tool, and its location in the operation's input. */
import type { JsonValue, ToolInput } from '@dragoman/model';

/** One input and its location in the operation's input. */
export interface PlannedInput {
  input: ToolInput;
  path: readonly string[];
  /** Operation values by tool value, for enumerations. */
  values?: ReadonlyMap<string, JsonValue>;
}
