/**
 * The model of a form: which control shows a value under a schema. A value that no control can show exactly gets the
 * control `json`, which shows its JSON text, so that a form never changes or hides what it was given.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { branchesOf, typesOf, typeWords } from './describe-schema.js';
import type { ExactValue } from './json-text.js';
import { ExactNumber, isExactObject, isNumberText, readNumber, sameValue } from './json-text.js';
import type { SchemaReader, SchemaView } from './schema-reader.js';
import { merge } from './schema-reader.js';

/** A value that one of the controls offers. */
export interface EnumOption {
  value: ExactValue;
  label: string;
}

/** How a value is shown. */
export type Field = { view: SchemaView; nullable: boolean } & (
  | { kind: 'object'; members: MemberField[]; more: JsonValue | undefined; missing: string[] }
  | { kind: 'array'; itemSchema(at: number): JsonValue }
  | { kind: 'choice'; variants: { label: string; schema: SchemaView }[]; chosen: number }
  | { kind: 'enum'; options: EnumOption[] }
  | { kind: 'constant'; value: ExactValue }
  | { kind: 'text'; multiline: boolean; time?: 'date' | 'date-time' }
  | { kind: 'number'; integer: boolean }
  | { kind: 'boolean' }
  | { kind: 'file' }
  | { kind: 'null' }
  | { kind: 'json'; reason?: string }
);

/** A member of an object. */
export interface MemberField {
  name: string;
  schema: JsonValue;
  required: boolean;
  /** False: the schema does not name it. */
  declared: boolean;
}

/** What is known besides the schema. */
export interface FieldContext {
  /** The alternative that the person chose. */
  chosen?: number | undefined;
}

/** The control for a value; undefined when there is none yet. */
export function readField(
  reader: SchemaReader,
  schema: unknown,
  value: ExactValue | undefined,
  context: FieldContext = {},
): Field {
  const view = reader.view(schema);
  const branches = realBranches(reader, view);
  const types = typesOf(view);
  const hasNullBranch = branchesOf(view).some((branch) => isNullSchema(reader, branch));
  const frame = { view, nullable: types.includes('null') || view.nullable === true || hasNullBranch };
  if (value === null) return { ...frame, kind: 'null' };
  const fixed = readFixed(reader, view, branches, value);
  if (fixed !== undefined) return { ...frame, ...fixed };
  const variants = listVariants(reader, view, branches, types);
  const [only] = variants;
  if (variants.length === 1 && only !== undefined) {
    return { ...readField(reader, only.schema, value, context), nullable: frame.nullable };
  }
  if (variants.length > 1) {
    const chosen = context.chosen ?? chooseVariant(reader, variants, value);
    return { ...frame, kind: 'choice', variants, chosen: Math.min(Math.max(chosen, 0), variants.length - 1) };
  }
  const type = types.find((each) => each !== 'null');
  return { ...frame, ...readTyped(reader, view, type, value) };
}

type Control = Field extends infer Each ? (Each extends Field ? Omit<Each, 'view' | 'nullable'> : never) : never;

/** Constants and enumerations; a value outside them is shown by its type. */
function readFixed(
  reader: SchemaReader,
  view: SchemaView,
  branches: readonly JsonValue[],
  value: ExactValue | undefined,
): Control | undefined {
  if (view.const !== undefined) {
    const constant = view.const as ExactValue;
    return value === undefined || sameValue(value, constant) ? { kind: 'constant', value: constant } : undefined;
  }
  const options = listOptions(reader, view, branches);
  const isKnown = value === undefined || options.some((option) => sameValue(option.value, value));
  return options.length > 0 && isKnown ? { kind: 'enum', options } : undefined;
}

function listOptions(reader: SchemaReader, view: SchemaView, branches: readonly JsonValue[]): EnumOption[] {
  if (Array.isArray(view.enum)) {
    const names = Array.isArray(view['x-enumNames']) ? view['x-enumNames'] : [];
    return view.enum
      .filter((value) => value !== null)
      .map((value, at) => ({ value: value as ExactValue, label: String(names[at] ?? optionText(value)) }));
  }
  const views = branches.map((branch) => reader.view(branch));
  if (views.length < 2 || !views.every((each) => each.const !== undefined && each.properties === undefined)) return [];
  return views.map((each) => ({
    value: each.const as ExactValue,
    label: typeof each.title === 'string' ? each.title : optionText(each.const ?? null),
  }));
}

function optionText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The alternatives that a person can choose between; null is a separate choice. */
function realBranches(reader: SchemaReader, view: SchemaView): JsonValue[] {
  const shaped = branchesOf(view).filter((branch) => !isNullSchema(reader, branch));
  // Branches such as { required: ["a"] } only restrict; the form shows their members anyway.
  return shaped.some((branch) => hasShape(reader.view(branch))) ? shaped : [];
}

