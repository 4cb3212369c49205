/**
 * Definition of a repair: a row that says what the gateway supplies, whether it is on by default, and for which
 * operations.
 */
import type {
  JsonObject,
  JsonSchema,
  Operation,
  OperationExample,
  OperationRepairs,
  RepairName,
} from '@dragoman/model';

/** `always`: applied to every call, cannot be switched; `on` and `off`: the default. */
export type RepairMode = 'always' | 'on' | 'off';

/** An operation being repaired; a repair changes its own part only. */
export interface RepairDraft {
  /** As in the description; never changed. */
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
  /** True when it changes tools, so that switching it creates new versions of operations. */
  surface: boolean;
  /** Whether the repair could apply; called with the operation as in its description. */
  concerns(operation: Operation): boolean;
  /** Applies the repair to an operation; false when the operation has the property itself, or cannot get it. */
  apply?(draft: RepairDraft): boolean;
}
