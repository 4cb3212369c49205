/** Validates the result of an invocation against the signature of the executed version (§7). */
import { isJsonObject, type JsonValue } from '../json.js';
import { parameterType, type ToolOutput, type ToolSignature } from './signature.js';

/** Kinds of result errors. */
export type ResultProblem =
  | 'malformed'
  | 'undeclared_output'
  | 'missing_output'
  | 'given_twice'
  | 'wrong_type'
  | 'not_an_allowed_value';

/** One error in a result. */
export interface ResultFault {
  /** Name of the output; empty for the result as a whole. */
  output: string;
  problem: ResultProblem;
  message: string;
  /**
   * True when a reader can tolerate it: an additional output (a newer version ran), or a missing one (counts as null).
   */
  tolerable: boolean;
}

/** Validates a result; null means "nothing" and is valid for every output. */
export function checkResult(signature: ToolSignature, result: unknown): ResultFault[] {
  const list = isJsonObject(result) && Object.hasOwn(result, 'output_parameters') ? result.output_parameters : null;
  if (!Array.isArray(list)) return [fault('', 'malformed', 'The result has no output_parameters array.')];
  const faults: ResultFault[] = [];
  const declared = new Map(signature.output_parameters.map((output) => [output.name, output]));
  const seen = new Set<string>();
  for (const [at, item] of list.entries()) {
    if (!isJsonObject(item) || typeof item.name !== 'string' || !Object.hasOwn(item, 'value')) {
      faults.push(fault('', 'malformed', `Item ${at} of output_parameters is not an object with name and value.`));
      continue;
    }
    const name = item.name;
    const output = declared.get(name);
    const found = output === undefined ? undeclared(name) : checkOutput(output, item.value ?? null);
    if (found !== undefined) faults.push(found);
    if (seen.has(name)) faults.push(fault(name, 'given_twice', `The output '${name}' is given twice.`));
    seen.add(name);
  }
  for (const name of declared.keys()) {
    if (!seen.has(name)) faults.push(fault(name, 'missing_output', `The output '${name}' is missing.`, true));
  }
  return faults;
}

function undeclared(name: string): ResultFault {
  return fault(name, 'undeclared_output', `The signature has no output '${name}'.`, true);
}

function checkOutput(output: ToolOutput, value: JsonValue): ResultFault | undefined {
  const type = parameterType(output);
  if (value === null || type === 'json') return undefined;
  const { name } = output;
  if (type === 'int') {
    const whole = typeof value === 'number' && Number.isInteger(value);
    return whole ? undefined : fault(name, 'wrong_type', `The output '${name}' is not an integer.`);
  }
  if (type === 'boolean') {
    return typeof value === 'boolean' ? undefined : fault(name, 'wrong_type', `'${name}' is not true or false.`);
  }
  if (typeof value !== 'string') return fault(name, 'wrong_type', `The output '${name}' is not a string.`);
  const allowed = type === 'enum' ? output['allowed-values'] : undefined;
  if (allowed === undefined || allowed.some((one) => one.name === value)) return undefined;
  return fault(name, 'not_an_allowed_value', `The output '${name}' is not one of its allowed values.`);
}

function fault(output: string, problem: ResultProblem, message: string, tolerable = false): ResultFault {
  return { output, problem, message, tolerable };
}