function isNullSchema(reader: SchemaReader, schema: JsonValue): boolean {
  const view = reader.view(schema);
  const types = typesOf(view);
  if (types.length === 1 && types[0] === 'null') return true;
  return view.const === null || (Array.isArray(view.enum) && view.enum.length === 1 && view.enum[0] === null);
}

function hasShape(view: SchemaView): boolean {
  const keywords = [
    'properties',
    'items',
    'enum',
    'const',
    'oneOf',
    'anyOf',
    'format',
    'pattern',
    'additionalProperties',
  ];
  return typesOf(view).length > 0 || keywords.some((keyword) => view[keyword] !== undefined);
}

function listVariants(reader: SchemaReader, view: SchemaView, branches: readonly JsonValue[], types: string[]) {
  if (branches.length > 0) {
    const keyword = Array.isArray(view.oneOf) && view.oneOf.length > 0 ? 'oneOf' : 'anyOf';
    const { [keyword]: _branches, title: _title, ...rest } = view;
    return branches.map((branch, at) => {
      const branchView = reader.view(branch);
      return { label: variantLabel(reader, branchView, at), schema: merge(rest, branchView) };
    });
  }
  const real = types.filter((type) => type !== 'null');
  if (real.length < 2) return [];
  if (real.length === 2 && real.includes('integer') && real.includes('number')) {
    return [{ label: 'number', schema: { ...view, type: 'number' } }];
  }
  return real.map((type) => ({ label: type, schema: { ...view, type } }));
}

function variantLabel(reader: SchemaReader, view: SchemaView, at: number): string {
  if (typeof view.title === 'string' && view.title.trim() !== '') return view.title;
  const properties = isJsonObject(view.properties) ? view.properties : {};
  for (const [name, schema] of Object.entries(properties)) {
    const member = reader.view(schema);
    const fixed = member.const ?? (Array.isArray(member.enum) && member.enum.length === 1 ? member.enum[0] : undefined);
    if (typeof fixed === 'string') return `${name}: ${fixed}`;
  }
  const required = Array.isArray(view.required) ? view.required.filter((name) => typeof name === 'string') : [];
  if (required.length > 0) return `with ${required.slice(0, 3).join(', ')}`;
  const words = typeWords(reader, view);
  return words === 'object' || words === 'any' ? `variant ${at + 1}` : words;
}

/** The alternative that fits the value best. */
function chooseVariant(
  reader: SchemaReader,
  variants: readonly { schema: SchemaView }[],
  value: ExactValue | undefined,
): number {
  if (value === undefined) return 0;
  const scores = variants.map(({ schema }) => fitOf(reader, schema, value, 0));
  return scores.indexOf(Math.max(...scores));
}

const maxFitDepth = 4;

/** How well a value fits a schema: negative when its type is wrong, more for each member that is known. */
function fitOf(reader: SchemaReader, schema: unknown, value: ExactValue, depth: number): number {
  const view = reader.view(schema);
  const types = typesOf(view);
  if (types.length > 0 && !types.some((type) => hasType(type, value))) return -10;
  if (view.const !== undefined && !sameValue(view.const as ExactValue, value)) return -10;
  if (Array.isArray(view.enum) && !view.enum.some((each) => sameValue(each as ExactValue, value))) return -10;
  if (depth >= maxFitDepth) return 0;
  const branches = branchesOf(view);
  const inner =
    branches.length === 0 ? 0 : Math.max(...branches.map((branch) => fitOf(reader, branch, value, depth + 1)));
  if (Array.isArray(value)) {
    const [first] = value;
    return inner + (first === undefined || view.items === undefined ? 0 : fitOf(reader, view.items, first, depth + 1));
  }
  if (!isExactObject(value)) return inner + 1;
  const properties = isJsonObject(view.properties) ? view.properties : {};
  const required = Array.isArray(view.required) ? view.required : [];
  const missing = required.filter((name) => typeof name === 'string' && !Object.hasOwn(value, name)).length;
  const known = Object.entries(value).map(([name, member]) =>
    Object.hasOwn(properties, name) ? 1 + Math.min(fitOf(reader, properties[name], member, depth + 1), 1) : -0.5,
  );
  return inner + known.reduce((sum, each) => sum + each, 0) - missing * 2;
}

function hasType(type: string, value: ExactValue): boolean {
  if (type === 'object') return isExactObject(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'number') return typeof value === 'number' || value instanceof ExactNumber;
  if (type === 'integer') {
    return value instanceof ExactNumber ? /^-?\d+$/.test(value.text) : Number.isInteger(value);
  }
  return typeof value === type;
}

function readTyped(
  reader: SchemaReader,
  view: SchemaView,
  type: string | undefined,
  value: ExactValue | undefined,
): Control {
  if (type === undefined) return readUntyped(reader, view, value);
  if ((type === 'number' || type === 'integer') && isNumberLike(value)) {
    return { kind: 'number', integer: type === 'integer' };
  }
  if (value !== undefined && !hasType(type, value)) {
    return {
      kind: 'json',
      reason: `The value is ${article(typeOf(value))}, and the schema asks for ${article(type)}.`,
    };
  }
  if (type === 'object') return readObject(view, value as { [name: string]: ExactValue } | undefined);
  if (type === 'array') return { kind: 'array', itemSchema: (at) => itemSchemaAt(view, at) };
  if (type === 'boolean') return { kind: 'boolean' };
  return type === 'string' ? readString(view, value as string | undefined) : { kind: 'json' };
}

