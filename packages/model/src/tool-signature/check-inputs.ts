/**
 * Validates the values of a call against a signature (§5.1, §6.1) before anything is executed or sent; shared by the
 * server, the middleware and the executor. Each error has a message that a model can act on.
 */
import { suggestNames } from '../find-by-name.js';
import { isJsonObject, type JsonValue } from '../json.js';
import {
  countCharacters,
  isRequired,
  maximumOf,
  parameterType,
  type ToolArgument,
  type ToolInput,
  type ToolInvocation,
  type ToolSignature,
} from './signature.js';

/** Kinds of call errors; stable codes for error bodies. */
export type InputProblem =
  | 'unknown_parameter'
  | 'missing_required'
  | 'wrong_type'
  | 'above_maximum'
  | 'below_minimum'
  | 'too_long'
  | 'not_an_allowed_value'
  | 'given_twice'
  | 'malformed'
  | 'wrong_tool_name';

/** One error in a call. */
export interface InputFault {
  /** Name of the given or missing input; for an error in the body, the body's member. */
  parameter: string;
  problem: InputProblem;
  /** What is wrong and how to fix it, in one sentence. */
  message: string;
}

/** A parsed call: the invocation when it is valid, without null values of optional inputs. */
export interface CheckedInvocation {
  invocation?: ToolInvocation;
  faults: InputFault[];
}

/** Validates the whole body of `:invoke`: its shape, the tool's name, and every input. */
export function checkInvocation(signature: ToolSignature, body: unknown): CheckedInvocation {
  if (!isJsonObject(body)) {
    return { faults: [fault('', 'malformed', 'Send a JSON object with name and input_parameters.')] };
  }
  const faults = checkName(signature, Object.hasOwn(body, 'name') ? body.name : undefined);
  const list = Object.hasOwn(body, 'input_parameters') ? body.input_parameters : [];
  if (!Array.isArray(list)) {
    const message = 'Give input_parameters as an array of objects with name and value.';
    return { faults: [...faults, fault('input_parameters', 'malformed', message)] };
  }
  const inputs: ToolArgument[] = [];
  for (const [at, item] of list.entries()) {
    if (isJsonObject(item) && typeof item.name === 'string' && Object.hasOwn(item, 'value')) {
      inputs.push({ name: item.name, value: item.value ?? null });
    } else {
      const message = `Give item ${at} of input_parameters as an object with a name and a value.`;
      faults.push(fault(`input_parameters/${at}`, 'malformed', message));
    }
  }
  faults.push(...checkInputs(signature, inputs));
  if (faults.length > 0) return { faults };
  const given = inputs.filter(({ value }) => value !== null);
  return { invocation: { name: signature.name, input_parameters: given }, faults };
}

/** Validates the inputs of a call; unknown and duplicate names first, then the signature's inputs in order. */
export function checkInputs(signature: ToolSignature, inputs: readonly ToolArgument[]): InputFault[] {
  const faults: InputFault[] = [];
  const values = new Map<string, JsonValue>();
  const known = new Set(signature.input_parameters.map((input) => input.name));
  for (const { name, value } of inputs) {
    if (!known.has(name)) faults.push(unknownInput(signature, name));
    else if (values.has(name)) faults.push(fault(name, 'given_twice', `Give '${shown(name)}' only once.`));
    else values.set(name, value);
  }
  for (const input of signature.input_parameters) {
    const found = checkInput(input, values.get(input.name) ?? null);
    if (found !== undefined) faults.push(found);
  }
  return faults;
}

function checkName(signature: ToolSignature, name: JsonValue | undefined): InputFault[] {
  if (name === signature.name) return [];
  if (typeof name !== 'string') {
    return [fault('name', 'malformed', `Give the tool's name '${signature.name}' as name.`)];
  }
  const message = `This tool is called '${signature.name}', not '${shown(name)}'; nothing was executed.`;
  return [fault('name', 'wrong_tool_name', message)];
}

function unknownInput(signature: ToolSignature, name: string): InputFault {
  const help =
    suggestNames(
      name,
      signature.input_parameters.map((input) => input.name),
    ) || 'It has no inputs.';
  const message = `Version ${signature.version} of ${signature.name} has no input '${shown(name)}'. ${help}`;
  return fault(name, 'unknown_parameter', message);
}

/** Validates one value; null counts as omitted. */
function checkInput(input: ToolInput, value: JsonValue): InputFault | undefined {
  const { name } = input;
  if (value === null) {
    if (!isRequired(input)) return undefined;
    return fault(name, 'missing_required', `'${name}' is required: ${input.description}`);
  }
  const type = parameterType(input);
  if (type === 'string') return checkText(input, value);
  if (type === 'int') return checkNumber(input, value);
  if (type === 'boolean') {
    return typeof value === 'boolean' ? undefined : fault(name, 'wrong_type', `Give '${name}' as true or false.`);
  }
  return checkChoice(input, value);
}

function checkText(input: ToolInput, value: JsonValue): InputFault | undefined {
  const { name, maxLength } = input;
  if (typeof value !== 'string') return fault(name, 'wrong_type', `Give '${name}' as a string.`);
  if (maxLength === undefined || countCharacters(value) <= maxLength) return undefined;
  return fault(name, 'too_long', `Shorten '${name}' to at most ${maxLength} characters.`);
}

function checkNumber(input: ToolInput, value: JsonValue): InputFault | undefined {
  const { name, min } = input;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return fault(name, 'wrong_type', `Give '${name}' as an integer, not as a string or a fraction.`);
  }
  const max = maximumOf(input);
  if (value > max) return fault(name, 'above_maximum', `'${name}' must be at most ${max}.`);
  if (min !== undefined && value < min) return fault(name, 'below_minimum', `'${name}' must be at least ${min}.`);
  return undefined;
}

function checkChoice(input: ToolInput, value: JsonValue): InputFault | undefined {
  const { name } = input;
  const names = (input['allowed-values'] ?? []).map((allowed) => allowed.name);
  if (typeof value === 'string' && names.includes(value)) return undefined;
  const choice = names.slice(0, 50).join(', ');
  const problem = typeof value === 'string' ? 'not_an_allowed_value' : 'wrong_type';
  return fault(name, problem, `Give '${name}' as exactly one of: ${choice}.`);
}

function fault(parameter: string, problem: InputProblem, message: string): InputFault {
  return { parameter, problem, message };
}

/** Third-party text, truncated to keep messages readable. */
function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
