/** One input of a projected tool: where its value belongs in the operation's input, and how the value is written. */
import type { InputForm, JsonValue, ToolInput } from '@dragoman/model';

/** One input and its location in the operation's input. */
export interface PlannedInput {
  input: ToolInput;
  /** Empty when the input is the operation's whole input. */
  path: readonly string[];
  form: InputForm;
  /** Operation values by tool value, for enumerations. */
  values?: ReadonlyMap<string, JsonValue>;
  /** The schema of the value; absent for a tool of a provider that serves N-ACT. */
  schema?: JsonValue;
  /** True when the schema has rules that the signature can only describe in words. */
  ruled: boolean;
}

/** The inputs of a tool and the mapping back. */
export interface InputPlan {
  inputs: PlannedInput[];
  /** Objects that are sent even when none of their members is given. */
  shells: readonly (readonly string[])[];
  /** The rule that all inputs together must follow, in words. */
  note?: string;
}
