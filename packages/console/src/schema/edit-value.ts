/** Changes of a value at a path, without changing the value that was there before. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { typesOf } from './describe-schema.js';
import { type Field, readField } from './form-field.js';
import type { ExactObject, ExactValue } from './json-text.js';
import { escapePointer, isExactObject } from './json-text.js';
import type { SchemaReader } from './schema-reader.js';

/** Where a value is: names of members and positions in arrays. */
export type Path = readonly (string | number)[];

/** The JSON pointer of a path. */
export function pointerOf(path: Path): string {
  return path.map((part) => `/${escapePointer(part)}`).join('');
}

/** The value at a path. */
export function valueAt(value: ExactValue | undefined, path: Path): ExactValue | undefined {
  return path.reduce<ExactValue | undefined>((inner, part) => {
    if (Array.isArray(inner)) return inner[Number(part)];
    return isExactObject(inner) && Object.hasOwn(inner, part) ? inner[part] : undefined;
  }, value);
}

/** Sets the value at a path, or removes it with undefined; missing objects on the way are created. */
export function setAt(value: ExactValue | undefined, path: Path, next: ExactValue | undefined): ExactValue | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return next;
  if (Array.isArray(value)) {
    const at = Number(part);
    const item = setAt(value[at], rest, next);
    return item === undefined ? value.toSpliced(at, 1) : value.with(at, item);
  }
  const object: ExactObject = isExactObject(value) ? value : {};
  const member = setAt(Object.hasOwn(object, part) ? object[part] : undefined, rest, next);
  const others = Object.entries(object).filter(([name]) => name !== String(part));
  if (member === undefined) return Object.fromEntries(others);
  // A known member keeps its position.
  if (Object.hasOwn(object, part)) {
    return Object.fromEntries(
      Object.entries(object).map(([name, old]) => [name, name === String(part) ? member : old]),
    );
  }
  return Object.fromEntries([...others, [String(part), member]]);
}

/** Levels of required members that a new value gets. */
const maxDepth = 4;

/** A value to begin with: the default, the constant, or an empty one with its required members. */
export function initialValue(reader: SchemaReader, schema: unknown, depth = 0): ExactValue {
  const field = readField(reader, schema, undefined);
  const { view } = field;
  if (view.default !== undefined) return view.default as ExactValue;
  switch (field.kind) {
    case 'constant':
      return field.value;
    case 'enum':
      return field.options[0]?.value ?? null;
    case 'choice':
      return initialValue(reader, field.variants[field.chosen]?.schema, depth + 1);
    case 'object':
      return depth < maxDepth ? initialObject(reader, field, depth) : {};
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'number':
      return typeof view.minimum === 'number' ? view.minimum : 0;
    case 'json':
      return typesOf(view).includes('array') ? [] : {};
    default:
      return '';
  }
}

function initialObject(reader: SchemaReader, field: Field & { kind: 'object' }, depth: number): ExactObject {
  const required = field.members.filter((member) => member.required);
  return Object.fromEntries(
    required.flatMap(({ name, schema }) => {
      const inner = readField(reader, schema, undefined);
      // Required texts and numbers stay absent, so that the form shows that they are missing.
      const isOwn = inner.view.default !== undefined || ['constant', 'object', 'array'].includes(inner.kind);
      return isOwn ? [[name, initialValue(reader, schema, depth + 1)] as const] : [];
    }),
  );
}

/** The object with the constants of another alternative: those that it requires, and those that the object already has. */
export function applyConstants(reader: SchemaReader, schema: unknown, object: ExactObject): ExactObject {
  const field = readField(reader, schema, object);
  if (field.kind !== 'object') return object;
  return field.members.reduce<ExactObject>((changed, { name, schema: inner, required }) => {
    const member = readField(reader, inner, undefined);
    const applies = member.kind === 'constant' && (required || Object.hasOwn(object, name));
    return applies ? (setAt(changed, [name], member.value) as ExactObject) : changed;
  }, object);
}

/** The value that a form starts with: the first example, else the required members. */
export function firstValue(reader: SchemaReader, schema: unknown, examples: readonly JsonValue[]): ExactValue {
  const input = examples.find((example) => isJsonObject(example));
  return input === undefined ? initialValue(reader, schema) : (input as ExactValue);
}
