/**
 * The N-ACT tool signature and invocation as on the wire (§5.1, §6.1, §7): the contract between provider, executor and
 * designer. Absent members have defaults, so use the functions below.
 */
import type { JsonValue } from '../json.js';

/** Input types; defaults to `string`. */
export type ToolInputType = 'string' | 'int' | 'boolean' | 'enum';

/** Output types; defaults to `string`. */
export type ToolOutputType = ToolInputType | 'json';

/** One allowed value of an enum; its name is UPPER_SNAKE. */
export interface AllowedValue {
  name: string;
  description: string;
}

/** One scalar input of a tool. */
export interface ToolInput {
  /** Unique in the tool and stable across versions; matches the parameters of two versions. */
  id: string;
  /** Unique in the tool; used in invocations. */
  name: string;
  description: string;
  type?: ToolInputType;
  /** Defaults to true. */
  required?: boolean;
  /** Minimum of an `int`; unlimited by default. */
  min?: number;
  /** Maximum of an `int`; defaults to 65535. */
  max?: number;
  /** Maximum length of a `string` in Unicode code points; unlimited by default. */
  maxLength?: number;
  'allowed-values'?: AllowedValue[];
}

/** One output of a tool. */
export interface ToolOutput {
  /** Optional on third-party servers; ours always set it. */
  id?: string;
  name: string;
  description: string;
  type?: ToolOutputType;
  /** Optional, and only for an `enum`. */
  'allowed-values'?: AllowedValue[];
}

/** One version of a tool; locked once published, except for `currentVersion`. */
export interface ToolSignature {
  /** UUID, lower case; identifies the tool, not a version. */
  toolId: string;
  /** 1 to 254 characters, unique on its root. */
  name: string;
  /** 1 to 1999 characters. */
  description: string;
  /** Absolute http or https URL of a picture. */
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

/** Response to `:invoke`; one item per declared output, null when there is nothing. */
export interface ToolResult {
  output_parameters: ToolArgument[];
  /** What the caller should know about the result: outputs that are not as declared, which are null. */
  warnings?: string[];
  /** Images, sounds and files of the result. */
  media?: ToolMedia[];
}

/** An image, a sound or a file of a result: Base64 in an output, or in `data` when no output has it. */
export interface ToolMedia {
  media_type: string;
  /** Size of the decoded data. */
  bytes: number;
  name?: string;
  /** Name of the output that has the data. */
  output?: string;
  /** JSON pointer of the data in that output. */
  pointer?: string;
  /** Base64. */
  data?: string;
}

/** Maximum of an `int` input without `max`. */
export const defaultMaximum = 65_535;

/** Pattern of enum value names. */
export const valueNamePattern = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

/** The type of a parameter, with the default applied. */
export function parameterType(parameter: ToolInput): ToolInputType;
export function parameterType(parameter: ToolOutput): ToolOutputType;
export function parameterType(parameter: ToolInput | ToolOutput): ToolOutputType {
  return parameter.type ?? 'string';
}

/** Whether an input is required; defaults to true. */
export function isRequired(input: ToolInput): boolean {
  return input.required ?? true;
}

/** Maximum of an `int` input. */
export function maximumOf(input: ToolInput): number {
  return input.max ?? defaultMaximum;
}

/** Number of Unicode code points, the unit of all limits in the draft. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The members of a signature, in serialization order. */
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

/** Default name of the lock file of a provider's signatures. */
export const lockFileName = 'nact.lock.json';
