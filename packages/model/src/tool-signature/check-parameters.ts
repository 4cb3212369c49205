/** Validates the inputs and outputs of a signature (§6.1): types, limits, allowed values, uniqueness. */
import { isJsonObject, type JsonObject, type JsonValue } from '../json.js';
import { readAllowedValues } from './check-values.js';
import { type Findings, memberOf, readText, refuseDoubled, refuseUnknown, report, spelledMember } from './findings.js';
import {
  defaultMaximum,
  type ToolInput,
  type ToolInputType,
  type ToolOutput,
  type ToolOutputType,
} from './signature.js';

const inputTypes: readonly string[] = ['string', 'int', 'boolean', 'enum'];
const outputTypes: readonly string[] = [...inputTypes, 'json'];
const inputMembers = ['id', 'name', 'description', 'type', 'required', 'min', 'max', 'maxLength', 'allowed-values'];
const outputMembers = ['id', 'name', 'description', 'type', 'allowed-values'];
const longestName = 255;
const longestDescription = 2000;

/** Maximum number of inputs, and of outputs, per tool. */
export const mostParameters = 256;

/** Parses `input_parameters`. */
export function readInputs(findings: Findings, signature: JsonObject): ToolInput[] {
  return readParameters(findings, signature, 'input_parameters', readInput);
}

/** Parses `output_parameters`; an empty list is tolerated only from third parties. */
export function readOutputs(findings: Findings, signature: JsonObject): ToolOutput[] {
  const outputs = readParameters(findings, signature, 'output_parameters', readOutput);
  const given = memberOf(signature, 'output_parameters');
  if (Array.isArray(given) && given.length === 0 && !findings.lenient) {
    report(findings, 'nact/no-outputs', '/output_parameters');
  }
  return outputs;
}

function readParameters<T extends { id?: string; name: string }>(
  findings: Findings,
  signature: JsonObject,
  member: string,
  read: (findings: Findings, parameter: JsonObject, pointer: string) => T | undefined,
): T[] {
  const list = memberOf(signature, member);
  if (list === undefined) {
    report(findings, 'nact/member-missing', '', { member });
    return [];
  }
  if (!Array.isArray(list)) {
    report(findings, 'nact/member-type', `/${member}`, { member, expected: 'an array' });
    return [];
  }
  if (list.length > mostParameters) {
    report(findings, 'nact/too-many', `/${member}`, { member, count: list.length, limit: mostParameters });
    return [];
  }
  const placed = list.flatMap((parameter, at) => {
    const pointer = `/${member}/${at}`;
    const value = readOne(findings, parameter, pointer, read);
    return value === undefined ? [] : [{ value, pointer }];
  });
  const ids = placed.flatMap(({ value, pointer }) =>
    value.id === undefined ? [] : [{ text: value.id, pointer: `${pointer}/id` }],
  );
  refuseDoubled(findings, 'id', ids);
  refuseDoubled(
    findings,
    'name',
    placed.map(({ value, pointer }) => ({ text: value.name, pointer: `${pointer}/name` })),
  );
  return placed.map(({ value }) => value);
}

function readOne<T>(
  findings: Findings,
  parameter: JsonValue,
  pointer: string,
  read: (findings: Findings, parameter: JsonObject, pointer: string) => T | undefined,
): T | undefined {
  if (isJsonObject(parameter)) return read(findings, parameter, pointer);
  report(findings, 'nact/member-type', pointer, { member: pointer, expected: 'an object' });
  return undefined;
}

function readInput(findings: Findings, input: JsonObject, pointer: string): ToolInput | undefined {
  refuseUnknown(findings, input, inputMembers, pointer);
  const id = readText(findings, input, 'id', { pointer, limit: longestName, beyond: 'warning' });
  const texts = readTexts(findings, input, pointer);
  const type = readType(findings, input, pointer, { side: 'input', types: inputTypes }) as ToolInputType | undefined;
  const required = readRequired(findings, input, pointer);
  if (type === undefined) return undefined;
  const limits = readLimits(findings, input, type, pointer);
  const values = readAllowedValues(findings, input, { type, pointer, mandatory: true });
  if (id === undefined || texts === undefined) return undefined;
  return { id, ...texts, type, required, ...limits, ...(values === undefined ? {} : { 'allowed-values': values }) };
}

