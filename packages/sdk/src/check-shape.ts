/**
 * A small structural check of a value against a JSON Schema: types, required and unknown members, fixed values, array
 * items. It finds common errors before anything is sent and reports when it is incomplete: the gateway and the service
 * do the full validation.
 */
import type { FieldError } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** The result of the check. */
export interface ShapeVerdict {
  /** All errors in document order, at most 100. */
  problems: FieldError[];
  /** False when the schema has keywords that this check ignores. */
  complete: boolean;
}

const mostProblems = 100;
const mostDepth = 32;

/** Keywords that are checked, or that impose no constraint. */
const understood = new Set([
  ...['type', 'required', 'properties', 'additionalProperties', 'enum', 'const', 'items'],
  ...['title', 'description', 'default', 'examples', 'example', '$schema', '$id', '$comment', '$defs', 'definitions'],
  ...['deprecated', 'readOnly', 'writeOnly', 'format'],
]);

/** Checks a value; an invalid schema imposes no constraint and is not complete. */
export function checkShape(schema: unknown, value: unknown): ShapeVerdict {
  const verdict: ShapeVerdict = { problems: [], complete: true };
  visit(schema, value, { pointer: '', depth: 0, verdict });
  return verdict;
}

interface Place {
  pointer: string;
  depth: number;
  verdict: ShapeVerdict;
}

function visit(schema: unknown, value: unknown, place: Place): void {
  const { verdict, depth } = place;
  if (schema === true || verdict.problems.length >= mostProblems) return;
  if (schema === false) {
    report(place, 'false', 'nothing is allowed here');
    return;
  }
  if (!isJsonObject(schema) || depth > mostDepth) {
    verdict.complete = false;
    return;
  }
  if (Object.keys(schema).some((keyword) => !understood.has(keyword))) verdict.complete = false;
  if (!hasType(schema.type, value, place)) return;
  checkFixed(schema, value, place);
  if (isJsonObject(value)) checkMembers(schema, value, place);
  if (Array.isArray(value)) checkItems(schema.items, value, place);
}

const tests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number' && Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => isJsonObject(value),
  array: (value) => Array.isArray(value),
  null: (value) => value === null,
};

/** False when the value has none of the types; further errors would be pointless. */
function hasType(type: unknown, value: unknown, place: Place): boolean {
  if (type === undefined) return true;
  const names = Array.isArray(type) ? type : [type];
  const known = names.filter((name): name is string => typeof name === 'string' && Object.hasOwn(tests, name));
  if (known.length !== names.length || known.length === 0) {
    place.verdict.complete = false;
    return true;
  }
  if (known.some((name) => tests[name]?.(value) === true)) return true;
  report(place, 'type', `must be ${known.join(' or ')}, not ${typeName(value)}`);
  return false;
}

/** Compares only scalar fixed values; objects and arrays are left to the full validation. */
function checkFixed(schema: Readonly<Record<string, unknown>>, value: unknown, place: Place): void {
  const fixed = Object.hasOwn(schema, 'const') ? [schema.const] : undefined;
  const listed = Array.isArray(schema.enum) ? schema.enum : undefined;
  for (const [keyword, values] of [['const', fixed] as const, ['enum', listed] as const]) {
    if (values === undefined || values.includes(value)) continue;
    if (!isScalar(value) && !values.every(isScalar)) place.verdict.complete = false;
    else {
      const words = values.slice(0, 20).map(shown).join(', ');
      report(place, keyword, keyword === 'const' ? `must be ${words}` : `must be one of ${words}`);
    }
  }
}

function checkMembers(schema: Readonly<Record<string, unknown>>, value: Record<string, unknown>, place: Place): void {
  const { required, properties, additionalProperties } = schema;
  const known = isJsonObject(properties) ? properties : {};
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name === 'string' && !Object.hasOwn(value, name)) report(below(place, name), 'required', 'is missing');
  }
  for (const [name, content] of Object.entries(value)) {
    const at = below(place, name);
    if (Object.hasOwn(known, name)) visit(known[name], content, at);
    else if (additionalProperties === false && !Object.hasOwn(schema, 'patternProperties')) {
      const names = Object.keys(known).slice(0, 20).join(', ');
      report(at, 'additionalProperties', names === '' ? 'is not allowed' : `is unknown; use ${names}`);
    } else if (additionalProperties !== undefined && additionalProperties !== false) {
      visit(additionalProperties, content, at);
    }
  }
}

function checkItems(items: unknown, value: readonly unknown[], place: Place): void {
  if (items === undefined) return;
  if (Array.isArray(items)) {
    place.verdict.complete = false;
    return;
  }
  for (const [index, item] of value.entries()) {
    if (place.verdict.problems.length >= mostProblems) return;
    visit(items, item, below(place, String(index)));
  }
}

function below({ pointer, depth, verdict }: Place, name: string): Place {
  const step = name.replaceAll('~', '~0').replaceAll('/', '~1');
  return { pointer: `${pointer}/${step}`, depth: depth + 1, verdict };
}

function report({ pointer, verdict }: Place, keyword: string, detail: string): void {
  if (verdict.problems.length >= mostProblems) return;
  verdict.problems.push({ field: fieldOf(pointer), pointer, code: `input/${keyword}`, detail });
}

/** `/stops/0/port` in readable form: `stops[0].port`. */
function fieldOf(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, at) => (/^\d+$/.test(step) ? `[${step}]` : at === 0 ? step : `.${step}`))
    .join('');
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 100);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
