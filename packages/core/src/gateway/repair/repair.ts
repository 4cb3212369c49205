/** What a repair is: a row that says what the gateway supplies, whether it is on by itself, and for which operations. */
import type {
  JsonObject,
  JsonSchema,
  Operation,
  OperationExample,
  OperationRepairs,
  RepairName,
} from '@dragoman/model';

/** `always`: done for every call and not to be switched; `on` and `off`: what holds until somebody chooses. */
export type RepairMode = 'always' | 'on' | 'off';

/** An operation while it is repaired; a repair puts its part in and leaves the rest alone. */
export interface RepairDraft {
  /** As the description has it; never changed. */
  readonly operation: Operation;
  input: JsonObject;
  output: JsonSchema;
  examples: readonly OperationExample[];
  repairs: Omit<OperationRepairs, 'upstream'>;
}

/** A repair. */
export interface Repair {
  name: RepairName;
  /** A few words, for tables. */
  title: string;
  /** What callers get. */
  supplies: string;
  mode: RepairMode;
  /** True when tools look different with it, so that switching it makes new versions of operations. */
  surface: boolean;
  /** Whether an operation has something that it could supply; asked of the operation as its description has it. */
  concerns(operation: Operation): boolean;
  /** Puts the repair into an operation; false when the operation has the property itself, or is no place for it. */
  apply?(draft: RepairDraft): boolean;
}