function readOutput(findings: Findings, output: JsonObject, pointer: string): ToolOutput | undefined {
  refuseUnknown(findings, output, outputMembers, pointer);
  const idGiven = memberOf(output, 'id') !== undefined || !findings.lenient;
  const id = idGiven ? readText(findings, output, 'id', { pointer, limit: longestName, beyond: 'warning' }) : undefined;
  const texts = readTexts(findings, output, pointer);
  const type = readType(findings, output, pointer, { side: 'output', types: outputTypes }) as
    | ToolOutputType
    | undefined;
  if (type === undefined) return undefined;
  const values = readAllowedValues(findings, output, { type, pointer, mandatory: false });
  if (texts === undefined) return undefined;
  return {
    ...(id === undefined ? {} : { id }),
    ...texts,
    type,
    ...(values === undefined ? {} : { 'allowed-values': values }),
  };
}

function readTexts(
  findings: Findings,
  parameter: JsonObject,
  pointer: string,
): { name: string; description: string } | undefined {
  const name = readText(findings, parameter, 'name', { pointer, limit: longestName, beyond: 'warning' });
  const description = readText(findings, parameter, 'description', {
    pointer,
    limit: longestDescription,
    beyond: 'warning',
  });
  return name === undefined || description === undefined ? undefined : { name, description };
}

function readType(
  findings: Findings,
  parameter: JsonObject,
  pointer: string,
  allowed: { side: 'input' | 'output'; types: readonly string[] },
): string | undefined {
  const value = memberOf(parameter, 'type');
  if (value === undefined) return 'string';
  const type = typeof value === 'string' && findings.lenient ? value.toLowerCase() : value;
  if (typeof type === 'string' && allowed.types.includes(type)) return type;
  report(findings, 'nact/type-unknown', `${pointer}/type`, {
    type: typeof value === 'string' ? value : JSON.stringify(value).slice(0, 40),
    side: allowed.side,
    types: allowed.types.join(', '),
  });
  return undefined;
}

function readRequired(findings: Findings, input: JsonObject, pointer: string): boolean {
  const value = memberOf(input, 'required');
  if (value === undefined || typeof value === 'boolean') return value ?? true;
  report(findings, 'nact/member-type', `${pointer}/required`, { member: 'required', expected: 'true or false' });
  return true;
}

function readLimits(
  findings: Findings,
  input: JsonObject,
  type: ToolInputType,
  pointer: string,
): Pick<ToolInput, 'min' | 'max' | 'maxLength'> {
  const min = readLimit(findings, input, { spellings: ['min'], pointer, applies: type === 'int', type });
  const max = readLimit(findings, input, { spellings: ['max'], pointer, applies: type === 'int', type });
  const maxLength = readLimit(findings, input, {
    spellings: ['maxLength', 'max-length', 'max_length'],
    pointer,
    applies: type === 'string',
    type,
    least: 0,
  });
  if (min !== undefined && min > (max ?? defaultMaximum)) {
    report(findings, 'nact/limits-crossed', `${pointer}/min`, { min, max: max ?? defaultMaximum });
  }
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
}

function readLimit(
  findings: Findings,
  input: JsonObject,
  limit: { spellings: readonly string[]; pointer: string; applies: boolean; type: string; least?: number },
): number | undefined {
  const value = spelledMember(findings, input, limit.spellings);
  if (value === undefined) return undefined;
  const member = limit.spellings[0] ?? '';
  const severity = findings.lenient ? 'warning' : undefined;
  if (!limit.applies) {
    report(findings, 'nact/member-misplaced', `${limit.pointer}/${member}`, { member, type: limit.type }, severity);
    return undefined;
  }
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= (limit.least ?? value)) return value;
  report(findings, 'nact/member-type', `${limit.pointer}/${member}`, { member, expected: 'an integer' }, severity);
  return undefined;
}