/** Without a type, objects and arrays are still opened; other values are JSON text. */
function readUntyped(reader: SchemaReader, view: SchemaView, value: ExactValue | undefined): Control {
  if (value === undefined || !(Array.isArray(value) || isExactObject(value))) return { kind: 'json' };
  if (Object.keys(value).length === 0) return { kind: 'json' };
  return readTyped(reader, view, Array.isArray(value) ? 'array' : 'object', value);
}

function itemSchemaAt(view: SchemaView, at: number): JsonValue {
  const first = Array.isArray(view.prefixItems) ? view.prefixItems[at] : undefined;
  return first ?? (view.items as JsonValue | undefined) ?? {};
}

function readObject(view: SchemaView, value: { [name: string]: ExactValue } | undefined): Control {
  const properties: JsonObject = isJsonObject(view.properties) ? view.properties : {};
  const required = (Array.isArray(view.required) ? view.required : []).filter((name) => typeof name === 'string');
  const declared = Object.entries(properties).map(
    ([name, schema]): MemberField => ({ name, schema, required: required.includes(name), declared: true }),
  );
  const unnamed = required.filter((name) => !Object.hasOwn(properties, name));
  const others = [...new Set([...unnamed, ...Object.keys(value ?? {})])].filter(
    (name) => !Object.hasOwn(properties, name),
  );
  const undeclared = others.map(
    (name): MemberField => ({
      name,
      schema: additionalSchema(view, name),
      required: unnamed.includes(name),
      declared: false,
    }),
  );
  const members = [...declared, ...undeclared];
  const { additionalProperties } = view;
  const isOpen =
    isJsonObject(additionalProperties) ||
    additionalProperties === true ||
    isJsonObject(view.patternProperties) ||
    (additionalProperties === undefined && declared.length === 0);
  return {
    kind: 'object',
    members: [...members.filter((member) => member.required), ...members.filter((member) => !member.required)],
    more: isOpen ? (isJsonObject(additionalProperties) ? additionalProperties : {}) : undefined,
    missing: required.filter((name) => value === undefined || !Object.hasOwn(value, name)),
  };
}

/** Untrusted patterns are not run: they could take forever. One pattern is assumed to match. */
function additionalSchema(view: SchemaView, _name: string): JsonValue {
  if (isJsonObject(view.additionalProperties)) return view.additionalProperties;
  const patterns = isJsonObject(view.patternProperties) ? Object.values(view.patternProperties) : [];
  return patterns.length === 1 ? (patterns[0] ?? {}) : {};
}

const longTextLength = 200;

function readString(view: SchemaView, value: string | undefined): Control {
  // Text controls normalize line ends.
  if (value?.includes('\r') === true) {
    return { kind: 'json', reason: 'The text has carriage returns, which a text box would change.' };
  }
  const { format, contentEncoding, maxLength } = view;
  if (contentEncoding === 'base64' || format === 'byte' || format === 'base64' || format === 'binary') {
    return { kind: 'file' };
  }
  const isLong =
    (value !== undefined && (value.includes('\n') || value.length > longTextLength)) ||
    (typeof maxLength === 'number' && maxLength >= 1000) ||
    (typeof view.contentMediaType === 'string' && view.contentMediaType.startsWith('text/'));
  const time = format === 'date' || format === 'date-time' ? { time: format as 'date' | 'date-time' } : {};
  return { kind: 'text', multiline: isLong, ...time };
}

/** The text of a value in a number control. */
export function numberText(value: ExactValue | undefined): string {
  if (value instanceof ExactNumber) return value.text;
  return value === undefined ? '' : String(value);
}

/** The value of the text in a number control; a text that is not a number stays text, which the check then reports. */
export function numberOf(text: string): ExactValue {
  return isNumberText(text) ? readNumber(text) : text;
}

/** True when a number control shows the value without changing it. */
function isNumberLike(value: ExactValue | undefined): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'number' && typeof value !== 'string' && !(value instanceof ExactNumber)) return false;
  return !/[\r\n]/.test(numberText(value)) && sameValue(numberOf(numberText(value)), value);
}

/** What is wrong with the text of a number control. */
export function numberProblem(text: string, integer: boolean): string | undefined {
  if (text === '') return undefined;
  if (!isNumberText(text)) return 'This is not a number.';
  return integer && /[.eE]/.test(text) && !Number.isInteger(Number(text)) ? 'This is not a whole number.' : undefined;
}

function typeOf(value: ExactValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value instanceof ExactNumber ? 'number' : typeof value;
}

function article(type: string): string {
  if (type === 'null') return 'null';
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
