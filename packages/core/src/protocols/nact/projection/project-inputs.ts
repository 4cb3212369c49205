/**
 * Converts an operation's input schema to the flat inputs of a tool, without losing any. Nested objects become dotted
 * names where that is reversible, everything else one input with JSON text. What flat inputs cannot express (null, an
 * empty object, members without a name in the schema) is given in one last input, `other_inputs`.
 */

import { findOtherRule, resolveSchema, soleType } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
import { nameInputs } from './name-inputs.js';
import { describeOthers, othersInput } from './other-inputs.js';
import type { InputPlan, PlannedInput } from './planned-input.js';
import type { LeafPlace } from './project-leaf.js';
import { acceptsNull, projectLeaf } from './project-leaf.js';
import { shapeText } from './shape-text.js';

/** A value that becomes one input. It is projected last, because most values of a large schema are not. */
interface Leaf {
  schema: JsonValue;
  place: LeafPlace;
  /** False also for a required member of an optional object. */
  isRequired: boolean;
}

/** What a part of the schema contributes to the plan. */
interface Part {
  leaves: Leaf[];
  shells: (readonly string[])[];
  /** What its own inputs cannot express, in words. */
  gaps: string[];
}

interface Walk {
  root: JsonSchema;
  /** Objects nested deeper than this are given as JSON text. */
  deepest: number;
}

interface Place {
  path: readonly string[];
  isRequired: boolean;
  /** The `properties` of the objects around this one; a schema that contains itself is not flattened. */
  around: readonly JsonObject[];
}

/** Maximum nesting of flattened objects, and maximum number of inputs of one tool. */
const maxDepth = 6;
const maxInputs = 256;

/** Creates the inputs of a tool; every input that the schema accepts can be given through them. */
export function projectInputs(root: JsonSchema): InputPlan {
  const schema = root === true ? {} : resolveSchema(root, root);
  if (schema === undefined || !isObjectSchema(schema)) return wholeInput(root, schema);
  for (let deepest = maxDepth; ; deepest -= 1) {
    const part = flattenObject({ root, deepest }, schema, { path: [], isRequired: true, around: [] });
    if (part.leaves.length < maxInputs || deepest === 0) return finish(root, schema, part);
  }
}

/** True when the members of the value are declared here, so that they can be inputs of their own. */
function isObjectSchema(schema: JsonObject): boolean {
  if (isJsonObject(schema.properties) && Object.keys(schema.properties).length > 0) return true;
  const type = soleType(schema);
  if (type !== undefined && type !== 'object') return false;
  return findOtherRule(schema, objectKeywords) === undefined && !isOpen(schema) && required(schema).length === 0;
}

function wholeInput(root: JsonSchema, schema: JsonObject | undefined): InputPlan {
  const type = schema === undefined ? undefined : soleType(schema);
  const isRequired = type !== undefined && type !== 'object';
  const planned = projectLeaf(root, root, { path: [], isRequired });
  const input = { ...planned.input, id: 'input', name: 'input' };
  return { inputs: [{ ...planned, input }], shells: [] };
}

/** Inputs beyond the limit, required ones last, are given in `other_inputs`. */
function finish(root: JsonSchema, schema: JsonObject, part: Part): InputPlan {
  const ordered = [...part.leaves].sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
  const kept = new Set(part.leaves.length < maxInputs ? part.leaves : ordered.slice(0, maxInputs - 1));
  const inputs = nameInputs(part.leaves.filter((leaf) => kept.has(leaf)).map((leaf) => projectKept(root, leaf)));
  const beyond = part.leaves.filter((leaf) => !kept.has(leaf));
  const names = new Set(Object.keys(schemaProperties(schema)));
  const undeclared = required(schema).filter((member) => !names.has(member));
  const members = new Set(beyond.map(({ place: { path } }) => path[0] ?? ''));
  const gaps = describeOthers({ root, schema, gaps: part.gaps, beyond: members, undeclared, isOpen: isOpen(schema) });
  const isRequired = undeclared.length > 0 || beyond.some((leaf) => leaf.isRequired);
  const others = gaps === undefined ? [] : [othersInput(inputs, gaps, isRequired)];
  const rule = ruleOf(root, schema);
  return { inputs: [...inputs, ...others], shells: part.shells, ...(rule === undefined ? {} : { note: rule }) };
}

function projectKept(root: JsonSchema, { schema, place, isRequired }: Leaf): PlannedInput {
  const planned = projectLeaf(root, schema, place);
  return { ...planned, input: { ...planned.input, required: isRequired } };
}

