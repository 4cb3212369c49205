/**
 * Converts an operation's input schema to the flat inputs of a tool. Nested objects become dotted names if the
 * conversion is lossless; the plan maps every value back to its location. Anything that a signature cannot represent
 * is a fault (nact.md INV-12).
 */

import { findOtherRule, resolveSchema, soleType } from '@dragoman/documents';
import type { Diagnostic, JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { diagnose, isJsonObject } from '@dragoman/model';
import { nactDiagnostics } from '../diagnostics.js';
import type { Projected, ProjectionFault } from './fault.js';
import { faults } from './fault.js';
import type { PlannedInput } from './planned-input.js';
import { projectLeaf } from './project-leaf.js';

/** The inputs of a tool and the mapping back. */
export interface InputPlan {
  inputs: PlannedInput[];
  /** Objects that are sent even when none of their members is given. */
  shells: readonly (readonly string[])[];
}

interface Walk {
  root: JsonSchema;
  operation: string;
  found: Diagnostic[];
}

interface Place {
  path: readonly string[];
  pointer: string;
}

/** Maximum nesting of objects, and maximum number of inputs of one tool. */
const deepest = 6;
const maxInputs = 256;

/** Creates the inputs of a tool; optional ones that cannot be represented are left out with a diagnostic. */
export function projectInputs(root: JsonSchema, operation: string): { plan?: InputPlan; diagnostics: Diagnostic[] } {
  const walk: Walk = { root, operation, found: [] };
  const flattened = flattenRoot(walk);
  if (flattened.fault === undefined) return { plan: flattened.value, diagnostics: walk.found };
  note(walk, 'nact/input-not-expressible', flattened.fault);
  return { diagnostics: walk.found };
}

/** The operation's input from the values of a validated call. */
export function fillInputs(plan: InputPlan, given: ReadonlyMap<string, JsonValue>): JsonObject {
  const input: JsonObject = {};
  for (const shell of plan.shells) objectAt(input, shell);
  for (const {
    input: { name },
    path,
    values,
  } of plan.inputs) {
    const value = given.get(name);
    if (value === undefined || value === null) continue;
    const member = path.at(-1) ?? '';
    const real = values === undefined ? value : (values.get(String(value)) ?? value);
    define(objectAt(input, path.slice(0, -1)), member, real);
  }
  return input;
}

function objectAt(start: JsonObject, path: readonly string[]): JsonObject {
  let object = start;
  for (const member of path) {
    const inner = Object.hasOwn(object, member) ? object[member] : undefined;
    if (isJsonObject(inner)) object = inner;
    else {
      const made: JsonObject = {};
      define(object, member, made);
      object = made;
    }
  }
  return object;
}

/** Defines a member, including one named `__proto__`. */
function define(object: JsonObject, member: string, value: JsonValue): void {
  Object.defineProperty(object, member, { value, enumerable: true, configurable: true, writable: true });
}

function note(walk: Walk, code: 'nact/input-not-expressible' | 'nact/input-left-out', fault: ProjectionFault): void {
  const { pointer, reason, cure } = fault;
  walk.found.push(
    diagnose(nactDiagnostics, code, { pointer: `/input${pointer}` }, { operation: walk.operation, reason, cure }),
  );
}

function flattenRoot(walk: Walk): Projected<InputPlan> {
  const { root } = walk;
  if (root === true || (isJsonObject(root) && Object.keys(root).length === 0)) {
    return { value: { inputs: [], shells: [] } };
  }
  const flattened = flattenObject(walk, root, { path: [], pointer: '' });
  if (flattened.fault !== undefined) return flattened;
  const { inputs } = flattened.value;
  if (inputs.length > maxInputs) return { fault: { pointer: '', ...faults.many(walk.operation) } };
  const names = inputs.map(({ input }) => input.name);
  const doubled = names.find((name, at) => names.indexOf(name) !== at);
  return doubled === undefined ? flattened : { fault: { pointer: '', ...faults.clash(doubled) } };
}

const objectKeywords = ['type', 'properties', 'required', 'additionalProperties', 'unevaluatedProperties'];

function flattenObject(walk: Walk, schema: JsonValue, place: Place): Projected<InputPlan> {
  const { path, pointer } = place;
  const name = path.at(-1) ?? walk.operation;
  const resolved = path.length > deepest ? undefined : resolveSchema(walk.root, schema);
  if (resolved === undefined) return { fault: { pointer, ...faults.recursive(name) } };
  const type = soleType(resolved) ?? (Object.hasOwn(resolved, 'properties') ? 'object' : undefined);
  if (type !== 'object') return { fault: { pointer, ...faults.free(name) } };
  const rule = findOtherRule(resolved, objectKeywords);
  if (rule !== undefined) return { fault: { pointer, ...faults.rule(name, rule) } };
  const properties = isJsonObject(resolved.properties) ? resolved.properties : {};
  const required = Array.isArray(resolved.required) ? resolved.required : [];
  const unknown = required.find((member) => typeof member !== 'string' || !Object.hasOwn(properties, member));
  if (unknown !== undefined) return { fault: { pointer, ...faults.free(String(unknown)) } };
  return joinMembers(walk, properties, required, place);
}

function joinMembers(
  walk: Walk,
  properties: JsonObject,
  required: readonly JsonValue[],
  { path, pointer }: Place,
): Projected<InputPlan> {
  const plan: InputPlan = { inputs: [], shells: [] };
  for (const [member, schema] of Object.entries(properties)) {
    const isRequired = required.includes(member);
    const place = { path: [...path, member], pointer: `${pointer}/properties/${escapePointer(member)}` };
    const part = flattenMember(walk, schema, place, isRequired);
    if (part.fault === undefined) {
      plan.inputs.push(...part.value.inputs);
      plan.shells = [...plan.shells, ...part.value.shells];
    } else if (isRequired) return part;
    else note(walk, 'nact/input-left-out', part.fault);
    if (plan.inputs.length > maxInputs) return { fault: { pointer, ...faults.many(path.at(-1) ?? walk.operation) } };
  }
  return { value: plan };
}

function flattenMember(walk: Walk, schema: JsonValue, place: Place, isRequired: boolean): Projected<InputPlan> {
  const { path, pointer } = place;
  const name = path.at(-1) ?? '';
  if (schema === true || schema === false || name.trim() === '') return { fault: { pointer, ...faults.free(name) } };
  if (name === '__proto__') return { fault: { pointer, ...faults.unsafe(name) } };
  const resolved = resolveSchema(walk.root, schema);
  if (resolved === undefined) return { fault: { pointer, ...faults.recursive(name) } };
  const isObject = soleType(resolved) === 'object' || Object.hasOwn(resolved, 'properties');
  if (!isObject) {
    const leaf = projectLeaf(resolved, { path, pointer, isRequired });
    return leaf.fault === undefined ? { value: { inputs: [leaf.value], shells: [] } } : leaf;
  }
  if (!Object.hasOwn(resolved, 'properties')) return { fault: { pointer, ...faults.free(name) } };
  const inner = flattenObject(walk, resolved, place);
  if (inner.fault !== undefined) return inner;
  if (isRequired) return { value: { inputs: inner.value.inputs, shells: [path, ...inner.value.shells] } };
  return makeOptional(inner.value, { pointer, ...faults.conditional(name) });
}

/**
 * A signature cannot represent an optional object whose members are required together, unless it has only one member.
 */
function makeOptional({ inputs, shells }: InputPlan, conditional: ProjectionFault): Projected<InputPlan> {
  const [only, second] = inputs;
  const isOnWay = (shell: readonly string[]) => shell.every((member, at) => only?.path[at] === member);
  if (only !== undefined && second === undefined && shells.every(isOnWay)) {
    return { value: { inputs: [{ ...only, input: { ...only.input, required: false } }], shells: [] } };
  }
  if (shells.length > 0 || inputs.some(({ input }) => input.required !== false)) return { fault: conditional };
  return { value: { inputs, shells: [] } };
}

function escapePointer(member: string): string {
  return member.replaceAll('~', '~0').replaceAll('/', '~1');
}
