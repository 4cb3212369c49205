/**
 * Names the mistakes in a definition that the types prevent, since definitions in plain JavaScript have no types; and
 * gives the errors of a signature the paths of the definition.
 */
import { isJsonObject, nearestName } from '@dragoman/model';

/** One mistake in a definition. */
export interface DefinitionFault {
  /** Path in the definition, such as `inputs.city.max`; empty for the whole of it. */
  path: string;
  message: string;
}

type Form = readonly [isValid: (value: unknown) => boolean, expected: string];

const isFunction = (value: unknown) => typeof value === 'function';
const isTextList = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string');
const any: Form = [() => true, ''];

/** Members of one version. Texts and numbers are checked with the signature. */
const versionForms: Readonly<Record<string, Form>> = {
  description: any,
  img: any,
  tags: [isTextList, "must be an array of strings, such as ['weather']"],
  inputs: [isJsonObject, 'must be an object with the inputs by id; write {} if the tool has none'],
  outputs: [isJsonObject, 'must be an object with the outputs by id'],
  run: [isFunction, 'must be a function'],
  toolId: any,
  name: any,
};

const toolForms: Readonly<Record<string, Form>> = {
  ...versionForms,
  earlier: [(value) => Array.isArray(value) && value.every(isJsonObject), 'must be an array of versions, oldest first'],
  allowWidening: [(value) => typeof value === 'boolean', 'must be true or false'],
};

/** The mistakes in the form of a tool, in its newest version. */
export function checkToolForm(definition: unknown): DefinitionFault[] {
  if (!isJsonObject(definition)) return [{ path: '', message: 'the definition must be an object' }];
  return checkForm(definition, toolForms, ['inputs', 'outputs', 'run']);
}

/** The mistakes in the form of an earlier version, which needs no handler. */
export function checkEarlierForm(version: object): DefinitionFault[] {
  return checkForm(version, { ...versionForms, allowWidening: any }, ['inputs', 'outputs']);
}

function checkForm(
  version: object,
  forms: Readonly<Record<string, Form>>,
  needed: readonly string[],
): DefinitionFault[] {
  const given = Object.entries(version).filter(([, value]) => value !== undefined);
  const present = new Set(given.map(([member]) => member));
  const missing = needed.filter((member) => !present.has(member));
  return [
    ...missing.map((path) => ({ path, message: `is missing; it ${forms[path]?.[1]}` })),
    ...given.flatMap(([path, value]): DefinitionFault[] => {
      const form = Object.hasOwn(forms, path) ? forms[path] : undefined;
      if (form === undefined) return [{ path, message: unknownMember(path, Object.keys(forms)) }];
      if (!form[0](value)) return [{ path, message: form[1] }];
      return path === 'inputs' || path === 'outputs' ? checkParameters(path, value as object) : [];
    }),
  ];
}

function checkParameters(side: string, parameters: object): DefinitionFault[] {
  return Object.entries(parameters).flatMap(([id, parameter]: [string, unknown]): DefinitionFault[] => {
    const path = `${side}.${id}`;
    if (!isJsonObject(parameter)) return [{ path, message: 'must be an object with a description' }];
    const { values } = parameter;
    if (values === undefined || isJsonObject(values)) return [];
    const message = "must be an object with a description for each value, such as { CELSIUS: 'Degrees Celsius.' }";
    return [{ path: `${path}.values`, message }];
  });
}

function unknownMember(member: string, known: readonly string[]): string {
  const near = nearestName(member, known);
  return `is not a member of a definition${near === undefined ? '' : `; did you mean '${near}'?`}`;
}

/** The parameters that are objects, by id; the others are reported. */
export function wellFormed<T>(parameters: Readonly<Record<string, T>>): [string, T][] {
  return isJsonObject(parameters) ? Object.entries<T>(parameters).filter(([, each]) => isJsonObject(each)) : [];
}

/** The path in a definition for a pointer into its signature. */
export function definitionPath(
  version: { inputs: Readonly<Record<string, object>>; outputs: Readonly<Record<string, object>> },
  pointer: string,
): string {
  const [member = '', at, ...rest] = pointer.split('/').slice(1);
  if (member !== 'input_parameters' && member !== 'output_parameters') return member;
  const side = member === 'input_parameters' ? 'inputs' : 'outputs';
  if (at === undefined) return side;
  const [id = at, parameter = {}] = wellFormed(version[side])[Number(at)] ?? [];
  if (rest[0] !== 'allowed-values') return [side, id, ...rest].join('.');
  const values = Object.keys('values' in parameter && isJsonObject(parameter.values) ? parameter.values : {});
  const value = rest[1] === undefined ? [] : [values[Number(rest[1])] ?? rest[1]];
  return [side, id, 'values', ...value].join('.');
}
