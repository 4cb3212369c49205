/**
 * Tools as a provider writes them in code. The keys of inputs and outputs are the parameter ids, which stay the same
 * over all versions (nact.md IN-11); from the definitions follow the types of what `run` gets and gives.
 */
import type { JsonValue } from '@dragoman/model';

interface Parameter {
  /** What callers write; the key when absent. */
  name?: string;
  description: string;
}

interface Input extends Parameter {
  /** True when absent; what a later version adds must say false outright. */
  required?: boolean;
}

/** Text; the type may be left out. */
export interface StringInput extends Input {
  type?: 'string';
  /** Most characters. */
  maxLength?: number;
}

/** A whole number; at most 65535 unless `max` says otherwise. */
export interface IntInput extends Input {
  type: 'int';
  min?: number;
  max?: number;
}

/** True or false. */
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

/** An output of a tool; `json` is for what needs structure. */
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

/** What `run` gets: every input by id, the optional ones where they were sent. */
export type InputValues<I extends InputDefinitions> = {
  [K in keyof I as I[K] extends { required: false } ? never : K]: Value<I[K]>;
} & {
  [K in keyof I as I[K] extends { required: false } ? K : never]?: Value<I[K]>;
};

/** What `run` gives: every output by id, null where there is nothing to tell; `json` is whatever can be written as JSON. */
export type OutputValues<O extends OutputDefinitions> = { [K in keyof O]: Value<O[K]> | null };

/** Whoever calls, as the host's own authentication knows them. */
export interface NactCaller {
  /** Tells one caller from another. */
  subject: string;
  readonly [claim: string]: unknown;
}

/** What a running tool may want to know beside its inputs. */
export interface RunContext {
  caller: NactCaller;
  /** Number of the version that was called. */
  version: number;
  /** The same for every attempt of one call; what it already caused need not be done again. */
  idempotencyKey?: string;
  /** Aborts when the caller has left or the time is up. */
  signal: AbortSignal;
}

/** One version of a tool. */
export interface VersionDefinition<I extends InputDefinitions, O extends OutputDefinitions> {
  /** What the tool does and when to use it; it may become better from version to version. */
  description: string;
  tags?: readonly string[];
  /** Absolute address of a picture. */
  img?: string;
  inputs: I;
  outputs: O;
  run(input: InputValues<I>, context: RunContext): OutputValues<O> | Promise<OutputValues<O>>;
}

/** What runs, without the types of one tool's inputs. */
export type RunTool = (input: Readonly<Record<string, JsonValue>>, context: RunContext) => unknown;

/**
 * A version that has been followed by another. Without a `run` of its own the next one answers for it: every call of
 * the older one is a call of the newer one, and outputs that it did not have yet are left out of the answer.
 */
export interface EarlierVersion {
  description: string;
  tags?: readonly string[];
  img?: string;
  inputs: InputDefinitions;
  outputs: OutputDefinitions;
  run?: RunTool;
}

/** A tool in its newest version, with those before it. */
export interface ToolDefinition<I extends InputDefinitions, O extends OutputDefinitions>
  extends VersionDefinition<I, O> {
  /** A UUID, the same for all versions. */
  toolId: string;
  /** Snake case, such as `lookup_weather_by_city`; the same for all versions. */
  name: string;
  /** Oldest first; numbers count from 1, and this definition is the one after the last of them. */
  earlier?: readonly EarlierVersion[];
  /** Lets a version accept more than the one before: a new allowed value, a higher limit, a required input made optional. */
  allowWidening?: boolean;
}

/** Types the `run` of an earlier version that answers for itself. */
export function defineEarlierVersion<const I extends InputDefinitions, const O extends OutputDefinitions>(
  version: VersionDefinition<I, O>,
): EarlierVersion {
  return { ...version, run: (input, context) => version.run(input as InputValues<I>, context) };
}
