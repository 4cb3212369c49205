/**
 * The tool signature and the invocation of N-ACT as they stand on the wire (§5.1, §6.1, §7): the one contract
 * between a provider, an executor and a designer. Silence has a meaning in it, so ask the functions below.
 */
import type { JsonValue } from '../json.js';

/** Types of an input; absent means `string`. */
export type ToolInputType = 'string' | 'int' | 'boolean' | 'enum';

/** Types of an output; absent means `string`. */
export type ToolOutputType = ToolInputType | 'json';

/** One permitted value of an enumeration; its name is UPPER_SNAKE. */
export interface AllowedValue {
  name: string;
  description: string;
}

/** One scalar input of a tool. */
export interface ToolInput {
  /** Unique in the tool, the same over all versions; pairs parameters of two versions. */
  id: string;
  /** Unique in the tool; what an invocation says. */
  name: string;
  description: string;
  type?: ToolInputType;
  /** Absent means true. */
  required?: boolean;
  /** Smallest value of an `int`; absent means: none. */
  min?: number;
  /** Largest value of an `int`; absent means 65535. */
  max?: number;
  /** Longest text of a `string` in Unicode code points; absent means: no limit. */
  maxLength?: number;
  'allowed-values'?: AllowedValue[];
}

/** One output of a tool. */
export interface ToolOutput {
  /** Foreign servers may leave it out; ours never do. */
  id?: string;
  name: string;
  description: string;
  type?: ToolOutputType;
  /** On an `enum` only, and optional there. */
  'allowed-values'?: AllowedValue[];
}

/** One version of a tool; locked once published, but for `currentVersion`. */
export interface ToolSignature {
  /** UUID, lower case; belongs to the tool, not to a version. */
  toolId: string;
  /** 1 to 254 characters, unique on its root. */
  name: string;
  /** 1 to 1999 characters. */
  description: string;
  /** Absolute http or https address of a picture. */
  img?: string;
  /** 1, 2, 3 … */
  version: number;
  /** The newest version of the tool. */
  currentVersion: number;
  tags?: string[];
  input_parameters: ToolInput[];
  output_parameters: ToolOutput[];
}

/** One named value of an invocation or of a result. */
export interface ToolArgument {
  name: string;
  value: JsonValue;
}

/** Body of `:invoke`. */
export interface ToolInvocation {
  /** Name of the tool in the path. */
  name: string;
  input_parameters: ToolArgument[];
}

/** Answer to `:invoke`; one entry per declared output, null where there is nothing. */
export interface ToolResult {
  output_parameters: ToolArgument[];
}

/** Largest value of an `int` input that states no `max`. */
export const defaultMaximum = 65_535;

/** What a value name of an enumeration looks like. */
export const valueNamePattern = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

/** The type of a parameter, with the default applied. */
export function parameterType(parameter: ToolInput): ToolInputType;
export function parameterType(parameter: ToolOutput): ToolOutputType;
export function parameterType(parameter: ToolInput | ToolOutput): ToolOutputType {
  return parameter.type ?? 'string';
}

/** Whether an input must be given; silence means yes. */
export function isRequired(input: ToolInput): boolean {
  return input.required ?? true;
}

/** Largest permitted value of an `int` input. */
export function maximumOf(input: ToolInput): number {
  return input.max ?? defaultMaximum;
}

/** Number of Unicode code points, as every limit of the draft is counted. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The members of a signature, in the order in which they are written. */
export const signatureMembers: readonly string[] = [
  'toolId',
  'name',
  'description',
  'img',
  'version',
  'currentVersion',
  'tags',
  'input_parameters',
  'output_parameters',
];

/** Usual name of the file that locks a provider's signatures. */
export const lockFileName = 'nact.lock.json';
