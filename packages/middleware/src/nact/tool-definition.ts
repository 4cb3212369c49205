/**
 * Tools as a provider defines them in code. The keys of inputs and outputs are the parameter ids, which stay the same
 * in all versions (nact.md IN-11); the types of `run` are inferred from the definitions.
 */
import type { JsonValue } from '@dragoman/model';

interface Parameter {
  /** The name that callers use; defaults to the key. */
  name?: string;
  description: string;
}

interface Input extends Parameter {
  /** Defaults to true; an input that a later version adds must set false explicitly. */
  required?: boolean;
}

/** A string; the type may be omitted. */
export interface StringInput extends Input {
  type?: 'string';
  /** Maximum number of characters. */
  maxLength?: number;
}

/** An integer; at most 65535 unless `max` is set. */
export interface IntInput extends Input {
  type: 'int';
  min?: number;
  max?: number;
}

/** A boolean. */
export interface BooleanInput extends Input {
  type: 'boolean';
}

/** One of the named values, each with its description. */
export interface EnumInput extends Input {
  type: 'enum';
  values: Readonly<Record<string, string>>;
}

/** An input of a tool. */
export type InputDefinition = StringInput | IntInput | BooleanInput | EnumInput;

/** An output of a tool; `json` is for structured values. */
export type OutputDefinition =
  | (Parameter & { type?: 'string' | 'int' | 'boolean' | 'json' })
  | (Parameter & { type: 'enum'; values?: Readonly<Record<string, string>> });

/** Inputs by id. */
export type InputDefinitions = Readonly<Record<string, InputDefinition>>;

/** Outputs by id. */
export type OutputDefinitions = Readonly<Record<string, OutputDefinition>>;

type Value<D> = D extends { type: 'int' }
  ? number
  : D extends { type: 'boolean' }
    ? boolean
    : D extends { type: 'json' }
      ? unknown
      : D extends { type: 'enum'; values: infer V }
        ? keyof V & string
        : string;

/** The arguments of `run`: every input by id, the optional ones if they were sent. */
export type InputValues<I extends InputDefinitions> = {
  [K in keyof I as I[K] extends { required: false } ? never : K]: Value<I[K]>;
} & {
  [K in keyof I as I[K] extends { required: false } ? K : never]?: Value<I[K]>;
};

/** The result of `run`: every output by id, null when there is nothing; `json` is any serializable value. */
export type OutputValues<O extends OutputDefinitions> = { [K in keyof O]: Value<O[K]> | null };

/** The caller, as the host's own authentication knows it. */
export interface NactCaller {
  /** Identifies the caller. */
  subject: string;
  readonly [claim: string]: unknown;
}

/** The context of a running tool besides its inputs. */
export interface RunContext {
  caller: NactCaller;
  /** Number of the called version. */
  version: number;
  /** The same for every attempt of one call; completed effects need not be repeated. */
  idempotencyKey?: string;
  /** Aborts when the caller has disconnected or the timeout has passed. */
  signal: AbortSignal;
}

/** One version of a tool. */
export interface VersionDefinition<I extends InputDefinitions, O extends OutputDefinitions> {
  /** What the tool does and when to use it; may be improved between versions. */
  description: string;
  tags?: readonly string[];
  /** Absolute URL of a picture. */
  img?: string;
  inputs: I;
  outputs: O;
  run(input: InputValues<I>, context: RunContext): OutputValues<O> | Promise<OutputValues<O>>;
}

/** A handler without the types of one tool's inputs. */
export type RunTool = (input: Readonly<Record<string, JsonValue>>, context: RunContext) => unknown;

/**
 * An earlier version. Without its own `run` the next version answers for it: every call of the older version is a valid
 * call of the newer one, and outputs that it did not have are omitted.
 */
export interface EarlierVersion {
  description: string;
  tags?: readonly string[];
  img?: string;
  inputs: InputDefinitions;
  outputs: OutputDefinitions;
  run?: RunTool;
}

/** A tool in its newest version, with the earlier ones. */
export interface ToolDefinition<I extends InputDefinitions, O extends OutputDefinitions>
  extends VersionDefinition<I, O> {
  /** A UUID, the same for all versions. */
  toolId: string;
  /** Snake case, such as `lookup_weather_by_city`; the same for all versions. */
  name: string;
  /** Oldest first, numbered from 1; this definition is the next version after the last of them. */
  earlier?: readonly EarlierVersion[];
  /**
   * Allows a version to accept more than the previous one: a new allowed value, a higher limit, a required input made
   * optional.
   */
  allowWidening?: boolean;
}

/** Types the `run` of an earlier version with its own handler. */
export function defineEarlierVersion<const I extends InputDefinitions, const O extends OutputDefinitions>(
  version: VersionDefinition<I, O>,
): EarlierVersion {
  return { ...version, run: (input, context) => version.run(input as InputValues<I>, context) };
}