const objectKeywords = ['type', 'properties', 'required', 'additionalProperties', 'unevaluatedProperties'];
const maxRuleLength = 400;

/** A rule that concerns several inputs, in words. */
function ruleOf(root: JsonSchema, schema: JsonObject): string | undefined {
  if (findOtherRule(schema, [...objectKeywords, 'patternProperties']) === undefined) return undefined;
  const rules = Object.entries(schema).filter(([keyword]) => !objectKeywords.includes(keyword));
  return `The inputs together: ${shapeText(root, Object.fromEntries(rules), maxRuleLength)}`;
}

/** True when the schema says that members without a name in it are welcome. */
function isOpen({
  additionalProperties: more,
  unevaluatedProperties: rest,
  patternProperties: matched,
}: JsonObject): boolean {
  return more === true || isJsonObject(more) || rest === true || isJsonObject(rest) || isJsonObject(matched);
}

function required(schema: JsonObject): string[] {
  const names = Array.isArray(schema.required) ? schema.required : [];
  return names.filter((name): name is string => typeof name === 'string');
}

function flattenObject(walk: Walk, schema: JsonObject, place: Place): Part {
  const properties = schemaProperties(schema);
  const needed = new Set(required(schema));
  const whole: Part = { leaves: [], shells: [], gaps: [] };
  if (isOpen(schema) && place.path.length > 0) whole.gaps.push(`more members of '${place.path.join('.')}'`);
  for (const [member, part] of Object.entries(properties)) {
    if (!isGivable(member, part)) continue;
    const { leaves, shells, gaps } = flattenMember(walk, part, {
      path: [...place.path, member],
      isRequired: needed.has(member),
      around: [...place.around, properties],
    });
    whole.leaves.push(...leaves);
    whole.shells.push(...shells);
    whole.gaps.push(...gaps);
  }
  return whole;
}

function flattenMember(walk: Walk, schema: JsonValue, place: Place): Part {
  const { path, isRequired } = place;
  const resolved = resolveSchema(walk.root, schema);
  const name = path.join('.');
  const isNull = resolved !== undefined && acceptsNull(resolved);
  // The members of an object that must be given, but may be null, would be required.
  if (resolved !== undefined && canFlatten(walk, resolved, place) && !(isNull && isRequired)) {
    const inner = flattenObject(walk, resolved, place);
    const whole = isRequired ? { ...inner, shells: [path, ...inner.shells] } : makeOptional(inner, path);
    if (whole !== undefined) return isNull ? { ...whole, gaps: [...whole.gaps, `null for '${name}'`] } : whole;
  }
  const leaf = { schema, place: { path, isRequired }, isRequired };
  return { leaves: [leaf], shells: [], gaps: isNull && losesNull(walk, leaf) ? [`null for '${name}'`] : [] };
}

/** True when null cannot be given through the input. */
function losesNull({ root }: Walk, { schema, place }: Leaf): boolean {
  const { form, values } = projectLeaf(root, schema, place);
  return form === 'plain' && values === undefined;
}

/** True when every member of the object is declared and has no rule that concerns several of them. */
function canFlatten({ deepest }: Walk, schema: JsonObject, { path, around }: Place): boolean {
  const { properties } = schema;
  if (path.length > deepest || !isJsonObject(properties) || around.includes(properties)) return false;
  if (findOtherRule(schema, [...objectKeywords, 'patternProperties']) !== undefined) return false;
  const members = new Set(Object.keys(properties).filter((member) => isGivable(member, properties[member] ?? true)));
  return members.size > 0 && required(schema).every((member) => members.has(member));
}

/** False when no value is valid, or no face accepts a member of this name. */
function isGivable(member: string, schema: JsonValue): boolean {
  return schema !== false && member !== '__proto__';
}

/**
 * Flat inputs cannot express an optional object whose members are required together, unless it has only one member.
 * Undefined then.
 */
function makeOptional({ leaves, shells, gaps }: Part, path: readonly string[]): Part | undefined {
  const empty = `an empty object for '${path.join('.')}'`;
  const [only, second] = leaves;
  const isOnWay = (shell: readonly string[]) => shell.every((member, at) => only?.place.path[at] === member);
  if (only !== undefined && second === undefined && shells.every(isOnWay)) {
    return { leaves: [{ ...only, isRequired: false }], shells: [], gaps: only.isRequired ? gaps : [...gaps, empty] };
  }
  if (shells.length > 0 || leaves.some((leaf) => leaf.isRequired)) return undefined;
  return { leaves, shells: [], gaps: [...gaps, empty] };
}
